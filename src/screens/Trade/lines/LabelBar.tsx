import { useComputed } from '@preact/signals-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Position } from '../../../../shared/domain/order.ts';
import { type Price, price } from '../../../../shared/domain/price.ts';
import type { Volume } from '../../../../shared/domain/volume.ts';
import type { OrderLine, WorkingOrder } from '../../../chart/orders/line-change.ts';
import { requestChanges, requestRemoval } from '../../../chart/orders/line-sender.ts';
import { type ChosenLines, chosenLines, lineTask } from '../../../chart/orders/line-task.ts';
import { lineText } from '../../../chart/orders/line-texts.ts';
import { Icon } from '../../../components/Icon.tsx';
import type { IconSource } from '../../../components/icons.ts';
import { MORE_ICONS } from '../../../components/more-icons.ts';
import { useSignals } from '../../../components/use-signals.ts';
import { firstDistance } from '../../../format/stops.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { positionSignals } from '../../../state/account.ts';
import { instrumentOf } from '../../../state/market.ts';
import { confirmOrders } from '../../../state/preferences.ts';
import { saysReplay } from '../../../state/replay-source.ts';
import { lotTermsOf } from '../../shared/lot-terms.ts';
import { canBreakEven, closeShares } from '../../shared/order-model.ts';
import type { OrderActions } from '../../shared/use-order-actions.ts';
import type { PositionMoves } from '../../shared/use-position-moves.tsx';
import styles from './Lines.module.css';

const HALF = {
  path: 'M4 12h16M9 4h6a2 2 0 012 2v12a2 2 0 01-2 2H9a2 2 0 01-2-2V6a2 2 0 012-2zM7 15h10M7 18h10',
};
const REVERSE = { path: 'M4 8h15l-4-4M20 16H5l4 4' };
const EVEN = { path: 'M3 12h18M12 3v5l-2.5-2.5M12 8l2.5-2.5M12 21v-5l-2.5 2.5M12 16l2.5 2.5' };
const TRAIL = { path: 'M3 19h5v-5h5V9h5V4M15.5 6L18 3.5 20.5 6' };

interface LabelBarProps {
  readonly chosen: ChosenLines;
  readonly actions: OrderActions;
  readonly moves: PositionMoves;
}

/** What can be done with the lines of a label, in place: at the foot of the chart, or at its top where it would cover the label. */
export function LabelBar({ chosen, actions, moves }: LabelBarProps) {
  useSignals();
  const { t } = useTranslation();
  const bar = useRef<HTMLDivElement>(null);
  const { lines, footPx, opener } = chosen;
  const [first] = lines;
  useLayoutEffect(() => {
    const { current: node } = bar;
    node?.toggleAttribute('data-top', footPx < node.offsetHeight + MARGIN_PX);
  }, [footPx]);
  useEffect(() => {
    if (opener) bar.current?.querySelector('button')?.focus();
  }, [opener]);
  if (!first) return null;
  const isLocked = saysReplay() || lines.some(({ order }) => actions.underway.value.has(order.id));
  return (
    <div ref={bar} className={styles.label} role="toolbar" aria-label={lineText(t, first)}>
      <fieldset disabled={isLocked}>
        {first.part === 'position' ? (
          <PositionActs lines={lines} actions={actions} moves={moves} />
        ) : (
          <StopActs lines={lines} part={first.part} />
        )}
      </fieldset>
    </div>
  );
}

/** Between the bar and the label, with half of the label. */
const MARGIN_PX = 16;

interface ActProps {
  readonly icon: IconSource;
  readonly name: string;
  readonly disabled?: boolean | undefined;
  readonly onClick: () => void;
}

function Act({ icon, name, disabled, onClick }: ActProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={() => {
        chosenLines.value = undefined;
        onClick();
      }}
    >
      <Icon name={icon} size={20} />
      <span>{name}</span>
    </button>
  );
}

type LinesProps = { readonly lines: readonly OrderLine[] };

