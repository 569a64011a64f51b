/** The task a team was last given, kept for the folder, and the question for the next one. It starts nothing. */
import * as vscode from 'vscode';
import { sayScripted, scriptsOfTeam } from '../../engine/projections/scriptedReplies';
import type { LoadedTeam } from '../../engine/team/loadedTeam';

const storageKey = 'rolecall.tasks';
/** Enough for a folder full of teams; what is kept has to stay small. */
const maxTeams = 50;
const maxLength = 4000;

type Tasks = Readonly<Record<string, string>>;

export class TaskMemory {
  constructor(private readonly memento: vscode.Memento) {}

  /** The last task; else that of the team's first scenario; else nothing. */
  suggestion({ file, scenarios }: LoadedTeam): string {
    return this.tasks[file] ?? scenarios.find(({ task }) => task !== undefined)?.task ?? '';
  }

  async remember(teamFile: string, task: string): Promise<void> {
    const others = Object.entries(this.tasks).filter(([file]) => file !== teamFile).slice(1 - maxTeams);
    await this.memento.update(storageKey, Object.fromEntries([...others, [teamFile, task.slice(0, maxLength)]]));
  }

  /** Undefined: the person changed their mind. */
  async ask(loaded: LoadedTeam): Promise<string | undefined> {
    const goal = loaded.team?.goal.text ?? '';
    const scripted = loaded.team && sayScripted(scriptsOfTeam(loaded.team));
    const needsTask = /\{\{[^}]*\btask\b/.test(goal);
    return vscode.window.showInputBox({
      title: vscode.l10n.t('Run {0}', loaded.name),
      prompt: `${vscode.l10n.t('The task. The goal of the team: {0}', goal.replaceAll(/\{\{\s*task\s*\}\}/g, '…'))}${scripted === null ? '' : ` — ${scripted}`}`,
      placeHolder: vscode.l10n.t('The task'),
      value: this.suggestion(loaded),
      ignoreFocusOut: true,
      validateInput: (text) => (needsTask && text.trim() === '' ? vscode.l10n.t('The goal of this team needs a task.') : undefined),
    });
  }

  private get tasks(): Tasks {
    return this.memento.get<Tasks>(storageKey, {});
  }
}
