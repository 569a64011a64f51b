/** The head of a comparison: the way back to the run, what is compared, and what can be done about it. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { IconButton } from '../parts/iconButton';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';

interface BarProps {
  readonly model: PanelModel;
  readonly title: ComponentChildren;
  readonly children?: ComponentChildren;
}

export function CompareBar({ model, title, children }: BarProps) {
  const box = useRef<HTMLDivElement>(null);
  // Whoever came by keyboard goes on from here: what had the focus is gone. Nobody is called away from an editor.
  useEffect(() => {
    if (document.hasFocus() && document.activeElement === document.body) box.current?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={box} class="compare-bar">
      <IconButton icon="arrow-left" label={words.compare.back} onClick={() => model.closeComparison()} />
      <h2 class="compare-title">{title}</h2>
      <div class="compare-tools">{children}</div>
    </div>
  );
}
