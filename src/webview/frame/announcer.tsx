/** Tells a screen reader what changed, politely and once a second at most. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { HeldPlace } from '../../engine/projections/heldPlace';
import type { RunView } from '../../engine/projections/runView';
import { showRef } from '../../engine/shared/source';
import type { PanelModel, ShownRun } from '../state/panelModel';
import { runLine } from '../state/runLine';
import { words } from '../words';

const quietMs = 1000;

export function Announcer({ model, view }: { readonly model: PanelModel; readonly view: RunView }) {
  const [text, setText] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const newest = useRef('');
  newest.current = newsOf(view, model.run.value, model.heldIn(view));
  useEffect(() => {
    if (timer.current !== null) return;
    timer.current = setTimeout(() => {
      timer.current = null;
      setText(newest.current);
    }, quietMs);
  }, [newest.current]);
  useEffect(() => () => {
    if (timer.current !== null) clearTimeout(timer.current);
  }, []);
  return <div class="unseen" role="status" aria-live="polite">{text}</div>;
}

/** The run's state where it has ended, else the newest step's. */
function newsOf(view: RunView, run: ShownRun | null, held: HeldPlace | null): string {
  const line = runLine(view, run, held);
  const why = line.ref === null ? line.why : `${showRef(line.ref)} ${line.why.trim()}`;
  if (line.state !== 'running') return words.announce.run(line.title, why);
  const step = view.steps.at(-1);
  return step === undefined ? words.announce.run(line.title, line.why) : words.announce.step(step.step, step.role, step.outcome);
}
