import { batch, effect, type Signal, signal, untracked } from '@preact/signals-react';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import type { InstrumentId } from '../../../shared/domain/instrument.ts';
import { priceFromWire } from '../../../shared/domain/price.ts';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { positionSignals, working } from '../../state/account.ts';
import { alerts, alertsOn, showAlerts } from '../../state/alerts.ts';
import { offeredStops } from '../../state/first-fill.ts';
import { instrumentOf } from '../../state/market.ts';
import { openingFacts } from '../../state/opening-facts.ts';
import { balanceHidden } from '../../state/preferences.ts';
import { useQuote } from '../../state/quotes.ts';
import { replaySource } from '../../state/replay-source.ts';
import { underway } from '../../state/underway.ts';
import { useRate } from '../../state/use-rate.ts';
import type { LiveChart } from '../live-chart.ts';
import type { OrderLine, WorkingOrder } from './line-change.ts';
import { requestChanges, requestRemoval } from './line-sender.ts';
import { chosenLines, dropLineWork, heldMove, type LineTask, lineTask, sentDrafts } from './line-task.ts';
import { lineText } from './line-texts.ts';
import { isSame, type Proposal } from './order-drag.ts';
import { createOrderLayer, type OrderLayer } from './order-layer.ts';
import { type Draft, orderLines } from './order-lines.ts';
import { ordersOn } from './orders-on.ts';

interface ChartOrdersProps {
  readonly chart: LiveChart;
  readonly instrumentId: InstrumentId;
}

/**
 * The orders on a chart: their lines, and what a finger does to them. Lines are painted in the frame in which all other
 * figures of the account change. What is asked before it is sent stands in the ticket's dock (line-task.ts).
 */
export function ChartOrders({ chart, instrumentId }: ChartOrdersProps) {
  const { t } = useTranslation();
  const instrument = instrumentOf(instrumentId);
  const rate = useRate(instrument);
  const quote = useQuote(instrumentId);
  const facts = (order: WorkingOrder) => untracked(() => openingFacts(order, instrument, quote, rate));
  const focused = useMemo(() => signal<OrderLine>(), []);
  const latest = useRef({ facts });
  useEffect(() => {
    latest.current = { facts };
  });

  // It stays when the list of instruments is loaded again: a finger may hold one of its lines.
  const layer = useMemo(() => {
    const created: OrderLayer = createOrderLayer({
      t,
      repaint: () => chart.set({ layer: created }),
      facts: (order) => latest.current.facts(order),
      canMove: () => replaySource.peek() === undefined,
      onAlerts: () => showAlerts(instrumentId),
      onHold: hold,
      onMove: (changes) =>
        batch(() => {
          heldMove.value = undefined;
          requestChanges(t, { what: 'move', changes });
        }),
      onRemove: (lines) => requestRemoval(t, lines),
      onChoose(lines, footPx) {
        const isSecond = lines?.some((line) => chosenLines.peek()?.lines.some((one) => isSame(one, line)));
        chosenLines.value = lines === undefined || isSecond ? undefined : { lines, footPx };
      },
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
      // What is asked is about this instrument.
      dropLineWork();
    };
  }, [chart, layer]);
  useEffect(
    () =>
      effect(() => {
        const orders = ordersOn(working.value, instrumentId);
        forgetGone(orders);
        layer.show({
          orders,
          // Changes from other screens lock the lines, too.
          drafts: [
            ...sentDrafts.value,
            ...[...underway.ids.value].map((id) => ({ id })),
            ...draftsOf(lineTask.value),
          ],
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
          offered: offeredStops.value,
          chosen: focused.value ? [focused.value] : (chosenLines.value?.lines ?? []),
        });
        chart.paint(layer);
      }),
    [chart, layer, instrument, instrumentId, quote, rate, focused],
  );
  return <LineButtons instrumentId={instrumentId} focused={focused} />;
}

/** The dock follows the finger; the bar of a label would be in its way. */
function hold(proposal: Proposal | undefined): void {
  if (proposal === undefined) {
    if (heldMove.peek()) heldMove.value = undefined;
    return;
  }
  const { orders, moves, problem } = proposal;
  batch(() => {
    chosenLines.value = undefined;
    heldMove.value = {
      what: 'move',
      changes: orders.flatMap((order, i) => (moves[i] ? [{ order, change: moves[i] }] : [])),
      problem,
    };
  });
}

const draftsOf = (task: LineTask | undefined): readonly Draft[] =>
  task === undefined || task.what === 'close'
    ? []
    : task.changes.map(({ order, change }) => ({ id: order.id, change, isOpen: task.what === 'move' }));

/** A filled or closed order is not asked about any more. */
function forgetGone(orders: readonly WorkingOrder[]): void {
  const isThere = ({ id, status }: WorkingOrder) =>
    orders.some((order) => order.id === id && order.status === status);
  const task = lineTask.value;
  const asked =
    task === undefined || task.what === 'close' ? task?.positions : task.changes.map((one) => one.order);
  if (asked && !asked.every(isThere)) lineTask.value = undefined;
  if (chosenLines.value && !chosenLines.value.lines.every(({ order }) => isThere(order)))
    chosenLines.value = undefined;
}

/** The labels on the canvas as buttons, for keys and screen readers; the label of the focused one has an edge. */
function LineButtons({
  instrumentId,
  focused,
}: Pick<ChartOrdersProps, 'instrumentId'> & { readonly focused: Signal<OrderLine | undefined> }) {
  useSignals();
  const { t } = useTranslation();
  const lines = orderLines(ordersOn(working.value, instrumentId)).toReversed();
  if (lines.length === 0) return null;
  const choose = (line: OrderLine, opener: HTMLElement): void => {
    chosenLines.value = { lines: [line], footPx: Number.POSITIVE_INFINITY, opener };
  };
  return (
    <div
      role="toolbar"
      aria-orientation="vertical"
      aria-label={t('lines.title')}
      className="visually-hidden"
      onKeyDown={moveFocus}
    >
      {lines.map((line, i) => (
        <button
          key={`${line.order.id} ${line.part}`}
          type="button"
          tabIndex={i === 0 ? 0 : -1}
          onFocus={() => {
            focused.value = line;
          }}
          onBlur={() => {
            focused.value = undefined;
          }}
          onClick={(event) => choose(line, event.currentTarget)}
        >
          {/* Without it the name begins like that of the button that buys. */}
          {`${t('lines.title')}: ${lineText(t, line)}`}
        </button>
      ))}
    </div>
  );
}

/** One stop of the Tab key for all: arrows go through them. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step =
    event.key === 'ArrowDown'
      ? 'nextElementSibling'
      : event.key === 'ArrowUp'
        ? 'previousElementSibling'
        : undefined;
  const next = step && document.activeElement?.[step];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}
