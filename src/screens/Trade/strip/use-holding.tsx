import { computed, type ReadonlySignal } from '@preact/signals-react';
import { useMemo } from 'react';
import type { InstrumentId } from '../../../../shared/domain/instrument.ts';
import type { Money } from '../../../../shared/domain/money.ts';
import type { Position } from '../../../../shared/domain/order.ts';
import { SigText } from '../../../components/SigText.tsx';
import { formatSigned } from '../../../format/money.ts';
import { working } from '../../../state/account.ts';
import { hideableText, hideableTone } from '../../shared/Balance.tsx';
import { groupOf } from '../../shared/bulk.ts';

const NONE: readonly Position[] = [];

/** The positions in an instrument, and their profit. */
export function useHolding(id: InstrumentId) {
  const orders = working.value;
  const all = orders.status === 'ready' ? orders.positions : NONE;
  const positions = useMemo(() => all.filter(({ instrumentId }) => instrumentId === id), [all, id]);
  const group = useMemo(() => groupOf(positions, 'all'), [positions]);
  // Not `useComputed`, which follows the first group until a signal of that one changes.
  const profit = useMemo(() => computed(() => group.value.total), [group]);
  return { positions, profit };
}

/** An effect writes it. */
export function Profit({
  of,
  className = '',
}: {
  readonly of: ReadonlySignal<Money | undefined>;
  readonly className?: string | undefined;
}) {
  return (
    <SigText
      className={`strong number-end ${className}`}
      tone={() => hideableTone(of.value)}
      text={() => hideableText(formatSigned(of.value))}
    />
  );
}
