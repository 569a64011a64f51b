/** The texts of a team's files as the attempts of its roles had them, so that an edit between two attempts can be kept or taken back. */
import type { Team } from '../engine/team/team';
import type { DebugHost } from './debugHost';
import { Refusal } from './refusal';

interface Edit {
  /** Absolute. */
  readonly file: string;
  /** Of the attempt before. */
  readonly before: string;
}

export class EditedCards {
  private readonly texts = new Map<string, string>();
  private last: Edit | null = null;

  constructor(private readonly host: Pick<DebugHost, 'read' | 'write' | 'save'>) {}

  /** As the first attempt has them. */
  async remember(team: Team): Promise<void> {
    for (const file of new Set(team.roles.map(({ at }) => `${team.folder}/${at.file}`))) await this.take(file);
  }

  /** The role begins anew with its card as it is now. */
  async edited(team: Team, role: string): Promise<void> {
    const at = team.roles.find(({ id }) => id === role)?.at;
    if (at === undefined) return;
    const file = `${team.folder}/${at.file}`;
    const before = this.texts.get(file);
    this.last = before === undefined ? null : { file, before };
    await this.take(file);
  }

  /** Resolves with its file. */
  async keep(): Promise<string> {
    const { file } = this.theLast();
    await this.host.save(file);
    return file;
  }

  async discard(): Promise<string> {
    const { file, before } = this.theLast();
    await this.host.write(file, before);
    this.texts.set(file, before);
    this.last = null;
    return file;
  }

  private theLast(): Edit {
    if (this.last === null) throw new Refusal('No role has begun again with an edited card: restart its frame first.');
    return this.last;
  }

  private async take(file: string): Promise<void> {
    const text = await this.host.read(file);
    if (text !== null) this.texts.set(file, text);
  }
}
