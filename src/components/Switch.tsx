import { useId } from 'react';
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
      <input
        type="checkbox"
        role="switch"
        className={styles.input}
        checked={checked}
        aria-checked={checked}
        aria-describedby={hint === undefined ? undefined : id}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
