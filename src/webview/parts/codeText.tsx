/** Text in the editor's font, with the colours of JSON or of texts in an expression. A long one is cut, and can be opened whole in an editor. */
import type { ComponentChildren } from 'preact';
import { formatCount } from '../../engine/projections/format';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';

const shownCharacters = 12_000;

export interface CodeTextProps {
  readonly model: PanelModel;
  readonly text: string;
  readonly language: 'json' | 'markdown' | 'plaintext';
  /** Of the editor that it opens in. */
  readonly title: string;
}

export function CodeText({ model, text, language, title }: CodeTextProps) {
  const isCut = text.length > shownCharacters;
  const shown = isCut ? text.slice(0, shownCharacters) : text;
  return (
    <div class="code">
      <pre class="code-text" tabIndex={0} aria-label={title}>{language === 'json' ? <JsonText text={shown} /> : shown}</pre>
      {isCut && (
        <p class="code-cut quiet">
          {words.inspector.shownOf(formatCount(shownCharacters), formatCount(text.length))}{' '}
          <button type="button" class="link" onClick={() => model.show(title, language, text)}>{words.inspector.openWhole}</button>
        </p>
      )}
    </div>
  );
}

const jsonTokens = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/g;

function JsonText({ text }: { readonly text: string }) {
  return <>{colored(text, jsonTokens, (match) => (match[1] === undefined ? (/^[tfn]/.test(match[0]) ? 'json-word' : 'json-number') : match[2] === undefined ? 'json-string' : 'json-name'))}</>;
}

const stringTokens = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g;

/** An expression on one line, its texts coloured. */
export function Expression({ text }: { readonly text: string }) {
  return <code class="expression" title={text}>{colored(text, stringTokens, () => 'json-string')}</code>;
}

function colored(text: string, tokens: RegExp, classOf: (match: RegExpMatchArray) => string): readonly ComponentChildren[] {
  const pieces: ComponentChildren[] = [];
  let end = 0;
  for (const match of text.matchAll(tokens)) {
    if (match.index > end) pieces.push(text.slice(end, match.index));
    const name = classOf(match);
    const token = name === 'json-name' ? match[1]! : match[0];
    pieces.push(<span class={name}>{token}</span>);
    if (name === 'json-name') pieces.push(match[2]);
    end = match.index + match[0].length;
  }
  pieces.push(text.slice(end));
  return pieces;
}
