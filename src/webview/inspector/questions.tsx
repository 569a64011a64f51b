/** What the run asks a person at this step: what exactly happens if they approve, and if they deny. Nothing here takes the focus by itself. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { RunView, WaitingQuestion } from '../../engine/projections/runView';
import { isObject } from '../../engine/shared/json';
import type { Json } from '../../engine/shared/json';
import { CodeText } from '../parts/codeText';
import { Icon } from '../parts/icon';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';
import { pretty } from './promptRows';

const shortText = 60;
/** Hashes: by which a tool sees that nobody else changed the file in between, and by which what was allowed to start is known again. */
const notForPeople: ReadonlySet<string> = new Set(['before', 'key']);

interface QuestionsProps {
  readonly model: PanelModel;
  readonly view: RunView;
  /** Null: no step is chosen. */
  readonly step: number | null;
}

/** Those of the step, and those that belong to none that is there. */
export function Questions({ model, view, step }: QuestionsProps) {
  const asked = view.waiting.filter((one) => one.step === step || !view.steps.some((known) => known.step === one.step));
  if (model.run.value?.elsewhere === true) return null;
  return <>{asked.map((question) => <Question key={question.id} model={model} question={question} />)}</>;
}

function Question({ model, question }: { readonly model: PanelModel; readonly question: WaitingQuestion }) {
  const { kind, role, step } = question;
  const members = membersOf(question.what);
  return (
    <section class="question" aria-label={words.question.label}>
      <h3 class="question-title"><Icon name="bell-dot" tone="attention" /> <strong>{question.question}</strong></h3>
      <dl class="question-facts">
        <Fact name={words.question.askedBy}>{words.question.place(role, step)} <span class="quiet">{words.question.because[kind]}</span></Fact>
        <Fact name={words.question.ifApproved}>{words.question.approved[kind](role)}</Fact>
        <Fact name={words.question.ifDenied}>{words.question.denied[kind](role)}</Fact>
        {members.filter(isShort).map(([name, value]) => <Fact key={name} name={name}>{String(value)}</Fact>)}
      </dl>
      {members.filter((member) => !isShort(member)).map(([name, value]) => <What key={name} model={model} title={`${role}: ${name || words.question.what}`} name={name} value={value} />)}
      <Answer key={question.id} model={model} question={question} />
      <p class="quiet">{model.canStop ? words.question.kept : words.question.takesUp}</p>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: preact.ComponentChildren }) {
  return (
    <>
      <dt class="quiet">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

interface WhatProps {
  readonly model: PanelModel;
  readonly title: string;
  readonly name: string;
  readonly value: Json;
}

/** Texts as texts, everything else as JSON. */
function What({ model, title, name, value }: WhatProps) {
  return (
    <div class="question-what">
      {name !== '' && <p class="detail-name quiet">{words.question.whatNames[name] ?? name}</p>}
      {name === 'shows' && typeof value === 'string'
        ? <Patch text={value} title={title} />
        : <CodeText model={model} text={typeof value === 'string' ? value : pretty(value)} language={typeof value === 'string' ? 'plaintext' : 'json'} title={title} />}
    </div>
  );
}

/** What a tool shows of a change: a unified difference. */
function Patch({ text, title }: { readonly text: string; readonly title: string }) {
  return (
    <pre class="diff patch" tabIndex={0} aria-label={title}>
      {text.split('\n').map((line, index) => <span key={index} class={`patch-line ${patchClass(line)}`}>{line}{'\n'}</span>)}
    </pre>
  );
}

function patchClass(line: string): string {
  if (line.startsWith('+++') || line.startsWith('---') || line.startsWith('@@')) return 'quiet';
  return line.startsWith('+') ? 'diff-added' : line.startsWith('-') ? 'diff-removed' : '';
}

type Member = readonly [name: string, value: Json];

/** Stands beside its name. */
function isShort([name, value]: Member): boolean {
  return name !== '' && (typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.length <= shortText && !value.includes('\n')));
}

/** Each member of an object by its name; those of a result by their fields. */
function membersOf(what: Json): readonly Member[] {
  if (what === null || what === '') return [];
  if (!isObject(what)) return [['', what]];
  const members = Object.entries(what).filter(([name, value]) => value !== null && !notForPeople.has(name));
  return members.flatMap(([name, value]) => (name === 'output' && isObject(value) ? Object.entries(value) : [[name, value] satisfies Member]));
}

/** A reason is asked for only where it helps: whoever is denied is told. */
function Answer({ model, question: { id, kind, what } }: { readonly model: PanelModel; readonly question: WaitingQuestion }) {
  const [given, setGiven] = useState<'approve' | 'reject' | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const reason = useRef<HTMLInputElement>(null);
  const isDenying = note !== null;
  useEffect(() => reason.current?.focus(), [isDenying]);
  const tool = kind === 'tool' && isObject(what) && typeof what['tool'] === 'string' ? what['tool'] : null;
  const answer = (said: 'approve' | 'reject', forRun = false) => {
    setGiven(said);
    model.answer(id, said, { note: note ?? '', forRun });
  };
  if (given !== null) return <p class="question-buttons quiet" role="status">{words.question.sent[given]}</p>;
  if (!isDenying) {
    return (
      <div class="question-buttons">
        <button type="button" class="button primary" onClick={() => answer('approve')}>{words.question.approve}</button>
        {tool !== null && <button type="button" class="button secondary" onClick={() => answer('approve', true)}>{words.question.approveForRun(tool)}</button>}
        <button type="button" class="button secondary" onClick={() => setNote('')}>{words.question.denyWith}</button>
      </div>
    );
  }
  return (
    <form
      class="question-buttons"
      onSubmit={(event) => {
        event.preventDefault();
        answer('reject');
      }}
    >
      <input ref={reason} type="text" class="question-note" value={note} placeholder={words.question.why} aria-label={words.question.why} onInput={(event) => setNote(event.currentTarget.value)} />
      <button type="submit" class="button primary">{words.question.deny}</button>
      <button type="button" class="button secondary" onClick={() => setNote(null)}>{words.question.cancel}</button>
    </form>
  );
}
