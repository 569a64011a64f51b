/** A choice of one among a few, as joined buttons: arrow keys move and choose. */
import type { ComponentChildren } from 'preact';

export interface Segment<T> {
  readonly value: T;
  readonly label: string;
  readonly content?: ComponentChildren;
}

export interface SegmentsProps<T> {
  readonly label: string;
  readonly segments: readonly Segment<T>[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
}

export function Segments<T extends string | number>({ label, segments, chosen, onChoose }: SegmentsProps<T>) {
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const place = segments.findIndex((segment) => segment.value === chosen);
    const next = (place + by + segments.length) % segments.length;
    onChoose(segments[next]!.value);
    (event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role=radio]')[next]?.focus();
  };
  return (
    <div class="segments" role="radiogroup" aria-label={label} onKeyDown={move}>
      {segments.map(({ value, label: text, content }) => (
        <button
          key={String(value)} type="button" role="radio" class={`segment${value === chosen ? ' on' : ''}`} aria-checked={value === chosen} aria-label={text}
          tabIndex={value === chosen ? 0 : -1} onClick={() => onChoose(value)}
        >
          {content ?? text}
        </button>
      ))}
    </div>
  );
}
