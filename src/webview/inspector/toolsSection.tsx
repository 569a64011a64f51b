/** The tools this attempt was offered and what it did with them. */
import { useState } from 'preact/hooks';
import { formatSeconds } from '../../engine/projections/format';
import { summarizeResult } from '../../engine/projections/describeValue';
import type { ToolView } from '../../engine/projections/runView';
import { isObject } from '../../engine/shared/json';
import type { Json } from '../../engine/shared/json';
import { CodeText, Expression } from '../parts/codeText';
import { Icon } from '../parts/icon';
import type { PanelModel } from '../state/panelModel';
import { toolIcon } from '../state/shownState';
import { words } from '../words';
import type { Chosen } from './chosen';
import { pretty } from './promptRows';
import { Section } from './section';

export function ToolsSection({ model, chosen }: { readonly model: PanelModel; readonly chosen: Chosen }) {
  const { offered, tools, byReviewer } = toolsOf(chosen);
  const all = [...tools, ...byReviewer];
  if (offered.length === 0 && all.length === 0) return <Section model={model} id="tools" summary={words.tools.none} isOpenByDefault={false}>{null}</Section>;
  const ms = all.reduce((sum, tool) => sum + (tool.ms ?? 0), 0);
  const idle = offered.filter((name) => !tools.some((tool) => tool.tool === name));
  return (
    <Section
      model={model} id="tools" summary={summaryOf(tools.length, offered.length, byReviewer.length)}
      aside={all.length === 0 ? undefined : formatSeconds(ms)} isOpenByDefault={all.some((tool) => tool.error !== null)}
    >
      <div class="tool-list">
        {tools.map((tool) => <Tool key={tool.id} model={model} chosen={chosen} tool={tool} note="" />)}
        {byReviewer.map((tool) => <Tool key={tool.id} model={model} chosen={chosen} tool={tool} note={words.tools.byReviewer} />)}
        {idle.map((name) => (
          <div key={name} class="tool-row idle">
            <span />
            <span class="tool-name quiet">{name}</span>
            <span class="quiet">{words.tools.notCalled}</span>
          </div>
        ))}
      </div>
    </Section>
  );
}

function summaryOf(calls: number, offered: number, byReviewer: number): string {
  const own = offered === 0 ? '' : calls === 0 ? words.tools.noCalls(offered) : words.tools.calls(calls, offered);
  return [own, byReviewer === 0 ? '' : words.tools.reviewerCalls(byReviewer)].filter((part) => part !== '').join(', ');
}

function toolsOf({ attempt, role }: Chosen): { readonly offered: readonly string[]; readonly tools: readonly ToolView[]; readonly byReviewer: readonly ToolView[] } {
  if (attempt === null) return { offered: role?.tools ?? [], tools: [], byReviewer: [] };
  return { offered: [...new Set(attempt.calls.flatMap((call) => call.toolsOffered))], tools: attempt.tools, byReviewer: attempt.reviewTools };
}

interface ToolProps {
  readonly model: PanelModel;
  readonly chosen: Chosen;
  readonly tool: ToolView;
  readonly note: string;
}

function Tool({ model, chosen, tool, note }: ToolProps) {
  const [isOpen, setOpen] = useState(false);
  const icon = tool.state === 'running' ? 'loading' : tool.error !== null ? 'error' : toolIcon(chosen.view.team.tools[tool.tool]?.type ?? null);
  const result = tool.state === 'running' ? words.tools.running : tool.error !== null ? tool.error : summarizeResult(tool.result);
  return (
    <div class="tool">
      <button type="button" class="tool-row" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={icon} tone={tool.error === null ? 'quiet' : 'failed'} />
        <span class="tool-name">{tool.tool}</span>
        <Expression text={argumentText(tool.arguments)} />
        <span class="tool-result quiet">{note === '' ? result : `${note}, ${result}`}</span>
      </button>
      {isOpen && <ToolDetail model={model} tool={tool} />}
    </div>
  );
}

function ToolDetail({ model, tool }: Pick<ToolProps, 'model' | 'tool'>) {
  return (
    <div class="tool-detail">
      <p class="detail-name quiet">{words.tools.arguments}</p>
      <CodeText model={model} text={pretty(tool.arguments)} language="json" title={`${tool.tool}: ${words.tools.arguments}`} />
      {tool.state === 'returned' && (
        <>
          <p class="detail-name quiet">{words.tools.result}</p>
          <CodeText model={model} text={pretty(tool.error ?? tool.result)} language="json" title={`${tool.tool}: ${words.tools.result}`} />
        </>
      )}
      {tool.notes.length > 0 && <ul class="notes quiet">{tool.notes.map((one, index) => <li key={index}>{one}</li>)}</ul>}
    </div>
  );
}

/** `query: "…", max: 3`: shorter than JSON. */
function argumentText(args: Json): string {
  return isObject(args) ? Object.entries(args).map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ') : JSON.stringify(args);
}
