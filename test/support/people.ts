// People who answer a run's questions: at once, or only when a test says so. Not the command line's approver.
import type { ApprovalAnswer, ApprovalQuestion, Person } from '../../src/engine/shared/person';

export const approver: Person = { ask: () => Promise.resolve({ answer: 'approve', by: 'person' }) };

export interface PatientPerson extends Person {
  /** Asked and not answered yet, in the order they were asked. */
  readonly open: ReadonlyMap<string, ApprovalQuestion>;
  /** Resolves once this many questions are open. */
  asked(count: number): Promise<void>;
  answer(id: string, answer: ApprovalAnswer['answer'] | null): void;
}

/** Null: whoever is asked goes away, so that the run ends as waiting. */
export function patientPerson(): PatientPerson {
  const open = new Map<string, ApprovalQuestion>();
  const answers = new Map<string, (answer: ApprovalAnswer | null) => void>();
  let wanted: { readonly count: number; readonly resolve: () => void } | null = null;
  return {
    open,
    ask: (question) =>
      new Promise((resolve) => {
        if (open.has(question.id)) throw new Error(`two questions with the id ${question.id}`);
        open.set(question.id, question);
        answers.set(question.id, resolve);
        if (wanted !== null && open.size >= wanted.count) wanted.resolve();
      }),
    asked: (count) => (open.size >= count ? Promise.resolve() : new Promise((resolve) => { wanted = { count, resolve }; })),
    answer: (id, answer) => {
      const resolve = answers.get(id);
      if (resolve === undefined) throw new Error(`nobody asked ${id}`);
      open.delete(id);
      answers.delete(id);
      resolve(answer === null ? null : { answer, by: 'person' });
    },
  };
}
