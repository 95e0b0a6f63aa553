import { type ReadonlySignal, useComputed } from '@preact/signals-react';
import { useState } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import type { Money } from '../../../shared/domain/money.ts';
import { decidingPrice } from '../../../shared/domain/quote.ts';
import type { Rate } from '../../../shared/domain/rate.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { Amount } from '../../components/account/Amount.tsx';
import { Button } from '../../components/Button.tsx';
import { Fact } from '../../components/Fact.tsx';
import { Dialog, Sheet } from '../../components/Modal.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatLots } from '../../format/money.ts';
import { formatPrice, formatScaled, UNKNOWN } from '../../format/number.ts';
import { type Translate, useTranslation } from '../../i18n/use-translation.ts';
import { openingFacts } from '../../state/opening-facts.ts';
import type { QuoteSignals } from '../../state/quotes.ts';
import styles from './LineSheet.module.css';
import { type Change, type Move, meaningOf, problemOf, type WorkingOrder } from './line-change.ts';
import type { OrderChange } from './line-sender.ts';
import { moveName, moveProblemText, rewardText } from './line-texts.ts';

interface LineSheetProps {
  /** Nothing to ask while empty. */
  readonly changes: readonly OrderChange[];
  readonly quote: QuoteSignals;
  readonly facts: {
    readonly instrument: Instrument | undefined;
    readonly rate: ReadonlySignal<Rate | undefined>;
  };
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before a line of the chart is moved or removed. */
export function LineSheet(props: LineSheetProps) {
  const [last, setLast] = useState(props.changes);
  // A popup that closes keeps its content.
  if (props.changes.length > 0 && props.changes !== last) setLast(props.changes);
  const [first] = last;
  if (!first) return null;
  const shown = { ...props, changes: last, open: props.changes.length > 0 };
  return first.change.what === 'removal' ? (
    <RemovalDialog {...shown} part={first.change.part} />
  ) : (
    <MoveSheet {...shown} move={first.change} />
  );
}

type Shown = LineSheetProps & { readonly open: boolean };

function MoveSheet({
  changes,
  move,
  quote,
  facts,
  open,
  onClose,
  onConfirm,
}: Shown & { readonly move: Move }) {
  useSignals();
  const { t } = useTranslation();
  const orders = changes.map(({ order }) => order);
  const moves = changes.flatMap(({ change }) => (change.what === 'removal' ? [] : [change]));
  const [order] = orders;
  const precision = order?.precision ?? 0;
  const meaning = () =>
    meaningOf(orders, moves, order && decidingPrice(order, quote).value, {
      instrument: facts.instrument,
      rate: facts.rate.value,
    });
  const problem = useComputed(() =>
    orders
      .flatMap((one, i) => {
        const its = moves[i];
        const found = its && problemOf(one, its, openingFacts(one, facts.instrument, quote, facts.rate));
        return found ? [moveProblemText(t, found, its, one)] : [];
      })
      .at(0),
  );
  const points = (value: number | undefined) => (value === undefined ? UNKNOWN : formatScaled(value, 0));
  const isTrailing = move.what === 'trailing-stop';
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={moveName(t, move.what)}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('public.cancel')}
          </Button>
          <Button variant="primary" wide disabled={problem.value !== undefined} onClick={onConfirm}>
            {isTrailing
              ? t('order.save_stops')
              : t('lines.set_at', { price: formatPrice(move.price, precision) })}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p className="strong">{ordersText(t, orders)}</p>
        <dl className={styles.facts}>
          {isTrailing ? (
            <Fact
              label={t('order.trail_points')}
              value={beforeAfter(points(order?.trailPoints), points(move.points))}
            />
          ) : (
            <Fact
              label={t('ticket.unit_price')}
              value={beforeAfter(priceBefore(changes), formatPrice(move.price, precision))}
            />
          )}
          {move.what === 'order-price' ? (
            <Fact label={t('order.bond_fee')} value={<Amount of={() => meaning().pending?.margin} />} />
          ) : (
            <Profit label={t('order.profit')} of={() => meaning().money} />
          )}
          {move.what === 'order-price' && order?.stopLoss !== undefined && (
            <Profit label={t('order.stop_loss')} of={() => meaning().pending?.loss} />
          )}
          {move.what === 'order-price' && order?.takeProfit !== undefined && (
            <Profit label={t('order.stop_profit')} of={() => meaning().pending?.gain} />
          )}
          {!isTrailing && <Fact label={t('ticket.unit_points')} value={() => points(meaning().points)} />}
          <Fact label={t('ticket.reward')} value={() => rewardText(meaning().reward) ?? UNKNOWN} />
        </dl>
        {isTrailing && <p className="faint">{t('order.trail_hint')}</p>}
        {problem.value !== undefined && (
          <p className="warning" role="alert">
            {problem.value}
          </p>
        )}
      </div>
    </Sheet>
  );
}

const Profit = ({ label, of }: { readonly label: string; readonly of: () => Money | undefined }) => (
  <Fact label={label} value={<Amount of={of} profit />} />
);

const REMOVALS = {
  'stop-loss': { title: 'lines.remove_stop_loss', action: 'lines.remove' },
  'trailing-stop': { title: 'lines.remove_stop_loss', action: 'lines.remove' },
  'take-profit': { title: 'lines.remove_take_profit', action: 'lines.remove' },
  pending: { title: 'order.cancel_ask', action: 'order.cancel' },
} as const;

type Removal = Extract<Change, { readonly what: 'removal' }>;

function RemovalDialog({ changes, part, open, onClose, onConfirm }: Shown & Pick<Removal, 'part'>) {
  const { t } = useTranslation();
  const words = REMOVALS[part];
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(words.title)}
      actions={
        <>
          <Button variant="quiet" wide onClick={onClose}>
            {t('order.keep')}
          </Button>
          <Button variant="danger" wide onClick={onConfirm}>
            {t(words.action)}
          </Button>
        </>
      }
    >
      <p>
        {ordersText(
          t,
          changes.map(({ order }) => order),
        )}
      </p>
    </Dialog>
  );
}

/** Whose line it is: `EUR/USD · Buy 0.60 (3)`, the lots of all three. */
function ordersText(t: Translate, orders: readonly WorkingOrder[]): string {
  const [order] = orders;
  if (!order) return '';
  const lots = formatLots(volume(orders.reduce((sum, one) => sum + one.volume, 0)));
  const count = orders.length > 1 ? ` (${orders.length})` : '';
  return `${order.showCode} · ${t(`trade.line_${order.side}`, { lots })}${count}`;
}

const beforeAfter = (before: string | undefined, after: string): string =>
  before === undefined || before === after ? after : `${before} → ${after}`;

/** The price that all orders have for what is moved; undefined if they differ or have none. */
function priceBefore(changes: readonly OrderChange[]): string | undefined {
  const texts = new Set(
    changes.map(({ order, change }) => {
      const before =
        change.what === 'take-profit'
          ? order.takeProfit
          : change.what === 'order-price' && order.status === 'pending'
            ? order.targetPrice
            : order.stopLoss;
      return before === undefined ? undefined : formatPrice(before, order.precision);
    }),
  );
  const [text] = texts;
  return texts.size === 1 ? text : undefined;
}
