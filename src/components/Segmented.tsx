import { useId } from 'react';
import styles from './Segmented.module.css';
import { translateMark } from './Value.tsx';

interface SegmentedProps<T extends string | number> {
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  /** Names the group for screen readers. */
  readonly label: string;
}

/** A choice of one of two to eight options, side by side and equally wide. */
export function Segmented<T extends string | number>({ options, value, onChange, label }: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset className={styles.group} aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span translate={translateMark(option.label)}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
