/** A part of the inspector that opens and closes; its head answers before it is opened. */
import type { ComponentChildren } from 'preact';
import { Icon } from '../parts/icon';
import type { PanelModel } from '../state/panelModel';
import type { SectionId } from '../state/uiState';
import { words } from '../words';

export interface SectionProps {
  readonly model: PanelModel;
  readonly id: SectionId;
  readonly summary: ComponentChildren;
  readonly aside?: ComponentChildren;
  /** Where nobody has opened or closed it. */
  readonly isOpenByDefault: boolean;
  /** Null: there is nothing more to say than the head does. */
  readonly children: ComponentChildren | null;
}

export function Section({ model, id, summary, aside, isOpenByDefault, children }: SectionProps) {
  const isEmpty = children === null;
  const isOpen = !isEmpty && (model.ui.value.sections[id] ?? isOpenByDefault);
  const set = (open: boolean) => model.change({ sections: { ...model.ui.value.sections, [id]: open } });
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight' && !isOpen) set(true);
    else if (event.key === 'ArrowLeft' && isOpen) set(false);
    else if (event.key === 'ArrowDown') moveFocus(event.currentTarget as HTMLElement, 1);
    else if (event.key === 'ArrowUp') moveFocus(event.currentTarget as HTMLElement, -1);
    else return;
    event.preventDefault();
  };
  return (
    <section class={`section section-${id}${isOpen ? ' open' : ''}`}>
      <div class="section-head">
        <h3 class="section-name">
          <button type="button" class="section-button" aria-expanded={isOpen} aria-disabled={isEmpty} onClick={() => set(!isOpen)} onKeyDown={onKey}>
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
            {words.sections[id]}
          </button>
        </h3>
        <span class="section-summary">{summary}</span>
        {aside !== undefined && <span class="section-aside quiet">{aside}</span>}
      </div>
      {isOpen && <div class="section-body">{children}</div>}
    </section>
  );
}

function moveFocus(button: HTMLElement, by: number): void {
  const heads = [...(button.closest('.inspector')?.querySelectorAll<HTMLElement>('.section-button') ?? [])];
  heads[heads.indexOf(button) + by]?.focus();
}
