import type { FocusEvent } from 'react';
import styles from './Chips.module.css';
import { Icon } from './Icon.tsx';
import type { IconSource } from './icons.ts';
import { translateMark } from './Value.tsx';

interface ChipsProps<T extends string | number> {
  /** An icon stands for its label. */
  readonly options: readonly { readonly value: T; readonly label: string; readonly icon?: IconSource }[];
  /** Undefined if none is chosen. */
  readonly value: T | undefined;
  readonly onChange: (value: T) => void;
  /** Names the group for screen readers. */
  readonly label: string;
}

/** Browsers leave a chip that is half in sight where it is. A tap needs none of this. */
function showWhole({ currentTarget }: FocusEvent<HTMLElement>): void {
  if (currentTarget.matches(':focus-visible')) currentTarget.scrollIntoView({ block: 'nearest' });
}

/** A choice of one option, in a row that scrolls sideways. */
export function Chips<T extends string | number>({ options, value, onChange, label }: ChipsProps<T>) {
  return (
    <fieldset className={styles.chips} aria-label={label}>
      {options.map((option) => (
        <button
          type="button"
          key={option.value}
          className={styles.chip}
          aria-pressed={option.value === value}
          aria-label={option.icon && option.label}
          onClick={() => onChange(option.value)}
          onFocus={showWhole}
        >
          {option.icon ? (
            <Icon name={option.icon} size={20} />
          ) : (
            <span translate={translateMark(option.label)}>{option.label}</span>
          )}
        </button>
      ))}
    </fieldset>
  );
}
