/** A button that is only an icon; its words are its label and tooltip. */
import { Icon } from './icon';

export interface IconButtonProps {
  readonly icon: string;
  readonly label: string;
  readonly onClick: () => void;
  /** Set for a switch: whether it is on. */
  readonly isOn?: boolean;
  readonly isDisabled?: boolean;
}

export function IconButton({ icon, label, onClick, isOn, isDisabled = false }: IconButtonProps) {
  return (
    <button type="button" class={`icon-button${isOn === true ? ' on' : ''}`} title={label} aria-label={label} aria-pressed={isOn} disabled={isDisabled} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
