import { type ChangeEvent, useId } from 'react';
import styles from './Switch.module.css';

interface SwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly label: string;
  readonly hint?: string | undefined;
}

/** A row with a label and an on/off switch; the whole row is the target. */
export function Switch({ checked, onChange, label, hint }: SwitchProps) {
  const id = useId();
  return (
    <label className={styles.row}>
      <span className="grow">
        {label}
        {hint !== undefined && (
          <span id={id} className={`faint ${styles.hint}`}>
            {hint}
          </span>
        )}
      </span>
      <input {...inputProps({ checked, onChange })} aria-describedby={hint === undefined ? undefined : id} />
    </label>
  );
}

/** The switch alone, beside a text that its label repeats. */
export function SwitchInput({ label, ...rest }: SwitchProps) {
  return (
    <label className={styles.bare}>
      <input {...inputProps(rest)} aria-label={label} />
    </label>
  );
}

const inputProps = ({ checked, onChange }: Pick<SwitchProps, 'checked' | 'onChange'>) =>
  ({
    type: 'checkbox',
    role: 'switch',
    className: styles.input,
    checked,
    'aria-checked': checked,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.target.checked),
  }) as const;
