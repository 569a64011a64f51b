// One job as a team, counted: the sample team researches its documents, with its own cards, prompts, search and scripted models. What the same turns would
// take as a conversation is worked out from what the team said and read.
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMemoryRunLogs } from '../../src/engine/events/memoryLog';
import type { RunEvent } from '../../src/engine/events/runEvent';
import type { ModelProvider, ModelRequest } from '../../src/engine/models/model';
import { createRunFold } from '../../src/engine/projections/foldRunView';
import type { RunView } from '../../src/engine/projections/runView';
import { createEngine } from '../../src/engine/supervisor/createEngine';
import { loadTokenCounter } from '../../src/node/tokens/tokenCounter';
import { loadGoodTeam, testPorts } from '../support/runTeam';
import { virtualClock } from '../support/virtualClock';
import { root } from './processes';

const sample = path.join(root, 'media', 'samples', 'industry-research');
const fillers = path.join(root, 'media', 'samples', 'competitor-analysis', 'docs');

export interface TokenJob {
  readonly view: RunView;
  readonly events: readonly RunEvent[];
  /** In the order they were made. */
  readonly requests: readonly ModelRequest[];
  /** Whole, by the path that the search gives. */
  readonly documents: ReadonlyMap<string, string>;
  readonly count: (text: string) => number;
}

/** `words`: how long each document is made, by paragraphs of other documents behind its own; null: as they are. */
export async function runTokenJob(words: number | null): Promise<TokenJob> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'rolecall-tokens-')));
  try {
    cpSync(sample, folder, { recursive: true });
    const documents = lengthen(path.join(folder, 'docs'), words);
    const clock = virtualClock();
    const requests: ModelRequest[] = [];
    const ports = testPorts(clock);
    const engine = createEngine({ ...ports, models: listening(ports.models, requests) });
    const handle = await engine.start({ team: await loadGoodTeam(folder), task: 'industrial heat pumps in Europe, 2024', options: {}, trigger: 'test', log: await createMemoryRunLogs().create() });
    const events: RunEvent[] = [];
    handle.listen({ onEvents: (more) => events.push(...more) });
    const { status, reason } = await handle.finished;
    if (status !== 'completed') throw new Error(`the sample's run is ${status}: ${reason}`);
    const fold = createRunFold();
    fold.apply(events);
    return { view: fold.view!, events, requests, documents, count: (await loadTokenCounter()).count };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function listening(models: ModelProvider, requests: ModelRequest[]): ModelProvider {
  return {
    async open(entry, run) {
      const model = await models.open(entry, run);
      return {
        entry: model.entry,
        call: (request, control) => {
          requests.push(request);
          return model.call(request, control);
        },
      };
    },
  };
}

function lengthen(folder: string, words: number | null): ReadonlyMap<string, string> {
  const paragraphs = readdirSync(fillers).flatMap((name) => readFileSync(path.join(fillers, name), 'utf8').split('\n\n'));
  const documents = new Map<string, string>();
  let next = 0;
  for (const name of readdirSync(folder)) {
    let text = readFileSync(path.join(folder, name), 'utf8').trimEnd();
    while (words !== null && text.split(/\s+/).length < words) text += `\n\n${paragraphs[next++ % paragraphs.length]}`;
    writeFileSync(path.join(folder, name), `${text}\n`);
    documents.set(`docs/${name}`, text);
  }
  return documents;
}
