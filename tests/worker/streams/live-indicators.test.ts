import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Observable } from 'rxjs';
import { describe, expect, test, vi } from 'vitest';
import type { CandleUpdate } from '../../../shared/bridge/worker-api.ts';
import type { CandleRow } from '../../../shared/domain/candle.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { PERIODS, type Period, periodSeconds, wirePeriod } from '../../../shared/domain/period.ts';
import { root } from '../../architecture/sources.ts';
import { candleStart, MONDAY_S } from '../../helpers/candle-start.ts';
import { awayFromReference, inOneGo, NAMES, SHORT_NAMES, viewerOf } from '../../helpers/indicator-viewer.ts';
import { folded, openKlineExchange } from '../helpers/kline-exchange.ts';
import { collect } from '../helpers/scripted-engine.ts';

const RUNS = Number(process.env['RUNS'] ?? 5);
const EURUSD = instrumentId(1);
const RECORDINGS = join(root, 'tests/recordings');
/** Candles that are compared after each step; all of them are at the end. */
const NEWEST = 40;
const PATIENT = { timeout: 60_000, interval: 1 };

/** Minutes with missing ones, around the start of a week. */
function history(count: number): readonly CandleRow[] {
  let time = MONDAY_S - Math.floor(count / 2) * 60;
  return Array.from({ length: count }, (_, i) => {
    time += i % 17 === 0 ? 180 : 60;
    const price = 110_000 + ((i * 7_919) % 613);
    return [time, price, price + (i % 5), price - (i % 7), price - (i % 3), 1 + (i % 9)];
  });
}

const price = fc.integer({ min: 109_000, max: 111_000 });
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('tick'), gap: fc.constantFrom(0, 0, 0, 1, 1, 9), price }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('late'), gap: fc.constant(0), price }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('older'), gap: fc.constant(0), price }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('reconnect'), gap: fc.constantFrom(0, 1, 30), price }),
  },
);

describe.each(PERIODS)('indicators of live candles of %s', (period: Period) => {
  const startOf = (time: number) => candleStart(time, periodSeconds(period));
  const bookSeconds = periodSeconds(wirePeriod(period));

  test('are those of their candles at every moment, also after older pages, late ticks and reconnects', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        const exchange = await openKlineExchange(history(1_300));
        const { engine, minutes } = exchange;
        const viewer = viewerOf(engine.candles(EURUSD, period, NAMES));
        const caughtUp = () =>
          vi.waitFor(() => expect(viewer.rows().at(-1)).toEqual(folded(minutes, startOf).at(-1)), PATIENT);
        await exchange.begin();
        await caughtUp();
        for (const { kind, gap, price: paid } of steps) {
          if (kind === 'tick') exchange.tick(gap, paid);
          else if (kind === 'late') {
            // Minutes of an earlier candle of the book are not held, unless they are candles themselves.
            const [before, last] = minutes.slice(-2).map(([time]) => candleStart(time, bookSeconds));
            if (bookSeconds === 60 || before === last) exchange.lateTick(paid);
          } else if (kind === 'older') await engine.olderCandles(EURUSD, period);
          else {
            await exchange.reconnect(() => exchange.tick(gap, paid, false));
            await caughtUp();
          }
          const rows = viewer.rows();
          expect(rows.slice(-NEWEST)).toEqual(folded(minutes, startOf).slice(-rows.length).slice(-NEWEST));
          expect(viewer.values().slice(-NEWEST)).toEqual(inOneGo(rows).slice(-NEWEST));
        }
        const rows = viewer.rows();
        expect(rows).toEqual(folded(minutes, startOf).slice(-rows.length));
        expect(viewer.values()).toEqual(inOneGo(rows));
        expect(awayFromReference(viewer.rows(), viewer.values())).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});

/** The minutes of a recording: those before the first one pushed, and every state that was pushed. In points. */
function recorded(name: string) {
  const inPoints = ([time = 0, ...rest]: readonly number[]): CandleRow => {
    const [open = 0, high = 0, low = 0, close = 0] = rest.map((one) => Math.round(one * 100_000));
    return [time, open, high, low, close, rest[4] ?? 0];
  };
  const pushes = gunzipSync(readFileSync(join(RECORDINGS, name)))
    .toString()
    .split('\n')
    .map((line) => /"topic\\":\\"KLINE\.EURUSD\\".*\\"data\\":\[([^\]]*)\]/.exec(line)?.[1])
    .filter((text) => text !== undefined)
    .map((text) => inPoints(text.split(',').map(Number)));
  const state = JSON.parse(
    readFileSync(join(RECORDINGS, name.replace('.jsonl.gz', '.state.json')), 'utf8'),
  ) as { candles: Record<string, Record<string, number[][]>> };
  const all = (state.candles['EURUSD']?.['1min'] ?? []).map(inPoints);
  return { before: all.filter(([time]) => time < (pushes[0]?.[0] ?? 0)), pushes };
}

