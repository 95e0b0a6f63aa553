import type { ReactNode } from 'react';
import type { Money } from '../../../shared/domain/money.ts';
import { UNKNOWN } from '../../format/number.ts';
import { Amount } from '../account/Amount.tsx';
import { SigText } from '../SigText.tsx';
import styles from './StakedField.module.css';

interface Stake {
  readonly name: string;
  /** Says for what it holds; reads signals. */
  readonly words: () => string;
  readonly amount: () => Money | undefined;
}

interface StakedFieldProps {
  readonly stakes: readonly Stake[];
  readonly children: ReactNode;
}

/** A field with the profit or loss that it means at the end of its label's line, live; an undefined one is hidden. */
export function StakedField({ stakes, children }: StakedFieldProps) {
  return (
    <div className={styles.field}>
      {children}
      {stakes.map(({ name, words, amount }) => (
        // Its place is at the end of the page's direction; the amount in it has its own.
        <span key={name} className={styles.stake}>
          <span dir="ltr">
            <SigText text={() => (amount() === undefined ? '' : `${words()} `.trimStart())} />
            <Amount of={amount} profit mask={hideUnknown} />
          </span>
        </span>
      ))}
    </div>
  );
}

const hideUnknown = (text: string): string => (text === UNKNOWN ? '' : text);
