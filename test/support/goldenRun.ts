// Runs a recorded run's team in a copy of its folder, with the people that its people.yaml speaks of: whom it does not name goes away, so that the run waits;
// `then` is how it goes on, each time from where it stopped.
import { existsSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import type { RunEvent, RunOptions } from '../../src/engine/events/runEvent';
import type { JsonObject } from '../../src/engine/shared/json';
import type { ApprovalAnswer, Person } from '../../src/engine/shared/person';
import { resumeTeam, runTeam } from './runTeam';
import { tempFolder } from './tempFolder';

interface Part {
  readonly answers?: Readonly<Record<string, ApprovalAnswer['answer'] | { readonly answer: ApprovalAnswer['answer']; readonly note: string }>>;
  readonly writes?: JsonObject;
  readonly limits?: RunOptions['limits'];
}

type People = Part & { readonly then?: readonly Part[] };

export async function inCopyOf<T>(folder: string, work: (copy: string) => Promise<T>): Promise<T> {
  const copy = await tempFolder({});
  try {
    await cp(folder, copy.path, { recursive: true });
    return await work(copy.path);
  } finally {
    await copy.remove();
  }
}

/** Everything that the log holds in the end. */
export async function goldenRun(folder: string): Promise<readonly RunEvent[]> {
  const people = await peopleOf(folder);
  let { events } = await runTeam(folder, { person: personOf(people) });
  for (const part of people.then ?? []) {
    const { writes, limits } = part;
    events = [...(await resumeTeam(folder, events, limits === undefined ? undefined : { limits }, { person: personOf(part), ...(writes === undefined ? {} : { writes }) }))];
  }
  return events;
}

/** Who answers at first. */
export async function firstPerson(folder: string): Promise<Person> {
  return personOf(await peopleOf(folder));
}

async function peopleOf(folder: string): Promise<People> {
  const file = path.join(folder, 'people.yaml');
  return existsSync(file) ? (parse(await readFile(file, 'utf8')) as People) : {};
}

function personOf({ answers = {} }: Part): Person {
  return {
    ask: ({ id }) => {
      const said = answers[id];
      if (said === undefined) return Promise.resolve(null);
      return Promise.resolve(typeof said === 'string' ? { answer: said, by: 'person' } : { ...said, by: 'person' });
    },
  };
}