/** Recordings in which a chart was open. */
const WITH_CHART = readdirSync(RECORDINGS)
  .filter((name) => name.endsWith('.gz'))
  .filter((name) => recorded(name).pushes.length > 0);

describe('indicators of recorded minutes', () => {
  test('are in most recordings', () => {
    expect(WITH_CHART.length).toBeGreaterThan(5);
  });

  test.each(WITH_CHART)('of %s are those of their candles at every tick', async (name) => {
    const { before, pushes } = recorded(name);
    expect(before.length + pushes.length).toBeGreaterThan(30);
    const exchange = await openKlineExchange([...before, ...pushes.slice(0, 1)]);
    const viewer = viewerOf(exchange.engine.candles(EURUSD, '1min', SHORT_NAMES));
    await exchange.begin();
    for (const row of pushes.slice(1)) {
      exchange.take(row);
      expect(viewer.values().at(-1)).toEqual(inOneGo(viewer.rows(), SHORT_NAMES).at(-1));
    }
    expect(viewer.rows().length).toBeGreaterThan(5);
    expect(viewer.values()).toEqual(inOneGo(viewer.rows(), SHORT_NAMES));
    expect(awayFromReference(viewer.rows(), viewer.values(), SHORT_NAMES)).toEqual([]);
  });
});

