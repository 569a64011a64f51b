/** A previewed prompt as one Markdown text: what it costs part by part, what has changed since it was last sent, what stays cacheable, then the exact text. */
import { structuredPatch } from 'diff';
import type { PromptPart } from '../events/runEvent';
import { fenceFor } from '../prompts/renderData';
import type { Role } from '../team/team';
import type { ComparedPart, ComparedPrompt } from './compareWithRun';
import type { PreviewedPrompt, PreviewPart } from './previewPrompt';

export interface ShownPreview {
  readonly prompt: PreviewedPrompt;
  /** For people: what it is filled in for. */
  readonly moment: string;
  /** Null: it was never sent, or no run is known. */
  readonly compared: ComparedPrompt | null;
}

export function showPreview({ prompt, moment, compared }: ShownPreview): string {
  const total = prompt.parts.reduce((sum, { part }) => sum + part.tokens, 0);
  const lines = [
    `# The prompt of ${prompt.role.name}${prompt.reviews === null ? '' : ` for its review of ${prompt.reviews.name}`} as it would be sent now`,
    '',
    `Filled in for ${moment}. ${total} tokens${prompt.role.tools.length === 0 ? '' : `, and what describes its tools (${prompt.role.tools.join(', ')})`}; model \`${prompt.role.model}\`.`,
    ...(prompt.role.mode === 'review' && prompt.reviews === null ? ['This is what it is sent when it is dispatched by itself. When it reviews an output, it is shown that and the criteria instead.'] : []),
    ...(prompt.lacksOutput && prompt.reviews !== null ? [handedIn(prompt.reviews)] : []),
    ...(compared === null ? ['It was sent in no run yet.'] : cacheLines(compared, total)),
    '',
    ...table(prompt.parts, compared),
    ...(compared === null ? [] : changes(compared)),
    '',
    ...texts(prompt.parts, compared),
  ];
  return `${lines.join('\n')}\n`;
}

/** What would stand in the place of the empty output. */
function handedIn({ name, writes }: Role): string {
  const fields = writes.map(({ field, schema }) => `\`${field}\`${typeof schema?.['type'] === 'string' ? ` (${schema['type']})` : ''}`).join(', ');
  return `Nothing has been handed in yet, so that the output under review is empty here. In a run it holds what ${name} proposes${fields === '' ? '' : `: ${fields}`}. To see it with an output, choose a step of a run.`;
}

function cacheLines({ sent, cacheable }: ComparedPrompt, total: number): readonly string[] {
  const since = `run ${sent.run}, step ${sent.step}`;
  if (cacheable.lost === 'tools') return [`Nothing of what was sent in ${since} can be taken from a cache: its tools were others, and they come first.`];
  if (cacheable.lost === 'model') return [`Nothing of what was sent in ${since} can be taken from a cache: it was sent to the model \`${sent.model}\`.`];
  return [`The first ${cacheable.tokens} of ${total} tokens are the same as in ${since}, so that a provider can take them from its cache.`];
}

function table(parts: readonly PreviewPart[], compared: ComparedPrompt | null): readonly string[] {
  const rows = parts.map((part, index) => [part.message, nameOf(part.part), String(part.part.tokens), ...(compared === null ? [] : [stateOf(compared.parts[index]!)])]);
  const gone = (compared?.gone ?? []).map(({ part }) => ['', nameOf(part), '0', 'gone']);
  return aligned(['message', 'part', 'tokens', ...(compared === null ? [] : [`since run ${compared.sent.run}`])], [...rows, ...gone]);
}

/** It is read as it is written: numbers stand on the right. */
function aligned(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const widths = head.map((title, column) => Math.max(3, title.length, ...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string => `| ${row.map((cell, column) => (column === 2 ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 2 ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)];
}

function stateOf({ text, before }: ComparedPart): string {
  return before === null ? 'new' : before === text ? 'same' : 'changed';
}

function changes({ sent, parts, gone }: ComparedPrompt): readonly string[] {
  const changed = [...parts.filter(({ text, before }) => text !== before).map(({ part, text, before }) => ({ part, text, before: before ?? '' })), ...gone.map(({ part, text }) => ({ part, text: '', before: text }))];
  if (changed.length === 0) return ['', `Nothing has changed since run ${sent.run}.`];
  return ['', `## Changed since run ${sent.run}`, ...changed.flatMap(({ part, text, before }) => ['', `${nameOf(part)}:`, ...difference(before, text)])];
}

function difference(before: string, now: string): readonly string[] {
  const lines = structuredPatch('', '', `${before}\n`, `${now}\n`, '', '', { context: 1 }).hunks.flatMap((hunk, index) => [...(index === 0 ? [] : ['…']), ...hunk.lines]);
  const fence = fenceFor(lines.join('\n'));
  return [`${fence}diff`, ...lines.filter((line) => !line.startsWith('\\')), fence];
}

/** The exact texts, each under a line of its own that says what it is. */
function texts(parts: readonly PreviewPart[], compared: ComparedPrompt | null): readonly string[] {
  const border = compared === null || compared.cacheable.lost !== null ? -1 : compared.cacheable.parts;
  return parts.flatMap((part, index) => {
    const isFirst = index === 0 || parts[index - 1]?.message !== part.message;
    return [
      ...(index === border && border > 0 ? ['<!-- what stands above is the same as it was sent: cacheable -->', ''] : []),
      ...(isFirst ? [`## ${part.message === 'system' ? 'System message' : 'User message'}`, ''] : []),
      `<!-- ${nameOf(part.part)} · ${part.part.tokens} tokens -->`,
      part.text,
      '',
    ];
  });
}

function nameOf(part: PromptPart): string {
  return part.kind === 'data' ? `data \`${part.as}\`` : part.kind;
}
