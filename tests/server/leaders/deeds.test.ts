import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../server/catalogue/catalogue.ts';
import { CAST } from '../../../server/leaders/cast.ts';
import { type Deed, deedsOf, holdMs, stepAt } from '../../../server/leaders/deeds.ts';
import { marginOf } from '../../../shared/domain/margin.ts';
import { ZERO_MONEY } from '../../../shared/domain/money.ts';
import { orderId, type Position, stopsAreValid } from '../../../shared/domain/order.ts';
import { price } from '../../../shared/domain/price.ts';
import { UNIT_RATE } from '../../../shared/domain/rate.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { volumeFromWire } from '../../../shared/domain/volume.ts';
import { CID_PATTERN } from '../../../shared/limits.ts';
import { START } from '../../helpers/dealing.ts';
import { eager, eurusd, rising, seenOf } from './sights.ts';

const step = stepAt(eager, START);
const atStep = (number: number) => number * eager.stepMs;
const opened = (deeds: readonly Deed[]) =>
  deeds.flatMap((deed) => (deed.type === 'submit' ? [deed.order] : []));

const position = (more: Partial<Position> = {}): Position => ({
  id: orderId(7),
  status: 'open',
  instrumentId: eurusd.id,
  code: eurusd.code,
  showCode: eurusd.showCode,
  precision: eurusd.precision,
  side: 'buy',
  volume: volumeFromWire(1),
  multiple: 100,
  createdAt: START,
  openPrice: price(110_000),
  margin: ZERO_MONEY,
  fee: ZERO_MONEY,
  ...more,
});

describe('the cast', () => {
  it('has six traders with names that may stand in a client order id, and instruments that exist', () => {
    expect(CAST).toHaveLength(6);
    expect(new Set(CAST.map(({ name }) => name)).size).toBe(6);
    for (const { name, codes } of CAST) {
      expect(name).toMatch(/^[a-z][a-z_]{3,15}$/);
      for (const code of codes) expect(catalogue.map((entry) => entry.code)).toContain(code);
    }
  });
});

