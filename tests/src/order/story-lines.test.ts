import { describe, expect, it } from 'vitest';
import type { OrderEvent } from '../../../shared/contract/order-story.ts';
import { orderId, type Side } from '../../../shared/domain/order.ts';
import { storyLines } from '../../../src/screens/Order/story-lines.ts';

/** Keys and values in place of a language. */
const t = (key: string, { count: _, ...values }: Readonly<Record<string, unknown>> = {}): string =>
  [key.replace(/^\w+\.(reasons\.)?/, ''), ...Object.values(values)].join(' ');

const at = (second: number, ms = 0): string =>
  new Date(Date.UTC(2026, 10, 23, 9, 0, second, ms)).toISOString();

function event(kind: OrderEvent['kind'], over: Partial<OrderEvent> = {}): OrderEvent {
  return { seq: 1, id: 7, at: at(0), kind, by: 'customer', before: {}, after: {}, ...over };
}

/** Each line as text, its detail behind a bar, an asterisk before those that matter. */
function said(events: readonly OrderEvent[], side: Side = 'buy', id = 7): readonly string[] {
  return storyLines(t, { id: orderId(id), side, precision: 5 }, events).map(
    ({ text, detail, isMain }) =>
      `${isMain ? '*' : ''}${text}${detail && ` | ${detail.replaceAll('\u00a0', ' ')}`}`,
  );
}

const bought = event('opened', {
  price: 1.13697,
  after: { Status: 1, Quantity: 0.3, Price: 1.13697, OriginPrice: 1.13697, TargetLossPrice: 1.1364 },
});
const waiting = (target: number) =>
  event('placed', { price: 1.1, after: { Status: 0, Quantity: 0.1, Price: target } });
const touched = (price: number) => event('triggered', { by: 'price', price, at: at(31, 412) });
const closedAt = (price: number, CloseReason: string, after: OrderEvent['after'] = {}) =>
  event('closed', {
    by: 'price',
    price,
    at: at(31, 418),
    before: { Status: 1 },
    after: { Status: 3, UpdatePrice: price, FactProfits: -11.4, CloseReason, ...after },
  });

