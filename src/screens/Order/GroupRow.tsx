import { type ReadonlySignal, useComputed } from '@preact/signals-react';
import { useCallback, useMemo } from 'react';
import { netOf } from '../../../shared/domain/net-position.ts';
import type { OrderId, Position } from '../../../shared/domain/order.ts';
import { Amount } from '../../components/account/Amount.tsx';
import { Icon } from '../../components/Icon.tsx';
import { SideSize } from '../../components/trading/SideSize.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatLots } from '../../format/money.ts';
import { formatPrice } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { instrumentOf } from '../../state/market.ts';
import { ActButton } from '../shared/ActButton.tsx';
import { hideableText } from '../shared/Balance.tsx';
import { groupOf } from '../shared/bulk.ts';
import { Stop } from '../shared/PartRow.tsx';
import type { SteadyRow } from '../shared/steady-rows.ts';
import styles from './GroupRow.module.css';

interface GroupRowProps {
  /** Positions of one instrument. */
  readonly rows: readonly [SteadyRow<Position>, ...SteadyRow<Position>[]];
  /** Whether its parts are below it; undefined for a single position, whose details a tap opens. */
  readonly isUnfolded: boolean | undefined;
  readonly underway: ReadonlySignal<ReadonlySet<OrderId>>;
  readonly onOpen: () => void;
  readonly onClose: (open: readonly Position[]) => void;
}

/** What is held of an instrument: net side and lots, average price and profit, and one button that closes all of it; of a single position its stop, too. */
export function GroupRow({ rows, isUnfolded, underway, onOpen, onClose }: GroupRowProps) {
  useSignals();
  const { t } = useTranslation();
  const [{ order: first }] = rows;
  const { showCode: name, instrumentId, precision } = first;
  const open = useMemo(() => rows.filter((row) => row.isOpen).map(({ order }) => order), [rows]);
  const net = useMemo(() => netOf(open.length > 0 ? open : rows.map(({ order }) => order)), [open, rows]);
  const group = useMemo(() => groupOf(open, 'all'), [open]);
  const profit = useCallback(() => group.value.total, [group]);
  const busy = useComputed(() => open.length > 0 && open.every(({ id }) => underway.value.has(id)));
  const count = open.length;
  const only = count === 1 ? open[0] : undefined;
  const average = formatPrice(net.average, precision);
  const isHalted = instrumentOf(instrumentId)?.mode === 'halted';
  return (
    <article className={styles.group} data-unfolded={isUnfolded || undefined}>
      <button
        type="button"
        className={styles.open}
        aria-label={t('order.open_row', { name })}
        aria-expanded={isUnfolded}
        disabled={count === 0}
        onClick={onOpen}
      />
      <Icon name={isUnfolded ? 'down' : 'forward'} size={16} />
      <p className={styles.head}>
        <span className={styles.name}>
          <span className="strong" translate="no">
            {name}
          </span>{' '}
          <span className="soft">
            <SideSize side={net.side} size={net.volume} />
          </span>
        </span>
        <span className={`faint ${styles.facts}`} data-single={only && true}>
          {net.average !== undefined && (
            <span translate="no">{count > 1 ? t('order.average', { price: average }) : average}</span>
          )}
          {count > 1 && <span>{t('order.parts', { count })}</span>}
          {only && <Stop position={only} />}
        </span>
      </p>
      {count > 0 ? (
        <Amount of={profit} profit mask={hideableText} className={`strong number-end ${styles.profit}`} />
      ) : (
        <span className={`soft number-end ${styles.profit}`}>{t('strip.closed')}</span>
      )}
      <div className={styles.action}>
        <ActButton
          variant="quiet"
          size="s"
          busy={busy.value}
          disabled={count === 0 || isHalted}
          onClick={() => onClose(open)}
        >
          <span aria-hidden="true">{t('order.close')}</span>
          <span className="visually-hidden">
            {count > 1
              ? t('order.close_group', { name, count })
              : t('order.close_row', { name, lots: formatLots(net.volume) })}
          </span>
        </ActButton>
      </div>
    </article>
  );
}
