// Runs a team that is given as texts, in a folder of its own that is gone afterwards.
import { runTeam, type RanTeam, type RunTeam } from './runTeam';
import { tempFolder } from './tempFolder';

export type TeamFiles = Readonly<Record<string, string>>;

export async function inFolder<T>(files: TeamFiles, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await tempFolder(files);
  try {
    return await work(folder.path);
  } finally {
    await folder.remove();
  }
}

export function runFiles(files: TeamFiles, request: RunTeam = {}): Promise<RanTeam> {
  return inFolder(files, (folder) => runTeam(folder, request));
}

/** A team on the scripted model. `more`: its roles and whatever else it has. */
export function scripted(more: string, replies: string, name = 'made-up'): TeamFiles {
  return {
    'team.yaml': `team: ${name}\ngoal: A thing about {{ task }}\nmodels: { demo: { provider: scripted, script: script.yaml, price: { input: 1, output: 1 } } }\nmodel: demo\n${more}`,
    'script.yaml': `replies:\n${replies}`,
  };
}
