/** A section of a comparison that opens and closes: its head answers before it is opened. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../parts/icon';

interface FoldProps {
  readonly name: string;
  readonly summary: string;
  readonly aside?: string;
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Fold({ name, summary, aside, tools, children }: FoldProps) {
  const [isOpen, setOpen] = useState(true);
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
    event.preventDefault();
    setOpen(event.key === 'ArrowRight');
  };
  return (
    <section class="section compare-section">
      <div class="section-head">
        <h3 class="section-name">
          <button type="button" class="section-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} onKeyDown={onKey}><Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />{name}</button>
        </h3>
        <span class="section-summary">{summary}</span>
        {aside !== undefined && <span class="section-aside quiet" title={aside}>{aside}</span>}
        {tools}
      </div>
      {isOpen && children}
    </section>
  );
}
