import { type ReactNode, useId } from 'react';
import styles from './Field.module.css';

interface FieldProps {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** Gets the id that the label points to, and the id of the line below when there is one. */
  readonly children: (id: string, describedBy: string | undefined) => ReactNode;
}

/** A label above a control, with the hint at its end, and the error below. */
export function Field({ label, error, hint, children }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children(id, note === undefined ? undefined : `${id}-note`)}
      {note !== undefined && (
        <p
          id={`${id}-note`}
          className={error === undefined ? styles.hint : styles.error}
          role={error === undefined ? undefined : 'alert'}
        >
          {note}
        </p>
      )}
    </div>
  );
}