describe('the story of an order', () => {
  it('answers why a stop was executed: where it stood, the price that touched it, and the price that it got', () => {
    const moved = event('stops', { before: { TargetLossPrice: 1.1364 }, after: { TargetLossPrice: 1.1366 } });
    expect(said([bought, moved, touched(1.13659), closedAt(1.13659, 'stop-loss')])).toEqual([
      'bought 1.13697 | line_buy 0.30 · stop_loss 1.13640',
      'stop_moved 1.13660 | was 1.13640',
      '*touched 1.13659 | stop-loss 1.13660',
      '*executed 1.13659 | gap_worse points 1',
    ]);
  });

  it.each<[Side, number, string, string]>([
    ['buy', 1.1364, 'stop-loss', 'no_gap'],
    ['sell', 1.13642, 'stop-loss', 'gap_worse points 2'],
    ['sell', 1.13638, 'take-profit', 'gap_better points 2'],
    ['buy', 1.13645, 'take-profit', 'gap_better points 5'],
  ])('says how far a %s was executed at %d from its %s', (side, fill, reason, words) => {
    const stops = { Status: 1, OriginPrice: 1.137, TargetLossPrice: 1.1364, TargetProfitPrice: 1.1364 };
    const lines = said([event('opened', { after: stops }), closedAt(fill, reason)], side);
    expect(lines[1]).toBe(`*executed ${fill.toFixed(5)} | ${words}`);
  });

  it.each<[Side, number, number, string, string]>([
    ['buy', 1.09, 1.08998, 'limit', 'gap_better points 2'],
    ['buy', 1.12, 1.12003, 'stop', 'gap_worse points 3'],
    ['sell', 1.12, 1.12, 'limit', 'no_gap'],
    ['sell', 1.09, 1.08998, 'stop', 'gap_worse points 2'],
  ])('tells of a %s that waited for %d and was filled at %d', (side, target, fill, kind, gap) => {
    const filled = event('opened', {
      by: 'price',
      before: { Status: 0, Price: target },
      after: { Status: 1, OriginPrice: fill, Price: fill },
    });
    expect(said([waiting(target), touched(fill), filled], side)).toEqual([
      `placed ${target.toFixed(5)} | ${kind} · line_${side} 0.10`,
      `*touched ${fill.toFixed(5)} | target_price ${target.toFixed(5)}`,
      `*executed ${fill.toFixed(5)} | ${gap}`,
    ]);
  });

  it('has a line for each change of an event, and names the operator', () => {
    const changes: readonly [OrderEvent['kind'], OrderEvent['before'], OrderEvent['after']][] = [
      ['amended', { Price: 1.12 }, { Price: 1.125 }],
      [
        'stops',
        { TargetLossPrice: 0, TargetProfitPrice: 1.2 },
        { TargetLossPrice: 1.05, TargetProfitPrice: 0 },
      ],
      [
        'stops',
        { TargetLossPrice: 1.05, TargetProfitPrice: 0 },
        { TargetLossPrice: 0, TargetProfitPrice: 1.3 },
      ],
      ['stops', { TargetProfitPrice: 1.3 }, { TargetProfitPrice: 1.31 }],
    ];
    const events = changes.map(([kind, before, after]) => event(kind, { by: 'operator', before, after }));
    expect(said([waiting(1.12), ...events]).slice(1)).toEqual([
      'target 1.12500 | was 1.12000 · by_operator',
      'stop_set 1.05000 | by_operator',
      'profit_removed | was 1.20000 · by_operator',
      'stop_removed | was 1.05000 · by_operator',
      'profit_set 1.30000 | by_operator',
      'profit_moved 1.31000 | was 1.30000 · by_operator',
    ]);
  });

  it('tells of a trail that is set, changed and ended, and of no step between; its close has the stop that it reached', () => {
    const trail = (before: OrderEvent['before'], after: OrderEvent['after']) =>
      event('trail', { before, after });
    const events = [
      trail({ TrailPoints: 0, TargetLossPrice: 1.1364 }, { TrailPoints: 300, TargetLossPrice: 1.139 }),
      event('stops', {
        before: { TargetLossPrice: 1.139, TargetProfitPrice: 0 },
        after: { TargetLossPrice: 1.1395, TargetProfitPrice: 1.2 },
      }),
      trail({ TrailPoints: 300, TargetLossPrice: 1.1395 }, { TrailPoints: 1, TargetLossPrice: 1.141 }),
      trail({ TrailPoints: 1, TargetLossPrice: 1.1412 }, { TrailPoints: 0, TargetLossPrice: 1.14 }),
      trail({ TrailPoints: 0 }, { TrailPoints: 100, TargetLossPrice: 1.1402 }),
      touched(1.1411),
      closedAt(1.1411, 'trailing-stop', { TargetLossPrice: 1.14111 }),
    ];
    expect(said([bought, ...events]).slice(1)).toEqual([
      'trail_set points 300 | stop_loss 1.13900',
      'profit_set 1.20000',
      'trail_moved points 1 | was points 300 · stop_loss 1.14100',
      'trail_ended | stop_loss 1.14000',
      'trail_set points 100 | stop_loss 1.14020',
      '*touched 1.14110 | trailing-stop 1.14111',
      '*executed 1.14110 | gap_worse points 1',
    ]);
  });

  it('tells of the part that was closed, and of the part’s own close after what its position had seen', () => {
    const part = { ...closedAt(1.14, 'manual'), id: 8, before: { Status: 1, Quantity: 0.3 } };
    const own = { ...part, after: { ...part.after, Quantity: 0.1, FactProfits: 30.3 } };
    const rest = event('amended', { price: 1.14, before: { Quantity: 0.3 }, after: { Quantity: 0.2 } });
    expect(said([bought, own], 'buy', 8)[1]).toBe('by_you 1.14000 | part_of 0.10 0.30 · profit +30.30');
    expect(said([bought, rest])[1]).toBe('part 0.10 1.14000 | rest 0.20');
  });

  it.each<[string, OrderEvent, string]>([
    ['its owner', closedAt(1.14, 'manual'), 'by_you 1.14000 | profit -11.40'],
    ['a reset', closedAt(1.14, 'reset'), 'by_reset 1.14000 | profit -11.40'],
    [
      'a stop out',
      closedAt(1.14, 'stop-out', { CloseMarginLevel: 49.5 }),
      '*stop_out 1.14000 | margin_level 49.50% · profit -11.40',
    ],
    [
      'the operator',
      { ...closedAt(1.14, 'operator'), by: 'operator' },
      'fates.closed 1.14000 | profit -11.40 · by_operator',
    ],
    ['a cause of a later exchange', closedAt(1.14, 'expired'), 'fates.closed 1.14000 | profit -11.40'],
  ])('says that a position was closed by %s', (_, close, line) => {
    expect(said([bought, close])[1]).toBe(line);
  });

  it('says that a pending order was cancelled, or not filled for want of margin', () => {
    const end = { before: { Status: 0 }, after: { Status: 2 } };
    expect(said([waiting(1.09), event('cancelled', end)])[1]).toBe('fates.cancelled');
    const refused = event('refused', { ...end, by: 'price', price: 1.08999 });
    expect(said([waiting(1.09), touched(1.08999), refused]).slice(1)).toEqual([
      '*touched 1.08999 | target_price 1.09000',
      // What it waited for, as its sheet says.
      '*no_margin 1.09000',
    ]);
  });

  it('says of an order that the journal found that nothing earlier is known', () => {
    const found = (kind: OrderEvent['kind'], after: OrderEvent['after']) =>
      said([event(kind, { by: 'exchange', after })]);
    expect(found('placed', waiting(1.09).after)).toEqual(['placed 1.09000 | line_buy 0.10 · found']);
    expect(found('opened', bought.after)).toEqual([
      'bought 1.13697 | line_buy 0.30 · stop_loss 1.13640 · found',
    ]);
    const closed = { Status: 3, UpdatePrice: 1.13639, FactProfits: -1, TargetLossPrice: 1.1364 };
    expect(found('closed', { ...closed, CloseReason: 'stop-loss' })).toEqual(['*executed 1.13639 | found']);
    expect(found('cancelled', { ...waiting(1.09).after, CloseReason: 'no-margin' })).toEqual([
      '*no_margin 1.09000 | found',
    ]);
  });

  it('says of what it does not know only that there was a change', () => {
    expect(said([bought, event('financed')])[1]).toBe('changed');
  });

  it('has no line before the one above, whatever the clock of a source says', () => {
    const early = { ...touched(1.13659), at: at(1) };
    const linesOf = (...events: readonly OrderEvent[]) =>
      storyLines(t, { id: orderId(7), side: 'buy', precision: 5 }, events);
    expect(
      linesOf({ ...bought, at: at(2) }, early, closedAt(1.13659, 'stop-loss')).map(({ atMs }) => atMs),
    ).toEqual([at(2), at(2), at(31, 418)].map(Date.parse));
    expect(linesOf({ ...bought, at: '' }, early)).toHaveLength(2);
  });

  it('copes with a story whose first events are left out', () => {
    const filled = event('opened', {
      by: 'price',
      before: { Status: 0, Price: 1.12 },
      after: { Status: 1, OriginPrice: 1.12003, Price: 1.12003 },
    });
    expect(said([filled])).toEqual(['*executed 1.12003 | gap_worse points 3']);
    expect(said([touched(1.13659), closedAt(1.13659, 'stop-loss')])).toEqual([
      '*touched 1.13659',
      '*executed 1.13659',
    ]);
    const rest = event('amended', { price: 1.14, before: { Quantity: 0.3 }, after: { Quantity: 0.2 } });
    expect(said([rest, closedAt(1.14, 'manual')])).toEqual([
      'part 0.10 1.14000 | rest 0.20',
      'by_you 1.14000 | profit -11.40',
    ]);
    expect(said([event('refused', { before: { Status: 0 }, price: 1.08 })])).toEqual(['*no_margin 1.08000']);
    const moved = event('stops', { before: { TargetLossPrice: 1.1 }, after: { TargetLossPrice: 1.11 } });
    expect(said([moved])).toEqual(['stop_moved 1.11000 | was 1.10000']);
  });
});
