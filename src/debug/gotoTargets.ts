/** Which role a line stands for, so that it can be made the next one. */
import type { DebugProtocol } from '@vscode/debugprotocol';
import { snapper, type LinePlace } from './linePlaces';
import { Refusal } from './refusal';

export class GotoTargets {
  private readonly roles: string[] = [];

  /** Throws a Refusal where the line belongs to no role. */
  at(file: string, line: number, text: string, places: readonly LinePlace[]): readonly DebugProtocol.GotoTarget[] {
    const snapped = snapper(file, text, places)(line);
    if (!snapped.ok) throw new Refusal(snapped.why);
    const { role, path, line: at } = snapped.place;
    if (role === null) throw new Refusal('Only a role can be jumped to: choose a line of its card.');
    if (path !== '') throw new Refusal(`${role} belongs to a team within this one, which decides for itself: choose a role of the team that is debugged.`);
    return [{ id: this.roles.push(role), label: role, line: at }];
  }

  roleOf(target: number): string {
    const role = this.roles[target - 1];
    if (role === undefined) throw new Refusal('There is no such place to jump to.');
    return role;
  }
}
