import type { Signal } from '@preact/signals-react';
import type { ReactNode } from 'react';
import { Segmented } from '../../components/Segmented.tsx';
import { useSignals } from '../../components/use-signals.ts';
import styles from './SettingsScreen.module.css';

interface PreferenceChoiceProps<T extends string | number> {
  readonly label: string;
  /** Shown instead of the label, which then is for screen readers only. */
  readonly title?: ReactNode;
  readonly preference: Signal<T>;
  readonly options: readonly { readonly value: T; readonly label: string }[];
}

/** A preference that has one of a few values. */
export function PreferenceChoice<T extends string | number>(props: PreferenceChoiceProps<T>) {
  useSignals();
  const { label, title = label, preference, options } = props;
  return (
    <div className={styles.choice}>
      <div>{title}</div>
      <Segmented
        options={options}
        value={preference.value}
        onChange={(chosen) => {
          preference.value = chosen;
        }}
        label={label}
      />
    </div>
  );
}
