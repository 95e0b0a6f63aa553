import { useComputed } from '@preact/signals-react';
import { type ReactNode, useCallback, useState } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import type { PendingOrder } from '../../../shared/domain/order.ts';
import { type Price, priceFromWire } from '../../../shared/domain/price.ts';
import { decidingPrice } from '../../../shared/domain/quote.ts';
import { IconButton } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ConfirmDialog } from '../../components/Modal.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { SigText } from '../../components/SigText.tsx';
import { showRefusal } from '../../components/show-refusal.ts';
import { SideSize } from '../../components/trading/SideSize.tsx';
import { useLast } from '../../components/use-last.ts';
import { useSignals } from '../../components/use-signals.ts';
import { Value } from '../../components/Value.tsx';
import { formatMoment } from '../../format/date.ts';
import { formatLots, formatSigned } from '../../format/money.ts';
import { formatPrice, formatScaled, UNKNOWN } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { working } from '../../state/account.ts';
import { alerts, alertsOn, deleteAlert } from '../../state/alerts.ts';
import { useBooked, useLoaded } from '../../state/ask.ts';
import { loadHistory } from '../../state/orders.ts';
import { confirmOrders } from '../../state/preferences.ts';
import { useQuote } from '../../state/quotes.ts';
import { saysReplay } from '../../state/replay-source.ts';
import { underway } from '../../state/underway.ts';
import { hideableText, hideableTone } from '../shared/Balance.tsx';
import { cancelText, useOrderActions } from '../shared/use-order-actions.ts';

/** Rows of each list. */
const MOST = 5;

/** Below the ticket of a wide screen: what waits near the price of the instrument, and its last closed orders. */
export function Nearby({ instrument }: { readonly instrument: Instrument }) {
  return (
    <>
      <Waiting instrument={instrument} key={instrument.id} />
      <LastClosed instrument={instrument} />
    </>
  );
}

/** An alert, or a pending order. */
interface Waits {
  readonly key: string;
  readonly at: Price;
  readonly order?: PendingOrder;
  readonly alertId?: number;
}

function waitsOn({ id, precision }: Instrument): readonly Waits[] {
  const orders = working.value;
  const pending = orders.status === 'ready' ? orders.pending : [];
  return [
    ...pending
      .filter(({ instrumentId }) => instrumentId === id)
      .map((order) => ({ key: `order ${order.id}`, at: order.targetPrice, order })),
    ...alertsOn(alerts.value, id).map((alert) => ({
      key: `alert ${alert.id}`,
      at: priceFromWire(alert.price, precision),
      alertId: alert.id,
    })),
  ];
}

function Waiting({ instrument }: { readonly instrument: Instrument }) {
  useSignals();
  const { t } = useTranslation();
  const quote = useQuote(instrument.id);
  const actions = useOrderActions(underway);
  const [asked, setAsked] = useState<PendingOrder>();
  const question = useLast(asked);
  const distance = useCallback(
    ({ at, order }: Waits) => {
      const now = (order ? decidingPrice(order, quote) : quote.close).value;
      return now === undefined ? undefined : Math.abs(at - now);
    },
    [quote],
  );
  // Renders when the order of the nearest changes, not on ticks.
  const nearest = useComputed(() =>
    waitsOn(instrument)
      .map((one) => ({ key: one.key, away: distance(one) ?? 0 }))
      .sort((a, b) => a.away - b.away)
      .slice(0, MOST)
      .map(({ key }) => key)
      .join(),
  ).value.split(',');
  const all = waitsOn(instrument);
  const remove = async ({ order, alertId }: Waits): Promise<void> => {
    if (alertId !== undefined) {
      const answer = await deleteAlert(alertId);
      if (!answer.ok) showRefusal(t, answer.error);
    } else if (order && confirmOrders.peek()) setAsked(order);
    else if (order) void actions.cancel(order);
  };
  const rows = (
    <List title={t('trade.near')}>
      {nearest.map((key) => {
        const one = all.find((other) => other.key === key);
        if (!one) return null;
        const { order, at } = one;
        const price = formatPrice(at, instrument.precision);
        return (
          <li key={key} className="row">
            {order ? (
              <SideSize side={order.side} size={order.volume} />
            ) : (
              <>
                <Icon name={MORE_ICONS.alarm} size={16} />
                <span className="visually-hidden">{t('alerts.title')}</span>
              </>
            )}
            <div className="grow">
              <p className="strong">
                <Value>{price}</Value>
              </p>
              <Away of={one} distance={distance} />
            </div>
            <IconButton
              icon="close"
              label={
                order
                  ? t('order.cancel_row', { name: order.showCode, lots: formatLots(order.volume), price })
                  : `${t('public.delete')}: ${price}`
              }
              disabled={saysReplay() || (order && actions.underway.value.has(order.id))}
              onClick={() => void remove(one)}
            />
          </li>
        );
      })}
    </List>
  );
  return (
    <>
      {all.length > 0 && rows}
      <ConfirmDialog
        open={asked !== undefined}
        title={t('order.cancel_ask')}
        text={question ? cancelText(t, question) : ''}
        action={t('order.cancel')}
        danger
        onClose={() => setAsked(undefined)}
        onConfirm={() => void (asked && actions.cancel(asked))}
      />
    </>
  );
}

interface AwayProps {
  readonly of: Waits;
  readonly distance: (of: Waits) => number | undefined;
}

function Away({ of, distance }: AwayProps) {
  const { t } = useTranslation();
  const text = (): string => {
    const count = distance(of);
    return t('ticket.points', {
      count: count ?? 0,
      points: count === undefined ? UNKNOWN : formatScaled(count, 0),
    });
  };
  return <SigText className="faint" text={text} words />;
}

function LastClosed({ instrument: { id: instrumentId } }: { readonly instrument: Instrument }) {
  useSignals();
  const { t } = useTranslation();
  const load = useCallback(() => loadHistory(1, { instrumentId }, MOST), [instrumentId]);
  const { loaded, reload } = useLoaded(load);
  useBooked(reload);
  const orders = loaded.status === 'ready' ? loaded.value.orders : [];
  if (orders.length === 0) return null;
  return (
    <List title={t('trade.closed_last')}>
      {orders.map(
        (order) =>
          order.status === 'closed' && (
            <li key={order.id} className="ends entry">
              <span className="faint" translate="no">
                {formatMoment(order.closedAt)}
              </span>
              <SideSize side={order.side} size={order.volume} />
              <span className="strong" dir="ltr" translate="no" data-tone={hideableTone(order.realisedPnl)}>
                {hideableText(formatSigned(order.realisedPnl))}
              </span>
            </li>
          ),
      )}
    </List>
  );
}

function List({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2 className="soft strong entry">{title}</h2>
      <ul aria-label={title}>{children}</ul>
    </section>
  );
}
