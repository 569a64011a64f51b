/** A thin bar beside a figure that says the same, so it is hidden from a screen reader. Shares are from 0 to 1. */

export interface BarProps {
  readonly share: number;
  /** On top of `share`, paler. */
  readonly reserved?: number;
  /** The part of `share` that was rejected, hatched. */
  readonly rejected?: number;
  readonly tone?: 'attention' | 'failed' | null;
}

export function Bar({ share, reserved = 0, rejected = 0, tone = null }: BarProps) {
  const whole = clamp(share);
  const lost = Math.min(clamp(rejected), whole);
  const held = Math.min(clamp(reserved), 1 - whole);
  return (
    <span class={`bar${tone === null ? '' : ` tone-${tone}`}`} aria-hidden="true">
      <span class="bar-fill" style={{ width: percent(whole - lost) }} />
      {lost > 0 && <span class="bar-rejected" style={{ width: percent(lost) }} />}
      {held > 0 && <span class="bar-reserved" style={{ width: percent(held) }} />}
    </span>
  );
}

function clamp(share: number): number {
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}