describe('what a trader does', () => {
  it('follows from its name, the step and what it sees', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CAST),
        fc.integer({ min: 1, max: 1e8 }),
        fc.integer({ min: -30, max: 30 }),
        (leader, number, drift) => {
          const see = () => seenOf({ now: number * leader.stepMs, minutes: rising(110_000, drift) });
          expect(deedsOf({ ...leader, codes: ['EURUSD'] }, number, see())).toEqual(
            deedsOf({ ...leader, codes: ['EURUSD'] }, number, see()),
          );
        },
      ),
    );
  });

  it('is another thing for another name', () => {
    const when = (name: string) =>
      Array.from({ length: 400 }, (_, i) => step + i).filter(
        (number) =>
          deedsOf({ ...eager, name, eagerness: 0.1 }, number, seenOf({ now: atStep(number) })).length > 0,
      );
    const [one, other] = [when('nightferry'), when('slowriver')];
    expect(one.length).toBeGreaterThan(15);
    expect(other.length).toBeGreaterThan(15);
    expect(one).not.toEqual(other);
    expect(one).toEqual(when('nightferry'));
  });

  it('goes with the move or against it, and not at all without one', () => {
    const side = (style: 'with' | 'against', perMinute: number) =>
      opened(
        deedsOf({ ...eager, style }, step, seenOf({ now: START, minutes: rising(110_000, perMinute) })),
      )[0]?.side;
    expect([side('with', 10), side('with', -10), side('against', 10), side('against', -10)]).toEqual([
      'buy',
      'sell',
      'sell',
      'buy',
    ]);
    expect(side('with', 0)).toBeUndefined();
  });

  it('waits until enough minutes are known', () => {
    const known = (count: number) =>
      deedsOf(eager, step, seenOf({ now: START, minutes: rising(110_000, 10, count) })).length;
    expect([known(0), known(eager.lookback), known(eager.lookback + 1)]).toEqual([0, 0, 1]);
  });

  it('stakes no more than its share of the balance, on a leverage that is on offer', () => {
    const [order] = opened(deedsOf(eager, step, seenOf({ now: START, balance: 20_000 })));
    if (order === undefined) throw new Error('no order');
    const margin = marginOf(eurusd, order.volume, price(110_000), order.multiple, UNIT_RATE);
    expect(order.multiple).toBe(100);
    expect(margin).toBeLessThanOrEqual(800_000_000);
    expect(margin).toBeGreaterThan(780_000_000);
    const offered = (multiples: readonly number[]) =>
      opened(deedsOf(eager, step, seenOf({ now: START, instrument: { ...eurusd, multiples } })))[0]?.multiple;
    expect([offered([1, 20]), offered([90, 110]), offered([])]).toEqual([20, 90, undefined]);
  });

  it('ends when its money is gone', () => {
    for (const balance of [0, 0.01, 20]) {
      expect(deedsOf(eager, step, seenOf({ now: START, balance }))).toEqual([]);
    }
  });

  it('puts stops where they belong, as far as its temperament uses them', () => {
    for (const style of ['with', 'against'] as const) {
      const [order] = opened(deedsOf({ ...eager, style }, step, seenOf({ now: START })));
      if (order === undefined) throw new Error('no order');
      expect(stopsAreValid(order.side, price(110_000), order.stopLoss, order.takeProfit)).toBe(true);
      expect([order.stopLoss, order.takeProfit]).not.toContain(undefined);
    }
    const { stop: _, target: __, ...bare } = eager;
    expect(opened(deedsOf(bare, step, seenOf({ now: START })))[0]).not.toHaveProperty('stopLoss');
  });

  it('is nothing in a closed market, whatever it holds and however long', () => {
    const closed = { ...eurusd, market: { status: 'closed' } as const };
    const later = START + 3_600_000;
    expect(deedsOf(eager, stepAt(eager, later), seenOf({ now: later, instrument: closed }))).toEqual([]);
    const held = [position()];
    expect(
      deedsOf(eager, stepAt(eager, later), seenOf({ now: later, instrument: closed, orders: held })),
    ).toEqual([]);
    expect(deedsOf(eager, stepAt(eager, later), seenOf({ now: later, orders: held }))[0]).toMatchObject({
      type: 'close',
      id: 7,
    });
  });

  it('closes a position when it was held long enough, and not before', () => {
    const hold = holdMs(eager, START);
    expect(hold).toBeGreaterThanOrEqual(eager.holdMinutes[0] * 60_000);
    expect(hold).toBeLessThanOrEqual(eager.holdMinutes[1] * 60_000);
    const closes = (now: number) =>
      deedsOf(eager, stepAt(eager, now), seenOf({ now, orders: [position()] })).map(({ type }) => type);
    expect(closes(START + hold - 1)).toEqual([]);
    expect(closes(START + hold + 1)).toEqual(['close']);
  });

  it('has one position an instrument, and no more than its temperament allows', () => {
    const other = (id: number) =>
      position({ id: orderId(id), code: `X${id}`, instrumentId: (100 + id) as Position['instrumentId'] });
    const opens = (orders: readonly Position[]) =>
      opened(deedsOf(eager, step, seenOf({ now: START, orders }))).length;
    expect(eager.maxPositions).toBe(2);
    expect([opens([]), opens([other(1)]), opens([other(1), other(2)]), opens([position()])]).toEqual([
      1, 1, 0, 0,
    ]);
  });

  it('goes by ids that the exchange takes, and no two steps or traders share', () => {
    const cids = CAST.flatMap((leader) =>
      [step, step + 1].flatMap((number) =>
        deedsOf(
          { ...leader, codes: ['EURUSD'], eagerness: 1, nerve: 0.1, maxPositions: 9 },
          number,
          seenOf({
            now: timestampMs(START + 1e9),
            orders: [1, 2].map((id) =>
              position({ id: orderId(id), code: 'EURUSD', instrumentId: eurusd.id }),
            ),
          }),
        ).map((deed) => (deed.type === 'submit' ? deed.order.cid : deed.cid)),
      ),
    );
    expect(cids).toHaveLength(24);
    const opening = CAST.flatMap(({ name }) =>
      [step, step + 1].flatMap((number) =>
        opened(deedsOf({ ...eager, name }, number, seenOf({ now: atStep(number) }))).map(({ cid }) => cid),
      ),
    );
    expect(opening).toHaveLength(12);
    for (const cid of [...cids, ...opening]) expect(cid).toMatch(CID_PATTERN);
    expect(new Set([...cids, ...opening]).size).toBe(36);
  });
});