function PositionActs({ lines, actions, moves }: LinesProps & Omit<LabelBarProps, 'chosen'>) {
  useSignals();
  const { t } = useTranslation();
  const positions = lines.flatMap(({ order }) => (order.status === 'open' ? [order] : []));
  const [only, other] = positions;
  const mode = only && instrumentOf(only.instrumentId)?.mode;
  if (!only) return null;
  const half = other ? undefined : halfOf(only);
  const close = (volume?: Volume): void => {
    if (confirmOrders.peek()) lineTask.value = { what: 'close', positions, volume };
    else if (other) actions.bulk(positions);
    else void actions.close(only, volume);
  };
  const stopped = lines.flatMap((line) =>
    line.order.stopLoss === undefined ? [] : [{ ...line, part: 'stop-loss' as const }],
  );
  return (
    <>
      <Act icon="close" name={t('order.close')} disabled={mode === 'halted'} onClick={() => close()} />
      {half !== undefined && (
        <Act icon={HALF} name={t('lines.half')} disabled={mode === 'halted'} onClick={() => close(half)} />
      )}
      {!other && (
        <Act
          icon={REVERSE}
          name={t('moves.reverse')}
          disabled={mode !== undefined && mode !== 'open'}
          onClick={() => moves.reverse(only)}
        />
      )}
      <Trailing lines={lines} />
      {stopped.length > 0 && (
        <Act icon={MORE_ICONS.trash} name={t('lines.remove_sl')} onClick={() => requestRemoval(t, stopped)} />
      )}
    </>
  );
}

const halfOf = (position: Position): Volume | undefined =>
  closeShares(position, lotTermsOf(position.instrumentId)).find(({ percent }) => percent === 50)?.size;

/** Of a stop or a pending order. */
function StopActs({ lines, part }: LinesProps & { readonly part: Exclude<OrderLine['part'], 'position'> }) {
  const { t } = useTranslation();
  const isLoss = part === 'stop-loss' || part === 'trailing-stop';
  const edit = (): void => {
    lineTask.value = {
      what: 'move',
      changes: lines.map(({ order, price }) => ({ order, change: unmoved(order, part, price) })),
    };
  };
  return (
    <>
      <Act icon="pencil" name={t('lines.edit')} onClick={edit} />
      {isLoss && <Trailing lines={lines} />}
      <Act
        icon={MORE_ICONS.trash}
        name={part === 'pending' ? t('order.cancel_short') : t('lines.remove')}
        onClick={() => requestRemoval(t, lines)}
      />
    </>
  );
}

/** The line where it is, to be moved by its fields. */
function unmoved(order: WorkingOrder, part: Exclude<OrderLine['part'], 'position'>, at: Price) {
  if (part === 'trailing-stop') return { what: part, price: at, points: order.trailPoints ?? 0 } as const;
  return { what: part === 'pending' ? 'order-price' : part, price: at } as const;
}

/** Break-even while the price allows it, and a stop that trails. */
function Trailing({ lines }: LinesProps) {
  useSignals();
  const { t } = useTranslation();
  const positions = lines.flatMap(({ order }) => (order.status === 'open' ? [order] : []));
  const isEven = useComputed(() =>
    positions.every((position) => canBreakEven(position, positionSignals(position.id).price.value)),
  ).value;
  const trail = (): void => {
    const changes = lines.flatMap(({ order }) => {
      const now = order.status === 'open' ? positionSignals(order.id).price.peek() : order.targetPrice;
      if (now === undefined) return [];
      const points = order.trailPoints ?? Math.max(1, distanceTo(order, now));
      const at = price(order.side === 'buy' ? now - points : now + points);
      return [{ order, change: { what: 'trailing-stop' as const, price: at, points } }];
    });
    if (changes.length > 0) lineTask.value = { what: 'move', changes };
  };
  return (
    <>
      {positions.length > 0 && (
        <Act
          icon={EVEN}
          name={t('lines.even')}
          disabled={!isEven}
          onClick={() =>
            requestChanges(t, {
              what: 'move',
              changes: positions.map((order) => ({
                order,
                change: { what: 'stop-loss', price: order.openPrice },
              })),
            })
          }
        />
      )}
      <Act icon={TRAIL} name={t('ticket.trail')} onClick={trail} />
    </>
  );
}

/** How far its stop loss is from the price, or where a first one would be of use. */
function distanceTo({ stopLoss, side }: WorkingOrder, now: Price): number {
  const points = stopLoss === undefined ? 0 : (now - stopLoss) * (side === 'buy' ? 1 : -1);
  return points > 0 ? points : firstDistance(now);
}
