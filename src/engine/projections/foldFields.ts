/** The shared workspace as a view: values, versions and who wrote them. Applies commits; does not say what a step made of them. */
import { applyReducer } from '../events/applyReducer';
import type { OutputStatus, RunEvent } from '../events/runEvent';
import type { Json, JsonObject } from '../shared/json';
import { utf8Length } from '../shared/utf8Length';
import type { Field, Role, Team } from '../team/team';
import { describeChange, summarize } from './describeValue';
import type { FieldVersion, FieldView } from './runView';

export interface FieldChange {
  readonly field: string;
  readonly before: number;
  readonly after: number;
  readonly change: string;
  readonly outcome: string;
}

/** What the committing role proposed; null for a person's write. */
export interface Contribution {
  readonly output: JsonObject;
  readonly confidence: number | null;
  readonly why: string | null;
}

interface FieldDraft {
  readonly field: Field;
  readonly initial: Json;
  readonly givenInitially: boolean;
  value: Json;
  readonly history: FieldVersion[];
  readonly failures: { readonly seq: number; readonly why: string | null }[];
  /** Null: something changed since the view was made. */
  view: FieldView | null;
}

export class FieldsFold {
  private readonly drafts = new Map<string, FieldDraft>();
  private list: readonly FieldView[] | null = null;

  constructor(team: Team, task: string, set: JsonObject) {
    for (const field of Object.values(team.fields)) {
      const given = field.name === 'task' ? task : Object.hasOwn(set, field.name) ? set[field.name] : undefined;
      const initial = given ?? field.empty;
      const draft = { field, initial, givenInitially: given !== undefined || field.hasInitial, value: initial, history: [], failures: [], view: null };
      this.drafts.set(field.name, draft);
    }
  }

  /** Another version of the team goes on: what is known of its fields stays, new ones are empty. */
  adopt(team: Team): void {
    for (const field of Object.values(team.fields)) {
      if (this.drafts.has(field.name)) continue;
      this.drafts.set(field.name, { field, initial: field.empty, givenInitially: field.hasInitial, value: field.empty, history: [], failures: [], view: null });
      this.list = null;
    }
  }

  get views(): readonly FieldView[] {
    this.list ??= [...this.drafts.values()].map((draft) => (draft.view ??= viewOf(draft)));
    return this.list;
  }

  /** The value as it was at a version; that of today where the version is not known. */
  valueAt(name: string, version: number): Json {
    const draft = this.drafts.get(name);
    if (draft === undefined) return null;
    if (version === 0) return draft.initial;
    return draft.history.findLast((one) => one.version === version)?.value ?? draft.value;
  }

  /** In the order of the commit. Fields that the team does not have are left out. */
  commit(event: RunEvent<'workspace.committed'>, from: Contribution | null): readonly FieldChange[] {
    const changes: FieldChange[] = [];
    for (const [name, version] of Object.entries(event.versions)) {
      const draft = this.drafts.get(name);
      const contribution = event.values?.[name] ?? from?.output[name];
      if (draft === undefined || contribution === undefined) continue;
      changes.push(this.write(draft, contribution, version, event, from));
    }
    return changes;
  }

  /** Readers of what a failed role writes are told that it failed. */
  fail(role: Role | undefined, seq: number, why: string | null): void {
    for (const { field } of role?.writes ?? []) {
      const draft = this.drafts.get(field);
      if (draft === undefined) continue;
      draft.failures.push({ seq, why });
      this.touch(draft);
    }
  }

  private write(draft: FieldDraft, contribution: Json, version: number, event: RunEvent<'workspace.committed'>, from: Contribution | null): FieldChange {
    const { field } = draft;
    const before = draft.value;
    const byPerson = event.step === null;
    const value = byPerson ? contribution : applyReducer(field, before, contribution);
    const described = describeChange(byPerson ? { name: field.name, reducer: 'replace' } : field, before, contribution, value);
    const previous = draft.history.at(-1)?.version ?? 0;
    draft.value = value;
    draft.history.push(versionOf(field, value, version, described.change, event, from));
    this.touch(draft);
    return { field: field.name, before: previous, after: version, ...described };
  }

  private touch(draft: FieldDraft): void {
    draft.view = null;
    this.list = null;
  }
}

function versionOf(field: Field, value: Json, version: number, change: string, event: RunEvent<'workspace.committed'>, from: Contribution | null): FieldVersion {
  const { by, step, at, seq } = event;
  const status: OutputStatus = event.status;
  return {
    version, value, writer: by, step, at, seq, status,
    confidence: from?.confidence ?? null,
    why: from?.why ?? null,
    change,
    summary: summarize(value, field.key),
  };
}

function viewOf({ field, initial, givenInitially, value, history, failures }: FieldDraft): FieldView {
  const last = history.at(-1);
  let bytes: number | null = null;
  return {
    name: field.name,
    type: typeName(field, value),
    present: last !== undefined || givenInitially,
    value,
    summary: last?.summary ?? (givenInitially ? summarize(value, field.key) : ''),
    version: last?.version ?? 0,
    writer: last?.writer ?? null,
    step: last?.step ?? null,
    /** Counted when first looked at: a field that grows would else cost more with each commit. */
    get bytes() {
      bytes ??= utf8Length(JSON.stringify(value));
      return bytes;
    },
    initial,
    givenInitially,
    history: [...history],
    failures: [...failures],
  };
}

function typeName(field: Field, value: Json): string {
  if (field.type !== null) return field.type === 'string' ? 'text' : field.type === 'integer' ? 'number' : field.type;
  if (value === null) return 'any';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'string' ? 'text' : typeof value;
}
