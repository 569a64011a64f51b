/** What a person has chosen to see: kept while the page is hidden, and read back with suspicion. Nothing here belongs to the run. */
import { isObject } from '../../engine/shared/json';
import type { JsonObject } from '../../engine/shared/json';
import type { SpendBy } from '../../engine/projections/spendTable';
import type { InnerPlace } from './innerTeam';

export const tabs = ['steps', 'graph', 'spend', 'workspace'] as const;
export type Tab = (typeof tabs)[number];

export const stepFilters = ['all', 'rejected', 'failed'] as const;
export type StepFilter = (typeof stepFilters)[number];

export const sectionIds = ['team', 'decision', 'prompt', 'tools', 'reply', 'rules', 'review', 'change', 'spend'] as const;
export type SectionId = (typeof sectionIds)[number];

export const comparedParts = ['decision', 'prompt', 'reply', 'change', 'spend'] as const;
export type ComparedPart = (typeof comparedParts)[number];

export interface UiState {
  /** The run that the choices below belong to. */
  readonly run: string | null;
  /** The inner team that is looked at, level by level; none: the run itself. */
  readonly within: readonly InnerPlace[];
  readonly tab: Tab;
  /** The newest step is chosen as the run goes on. */
  readonly follow: boolean;
  readonly step: number | null;
  /** Index of the chosen row within the step; null: the step itself. */
  readonly row: number | null;
  /** Null: the last one. */
  readonly attempt: number | null;
  /** Steps that a person opened or closed; others are open where something went wrong. */
  readonly opened: Readonly<Record<string, boolean>>;
  /** Sections that a person opened or closed, in every step. */
  readonly sections: Readonly<Partial<Record<SectionId, boolean>>>;
  /** Narrow pages show one pane: the list or the step. */
  readonly isStepShown: boolean;
  readonly find: string;
  readonly filter: StepFilter;
  readonly isGraphOpen: boolean;
  readonly spendBy: SpendBy;
  readonly field: string | null;
  readonly version: number | null;
  /** The workspace as it was after this step; null: the latest. */
  readonly asOf: number | null;
  /** Equal neighbours are one row in a long list. */
  readonly isGrouped: boolean;
  /** Of two runs: the chosen row; null: the one where they part. */
  readonly comparedRow: number | null;
  readonly comparedPart: ComparedPart;
  /** Of a reply: also the lines that do not differ. */
  readonly isReplyWhole: boolean;
  /** The run that is shown stands left. */
  readonly isSwapped: boolean;
}

export const firstUiState: UiState = {
  run: null, within: [], tab: 'steps', follow: true, step: null, row: null, attempt: null, opened: {}, sections: {}, isStepShown: false,
  find: '', filter: 'all', isGraphOpen: true, spendBy: 'role', field: null, version: null, asOf: null, isGrouped: true, comparedRow: null, comparedPart: 'prompt', isReplyWhole: false, isSwapped: false,
};

/** Another run begins: what was chosen in the old one is forgotten, how to look is not. */
export function forRun(ui: UiState, run: string): UiState {
  if (ui.run === run) return ui;
  const { tab, sections, isGraphOpen, spendBy, isGrouped } = ui;
  return { ...firstUiState, run, tab, sections, isGraphOpen, spendBy, isGrouped };
}

/** What an earlier page kept; anything odd in it falls back to the first state. */
export function readUiState(kept: unknown): UiState {
  if (!isObject(kept)) return firstUiState;
  return {
    run: textOr(kept['run']),
    within: places(kept['within']),
    tab: oneOf(tabs, kept['tab'], 'steps'),
    follow: booleanOr(kept['follow'], true),
    step: numberOr(kept['step']),
    row: numberOr(kept['row']),
    attempt: numberOr(kept['attempt']),
    opened: booleans(kept['opened']),
    sections: booleans(kept['sections']),
    isStepShown: booleanOr(kept['isStepShown'], false),
    find: textOr(kept['find']) ?? '',
    filter: oneOf(stepFilters, kept['filter'], 'all'),
    isGraphOpen: booleanOr(kept['isGraphOpen'], true),
    spendBy: oneOf(['role', 'model', 'step'] as const, kept['spendBy'], 'role'),
    field: textOr(kept['field']),
    version: numberOr(kept['version']),
    asOf: numberOr(kept['asOf']),
    isGrouped: booleanOr(kept['isGrouped'], true),
    comparedRow: numberOr(kept['comparedRow']),
    comparedPart: oneOf(comparedParts, kept['comparedPart'], 'prompt'),
    isReplyWhole: booleanOr(kept['isReplyWhole'], false),
    isSwapped: booleanOr(kept['isSwapped'], false),
  };
}

function places(value: unknown): readonly InnerPlace[] {
  if (!Array.isArray(value)) return [];
  const read = value.map((one: unknown) => (isObject(one) ? { step: numberOr(one['step']), visit: numberOr(one['visit']) } : { step: null, visit: null }));
  return read.every((one): one is InnerPlace => one.step !== null && one.visit !== null) ? read : [];
}

function oneOf<T extends string>(values: readonly T[], value: unknown, otherwise: T): T {
  return values.find((one) => one === value) ?? otherwise;
}

function textOr(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOr(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function booleanOr(value: unknown, otherwise: boolean): boolean {
  return typeof value === 'boolean' ? value : otherwise;
}

function booleans(value: unknown): Readonly<Record<string, boolean>> {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value as JsonObject).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'));
}
