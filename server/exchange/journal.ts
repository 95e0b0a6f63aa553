import type { Cause, EventKind } from '../../shared/contract/order-story.ts';
import type { OrderId } from '../../shared/domain/order.ts';
import type { TwoPrices } from '../../shared/domain/quote.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Command, Context } from './command.ts';
import type { AccountState, DealEvent, OrderRecord } from './state.ts';
import { instrumentOf } from './valuation.ts';

/** What the journal says of a change of an order, or of the tick that caused it. Pure. */
export interface Entry {
  readonly orderId: OrderId;
  readonly at: TimestampMs;
  readonly kind: EventKind;
  readonly by: Cause;
  /** What it was decided on; undefined while there was no price. */
  readonly mark: PriceMark | undefined;
  /** The order afterwards; undefined for the tick, which changes nothing yet. */
  readonly record?: OrderRecord;
}

interface PriceMark extends TwoPrices {
  /** Undefined of the price of a night, which may be read from candles. */
  readonly tickAt: TimestampMs | undefined;
  readonly source: string | undefined;
}

/** One entry for each changed order, with one for the tick before it if a tick caused the change. A running trail's steps have none. */
export function entriesOf(
  command: Command,
  events: readonly DealEvent[],
  before: AccountState,
  context: Context,
): readonly Entry[] {
  if (command.type === 'trail') return [];
  const by = CAUSE_OF[command.type] ?? 'customer';
  return events.flatMap((event): Entry[] => {
    if (!('record' in event)) return [];
    const { record } = event;
    const orderId = record.order.id;
    const mark = markAt(record, command, context);
    // A night stands at its own time, also when it is booked later.
    const at = command.type === 'finance' ? command.at : context.now;
    const entry: Entry = { orderId, at, kind: kindOf(event, command, before), by, mark, record };
    return command.type === 'trigger'
      ? [{ orderId, at: command.at, kind: 'triggered', by, mark }, entry]
      : [entry];
  });
}

/** Others are the customer's. */
const CAUSE_OF: Readonly<Partial<Record<Command['type'], Cause>>> = {
  trigger: 'price',
  'stop-out': 'stop-out',
  finance: 'exchange',
  'operator-close': 'operator',
  restrict: 'operator',
};

function kindOf(
  { type, record }: Extract<DealEvent, { readonly record: OrderRecord }>,
  command: Command,
  before: AccountState,
): EventKind {
  if (type === 'cancelled') return record.cancelled?.why === 'no-margin' ? 'refused' : 'cancelled';
  if (type !== 'changed') return type;
  if (command.type === 'finance') return 'financed';
  if (command.type !== 'set-stops') return 'amended';
  const trailed = before.orders.get(record.order.id)?.order.trailPoints;
  return trailed === record.order.trailPoints ? 'stops' : 'trail';
}

function markAt(
  { order }: OrderRecord,
  command: Command,
  { prices }: Pick<Context, 'prices'>,
): PriceMark | undefined {
  if (command.type === 'trigger') {
    const { close, ask, at, source } = command;
    return { close, ask, tickAt: at, source };
  }
  if (command.type === 'finance') {
    const close = command.terms.get(order.id)?.close;
    return close && { close, ask: close, tickAt: undefined, source: undefined };
  }
  const instrument = instrumentOf(order, prices);
  const quote = instrument && prices.quote(instrument.id);
  if (quote === undefined) return undefined;
  const { close, ask, time, instrumentId } = quote;
  return { close, ask, tickAt: time, source: prices.sourceOf(instrumentId) };
}