describe('indicators of a chart', () => {
  test('cost one update of one candle a tick, and come again as a whole when an earlier candle changed', async () => {
    const exchange = await openKlineExchange(history(60));
    const viewer = viewerOf(exchange.engine.candles(EURUSD, '1min', NAMES));
    const plain = viewerOf(exchange.engine.candles(EURUSD, '1min'), 0);
    await exchange.begin();
    for (let i = 0; i < 5; i++) exchange.tick(i % 2, 110_000 + i);
    expect(viewer.seen).toEqual({ resets: 1, puts: 6, refusals: [] });
    exchange.lateTick(110_900);
    expect(viewer.seen).toEqual({ resets: 2, puts: 6, refusals: [] });
    expect(plain.seen).toEqual({ resets: 1, puts: 7, refusals: [] });
  });

  test('are each viewer’s own, while the candles are loaded once', async () => {
    const exchange = await openKlineExchange(history(60));
    const one = viewerOf(exchange.engine.candles(EURUSD, '1min', ['sma:5']), 1);
    const other = viewerOf(exchange.engine.candles(EURUSD, '1min', ['ema:5', 'rsi:3']), 2);
    await exchange.begin();
    exchange.tick(1, 110_500);
    expect(exchange.answers.asked).toBe(1);
    expect(one.values()).toEqual(inOneGo(one.rows(), ['sma:5']));
    expect(other.values()).toEqual(inOneGo(other.rows(), ['ema:5', 'rsi:3']));
  });

  test('can be changed without another load, and without losing older pages', async () => {
    const exchange = await openKlineExchange(history(900));
    const { engine, env } = exchange;
    const before = (engine.candles(EURUSD, '1min', ['sma:5']) as Observable<unknown>).subscribe();
    await exchange.begin();
    await engine.olderCandles(EURUSD, '1min');
    const { asked } = exchange.answers;
    before.unsubscribe();
    env.advance(999);
    const viewer = viewerOf(engine.candles(EURUSD, '1min', ['sma:6']), 1);
    await env.settle();
    env.advance(5_000);
    exchange.tick(0, 110_500);
    expect(exchange.answers.asked).toBe(asked);
    expect(viewer.rows()).toHaveLength(900);
    expect(viewer.values()).toEqual(inOneGo(viewer.rows(), ['sma:6']));
  });

  describe('with a VWAP of minutes', () => {
    /** A day and twenty hours, with the VWAP of the second day at their end. */
    const minutes = Array.from({ length: 44 * 60 }, (_, i): CandleRow => {
      const paid = 110_000 + Math.floor(i / 60) * 10;
      return [MONDAY_S + i * 60, paid, paid + 3, paid - 3, paid, 1];
    });
    const vwap = inOneGo(minutes, ['vwap']).at(-1);
    const plainOf = ({ engine }: Awaited<ReturnType<typeof openKlineExchange>>) =>
      viewerOf(engine.candles(EURUSD, '1min'), 0);
    const viewed = ({ engine }: Awaited<ReturnType<typeof openKlineExchange>>) =>
      viewerOf(engine.candles(EURUSD, '1min', ['vwap']), 1);

    test('begin with the day, in one call', async () => {
      const exchange = await openKlineExchange(minutes);
      const viewer = viewed(exchange);
      await exchange.begin();
      expect(viewer.values().at(-1)).toEqual(vwap);
      expect([exchange.answers.asked, viewer.seen.resets]).toEqual([1, 1]);
    });

    test('do so when it is switched on later, also before the candles have come', async () => {
      for (const isEarly of [true, false]) {
        const exchange = await openKlineExchange(minutes);
        const plain = plainOf(exchange);
        if (!isEarly) {
          await exchange.begin();
          expect([exchange.answers.asked, plain.rows().length]).toEqual([1, 500]);
        }
        const viewer = viewed(exchange);
        await (isEarly ? exchange.begin() : exchange.env.settle());
        expect(viewer.values().at(-1)).toEqual(vwap);
        expect(exchange.answers.asked).toBe(2);
      }
    });

    test('do so when it is switched on while an older page is on its way', async () => {
      const exchange = await openKlineExchange(minutes);
      plainOf(exchange);
      await exchange.begin();
      const older = exchange.engine.olderCandles(EURUSD, '1min');
      const viewer = viewed(exchange);
      await older;
      await exchange.env.settle();
      expect(viewer.values().at(-1)).toEqual(vwap);
    });
  });

  test('that cannot be loaded fail, and are loaded again by themselves', async () => {
    const exchange = await openKlineExchange(history(60));
    const { env } = exchange;
    const works = env.indicators;
    Object.assign(env, { indicators: () => Promise.reject(new TypeError('Failed to fetch')) });
    const viewer = viewerOf(exchange.engine.candles(EURUSD, '1min', ['sma:5']), 1);
    await exchange.begin();
    expect(viewer.seen).toEqual({ resets: 0, puts: 0, refusals: [-1] });
    Object.assign(env, { indicators: works });
    env.advance(10_000);
    await env.settle();
    expect(viewer.values()).toEqual(inOneGo(viewer.rows(), ['sma:5']));
    expect(viewer.seen.resets).toBe(1);
  });

  test('with a wrong name are refused, and nothing stays of it', async () => {
    const exchange = await openKlineExchange(history(60));
    const good = viewerOf(exchange.engine.candles(EURUSD, '1min', ['sma:5']), 1);
    await exchange.begin();
    const updates = collect<CandleUpdate>(
      exchange.engine.candles(EURUSD, '5min', ['sma:5', 'sma:0']) as never,
    );
    await exchange.env.settle();
    expect(updates).toEqual([
      { kind: 'failed', code: 4000, message: expect.stringContaining('sma:0: a length is a whole number') },
    ]);
    exchange.tick(1, 110_500);
    expect(updates).toHaveLength(1);
    exchange.env.advance(1_000);
    expect(await exchange.engine.olderCandles(EURUSD, '5min')).toMatchObject({ ok: false });
    expect(good.values()).toEqual(inOneGo(good.rows(), ['sma:5']));
  });
});
