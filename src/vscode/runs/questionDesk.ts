/**
 * The questions of one run to the person at this window: kept open until the panel or a command answers them, or the run is stopped.
 * Which they are and what they say stands in the run's events; here is only who waits for an answer.
 */
import type { ApprovalAnswer, ApprovalQuestion, Person } from '../../engine/shared/person';

export class QuestionDesk implements Person {
  private readonly open = new Map<string, (answer: ApprovalAnswer | null) => void>();
  private readonly given: Map<string, ApprovalAnswer>;
  private isLeft = false;

  /**
   * @param given answers by id to what a run that is taken up again will ask once more
   * @param standing the answer of a scenario to whatever the run asks
   */
  constructor(given: ReadonlyMap<string, ApprovalAnswer> = new Map(), private readonly standing: ApprovalAnswer | null = null) {
    this.given = new Map(given);
  }

  ask({ id, kind }: ApprovalQuestion, signal: AbortSignal): Promise<ApprovalAnswer | null> {
    // What the folder brings cannot allow the folder's own programs.
    const given = this.given.get(id) ?? (kind === 'start' ? null : this.standing);
    if (given) {
      this.given.delete(id);
      return Promise.resolve(given);
    }
    if (this.isLeft) return Promise.resolve(null);
    return new Promise((resolve) => {
      const close = (answer: ApprovalAnswer | null): void => {
        this.open.delete(id);
        signal.removeEventListener('abort', abort);
        resolve(answer);
      };
      const abort = (): void => close(null);
      this.open.set(id, close);
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort);
    });
  }

  /** To a question that the run has recorded. It asks only when that has reached the disk, so that a person may be faster. */
  answer(id: string, answer: ApprovalAnswer): void {
    const close = this.open.get(id);
    if (close) close(answer);
    else this.given.set(id, answer);
  }

  /** Nobody will answer any more: the run ends as waiting, and asks again when it is taken up. */
  leave(): void {
    this.isLeft = true;
    for (const close of [...this.open.values()]) close(null);
  }
}
