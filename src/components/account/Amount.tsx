import { effect } from '@preact/signals-react';
import { useLayoutEffect, useRef } from 'react';
import type { Money } from '../../../shared/domain/money.ts';
import { formatMoney, formatSigned, toneOf } from '../../format/money.ts';
import { twoPartWriter } from '../two-part-writer.ts';
import styles from './Amount.module.css';

interface AmountProps {
  /** A function for an amount that ticks: it reads signals, and must be stable or every render recreates the effect. */
  readonly of: Money | undefined | (() => Money | undefined);
  /** A profit: always with its sign, in the colour of its direction. */
  readonly profit?: boolean | undefined;
  /** Replaces the text of a figure that may be hidden; a replaced text has no colour. */
  readonly mask?: ((text: string) => string) | undefined;
  readonly className?: string | undefined;
}

/**
 * An amount with six decimals: two of them as large as the rest of the number, four small. Written by an effect, so that a
 * tick renders nothing. Read aloud, copied and searched it is one number.
 */
export function Amount({ of, profit = false, mask, className }: AmountProps) {
  const span = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const node = span.current;
    if (node === null) return;
    const write = twoPartWriter(node, styles.rest);
    return effect(() => {
      const amount = typeof of === 'function' ? of() : of;
      const plain = profit ? formatSigned(amount, DECIMALS) : formatMoney(amount, DECIMALS);
      const text = mask ? mask(plain) : plain;
      // Unknown and hidden amounts have no decimals.
      const end = /\d{6}$/.test(text) ? text.length - SMALL : text.length;
      write(text.slice(0, end), text.slice(end));
      const tone = profit && text === plain ? toneOf(amount) : undefined;
      if (tone === undefined) delete node.dataset['tone'];
      else if (node.dataset['tone'] !== tone) node.dataset['tone'] = tone;
    });
  }, [of, profit, mask]);
  return <span ref={span} className={className} dir="ltr" />;
}

const DECIMALS = 6;
const SMALL = 4;
