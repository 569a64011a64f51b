/** An icon of the editor's own set, beside a text that says the same: never alone, so that it is hidden from a screen reader. */

export type Tone = 'done' | 'failed' | 'attention' | 'active' | 'quiet';

export interface IconProps {
  /** A codicon's name without its prefix. */
  readonly name: string;
  readonly tone?: Tone;
}

export function Icon({ name, tone }: IconProps) {
  const spins = name === 'loading' ? ' spinning' : '';
  return <span class={`icon codicon codicon-${name}${spins}${tone === undefined ? '' : ` tone-${tone}`}`} aria-hidden="true" />;
}
