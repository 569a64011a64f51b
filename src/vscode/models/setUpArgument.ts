/** What a caller of "Set Up a Model…" may answer beforehand; what is left out is asked. Parsing only. */
import { usualServers, type UsualServer } from '../../node/models/modelServers';

export interface SetUpArgument {
  /** Path of the team file. */
  readonly team?: string;
  /** Where to look for local servers, instead of their usual ports. */
  readonly servers: readonly UsualServer[];
  /** The address of the server, so that none is looked for. */
  readonly baseUrl?: string;
  /** What the server calls the model. */
  readonly model?: string;
  /** The name under which its key is kept, and the key. */
  readonly keyName?: string;
  readonly key?: string;
  /** The name under `models:`. */
  readonly name?: string;
  readonly isDefault?: boolean;
}

export function parseSetUp(argument: unknown): SetUpArgument {
  const given = typeof argument === 'object' && argument !== null ? (argument as Readonly<Record<string, unknown>>) : {};
  const texts = ['team', 'baseUrl', 'model', 'keyName', 'key', 'name'].flatMap((name): [string, string][] => (typeof given[name] === 'string' ? [[name, given[name]]] : []));
  const { servers, isDefault } = given;
  return {
    ...Object.fromEntries(texts),
    servers: Array.isArray(servers) ? (servers as readonly Partial<UsualServer>[]).flatMap(({ name, port }) => (typeof name === 'string' && typeof port === 'number' ? [{ name, port }] : [])) : usualServers,
    ...(typeof isDefault === 'boolean' ? { isDefault } : {}),
  };
}

/** After the server, and not yet in the team. */
export function modelName(server: string, taken: readonly string[]): string {
  const base = server.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^[^a-z]+|-+$/g, '') || 'model';
  let name = base;
  for (let n = 2; taken.includes(name); n++) name = `${base}-${n}`;
  return name;
}
