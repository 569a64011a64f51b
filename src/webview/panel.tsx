/** The page's entry: connects the model to its host and draws the panel. */
import '@vscode/codicons/dist/codicon.css';
import './styles/base.css';
import './styles/frame.css';
import './styles/list.css';
import './styles/inspector.css';
import './styles/tables.css';
import './styles/graph.css';
import './styles/compare.css';
import { render } from 'preact';
import { App } from './app';
import { connectHost } from './state/host';
import { PanelModel } from './state/panelModel';

const model = new PanelModel(connectHost());
const root = document.getElementById('panel');
if (root !== null) render(<App model={model} />, root);
model.start();
