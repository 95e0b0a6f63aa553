import { effect, signal, untracked } from '@preact/signals-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { InstrumentId } from '../../../shared/domain/instrument.ts';
import type { OrderId } from '../../../shared/domain/order.ts';
import { priceFromWire } from '../../../shared/domain/price.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { positionSignals, working } from '../../state/account.ts';
import { alerts, showAlerts } from '../../state/alerts.ts';
import { instrumentOf } from '../../state/market.ts';
import { openingFacts } from '../../state/opening-facts.ts';
import { balanceHidden, confirmOrders } from '../../state/preferences.ts';
import { useQuote } from '../../state/quotes.ts';
import { replaySource } from '../../state/replay-source.ts';
import { underway } from '../../state/underway.ts';
import { useRate } from '../../state/use-rate.ts';
import type { LiveChart } from '../live-chart.ts';
import { LineSheet } from './LineSheet.tsx';
import type { WorkingOrder } from './line-change.ts';
import { type OrderChange, sendChanges } from './line-sender.ts';
import { createOrderLayer, type OrderLayer } from './order-layer.ts';
import type { Draft } from './order-lines.ts';
import { alertsOn, ordersOn } from './orders-on.ts';

interface ChartOrdersProps {
  readonly chart: LiveChart;
  readonly instrumentId: InstrumentId;
}

/**
 * The orders on a chart: their lines, what a finger does to them, and the question before it is sent. The lines are
 * painted in the frame in which all other figures of the account change.
 */
export function ChartOrders({ chart, instrumentId }: ChartOrdersProps) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<readonly OrderChange[]>([]);
  const drafts = useMemo(() => signal<readonly Draft[]>([]), []);
  const instrument = instrumentOf(instrumentId);
  const rate = useRate(instrument);
  const quote = useQuote(instrumentId);

  const forget = (id: OrderId) => {
    drafts.value = drafts.peek().filter((draft) => draft.id !== id);
  };
  const send = (changes: readonly OrderChange[]) => void sendChanges(t, changes, forget);
  const request = (changes: readonly OrderChange[]) => {
    drafts.value = [...drafts.peek(), ...changes.map(({ order, change }) => ({ id: order.id, change }))];
    // Several orders at once are always confirmed.
    if (confirmOrders.peek() || changes.length > 1) setAsked(changes);
    else send(changes);
  };
  const facts = (order: WorkingOrder) => untracked(() => openingFacts(order, instrument, quote, rate));
  const latest = useRef({ request, facts });
  useEffect(() => {
    latest.current = { request, facts };
  });

  // It stays when the list of instruments is loaded again: a finger may hold one of its lines.
  const layer = useMemo(() => {
    const created: OrderLayer = createOrderLayer({
      t,
      repaint: () => chart.set({ layer: created }),
      facts: (order) => latest.current.facts(order),
      canMove: () => replaySource.peek() === undefined,
      onAlerts: () => showAlerts(instrumentId),
      onMove: (moves) => latest.current.request(moves),
      onRemove: (lines) =>
        latest.current.request(
          lines.flatMap(({ order, part }) =>
            part === 'position' ? [] : [{ order, change: { what: 'removal' as const, part } }],
          ),
        ),
    });
    return created;
  }, [chart, instrumentId, t]);
  useEffect(() => {
    const release = chart.addGrabber(layer.grabber);
    const stopTaps = chart.onTap(layer.tap);
    return () => {
      release();
      stopTaps();
      chart.set({ layer: undefined });
    };
  }, [chart, layer]);
  useEffect(
    () =>
      effect(() => {
        const orders = ordersOn(working.value, instrumentId);
        layer.show({
          orders,
          // Changes from other screens lock the lines, too.
          drafts: [...drafts.value, ...[...underway.ids.value].map((id) => ({ id }))],
          quote: { close: quote.close.value, ask: quote.ask.value },
          rate: rate.value,
          instrument,
          alerts: alertsOn(alerts.value, instrumentId).map(({ price }) =>
            priceFromWire(price, instrument?.precision ?? 0),
          ),
          profits: new Map(
            orders.map(({ id, status }) => [
              id,
              status === 'open' && !balanceHidden.value ? positionSignals(id).pnl.value : undefined,
            ]),
          ),
        });
        chart.paint(layer);
      }),
    [chart, layer, instrument, instrumentId, quote, rate, drafts],
  );

  const latestClose = useRef(() => {});
  useEffect(() => {
    latestClose.current = close;
  });
  const close = () => {
    for (const { order } of asked) forget(order.id);
    setAsked([]);
  };
  useEffect(() => {
    if (asked.length === 0) return;
    return effect(() => {
      const there = new Set(ordersOn(working.value, instrumentId).map(({ id }) => id));
      if (asked.some(({ order }) => !there.has(order.id))) queueMicrotask(() => latestClose.current());
    });
  }, [asked, instrumentId]);
  const confirm = () => {
    setAsked([]);
    send(asked);
  };
  return (
    <LineSheet
      changes={asked}
      quote={quote}
      facts={{ instrument, rate }}
      onClose={close}
      onConfirm={confirm}
    />
  );
}
