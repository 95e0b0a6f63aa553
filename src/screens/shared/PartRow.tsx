import { type ReadonlySignal, useComputed } from '@preact/signals-react';
import { type ReactNode, useMemo } from 'react';
import type { OrderId, Position } from '../../../shared/domain/order.ts';
import { Icon } from '../../components/Icon.tsx';
import { SigText } from '../../components/SigText.tsx';
import { SideSize } from '../../components/trading/SideSize.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { Value } from '../../components/Value.tsx';
import { formatLots, formatSigned } from '../../format/money.ts';
import { formatPrice, formatScaled } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { positionSignals } from '../../state/account.ts';
import { instrumentOf } from '../../state/market.ts';
import { saysReplay } from '../../state/replay-source.ts';
import { hideableText, hideableTone } from './Balance.tsx';
import styles from './PartRow.module.css';

interface PartRowProps {
  readonly position: Position;
  readonly isOpen: boolean;
  readonly underway: ReadonlySignal<ReadonlySet<OrderId>>;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  /** Whether `children`, which a tap on the row opens, are shown; undefined where it opens something else. */
  readonly isUnfolded?: boolean;
  readonly children?: ReactNode;
}

/** A position among others of its instrument, in one line; effects write its profit. */
export function PartRow({ position, isOpen, underway, onOpen, onClose, ...more }: PartRowProps) {
  useSignals();
  const { t } = useTranslation();
  const { id, showCode: name, side, volume, precision, openPrice } = position;
  const { pnl } = useMemo(() => positionSignals(id), [id]);
  const busy = useComputed(() => underway.value.has(id));
  const isStill = !isOpen || saysReplay() || instrumentOf(position.instrumentId)?.mode === 'halted';
  return (
    <article
      className={styles.part}
      data-closed={!isOpen || undefined}
      data-in-group={more.isUnfolded === undefined || undefined}
    >
      <button
        type="button"
        className={styles.open}
        aria-label={t('order.open_row', { name: `${name} ${formatLots(volume)}` })}
        aria-expanded={more.isUnfolded}
        disabled={!isOpen}
        onClick={onOpen}
      />
      <p className={styles.line}>
        <SideSize side={side} size={volume} />
        <span className={styles.entry}>
          <Value>{formatPrice(openPrice, precision)}</Value>
          <Stop position={position} />
        </span>
        {isOpen ? (
          <SigText
            className={`strong number-end ${styles.pnl}`}
            tone={() => hideableTone(pnl.value)}
            text={() => hideableText(formatSigned(pnl.value))}
          />
        ) : (
          <span className={`soft number-end ${styles.pnl}`}>{t('strip.closed')}</span>
        )}
      </p>
      <button
        type="button"
        className={styles.close}
        aria-label={t('order.close_row', { name, lots: formatLots(volume) })}
        aria-busy={busy.value || undefined}
        disabled={isStill || busy.value}
        onClick={onClose}
      >
        <Icon name="close" size={18} />
      </button>
      {more.isUnfolded && more.children}
    </article>
  );
}

/** The stop that protects it, or its target if it has none. */
export function Stop({
  position: { stopLoss, takeProfit, trailPoints, precision },
}: Pick<PartRowProps, 'position'>) {
  const { t } = useTranslation();
  if (trailPoints !== undefined)
    return <span className="faint">{t('lines.trail', { points: formatScaled(trailPoints, 0) })}</span>;
  const [name, at] =
    stopLoss !== undefined
      ? (['order.side_mark.stop_loss', stopLoss] as const)
      : (['order.side_mark.take_profit', takeProfit] as const);
  return (
    at !== undefined && (
      <span className="faint">
        {t(name)} <Value>{formatPrice(at, precision)}</Value>
      </span>
    )
  );
}
