import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAX_GOLDEN_BYTES } from '../../replay/cli/golden.ts';
import type { DigestedState } from '../../replay/fold/digested-state.ts';
import { type RecordedFrame, recorded } from '../helpers/recorded.ts';
import { replay } from '../replay/cli/command.ts';
import { SCENARIO_NAMES, type ScenarioName } from '../sim/scenarios.ts';

const FOLDER = import.meta.dirname;
const FILE = /\.jsonl(\.gz)?$/;
const FILES = readdirSync(FOLDER).filter((name) => FILE.test(name));

const stateBeside = (file: string): DigestedState =>
  JSON.parse(readFileSync(join(FOLDER, file.replace(FILE, '.state.json')), 'utf8'));

describe.each(FILES)('%s', (file) => {
  it('folds to its golden state exactly', async () => {
    const state = await recorded(join(FOLDER, file)).stateAt();
    // JSON has no minus zero.
    expect(JSON.parse(JSON.stringify(state))).toEqual(stateBeside(file));
  });

  it('has its golden digest on the command line too', async () => {
    const { digest } = stateBeside(file);
    expect(await replay([join(FOLDER, file), '--digest'])).toEqual({
      status: 0,
      out: `${digest}\n`,
      said: '',
    });
  });

  it('is small', () => {
    expect(statSync(join(FOLDER, file)).size).toBeLessThanOrEqual(MAX_GOLDEN_BYTES);
  });
});

/** What one phone saw of a drill, and the least number of its open positions at the end. */
const DRILLS = [
  ['cluster-drill', 20],
  ['cluster-drill-full', 15],
] as const;

type MarketRows = readonly (readonly number[])[];

interface Trades {
  readonly orders: readonly {
    readonly Status: number;
    readonly CloseReason: string;
    readonly OriginPrice: number;
    readonly UpdatePrice: number;
  }[];
}

/** @param name of a scenario, or of what one phone saw while a cluster's processes were killed and stopped */
async function seen(name: ScenarioName | (typeof DRILLS)[number][0]) {
  const recording = recorded(join(FOLDER, `${name}.jsonl.gz`));
  return { entries: await recording.entries(), state: await recording.stateAt(), frames: recording.frames };
}

/** The highest number of frames within a second. */
const busiestSecond = (frames: readonly RecordedFrame[]): number =>
  Math.max(...frames.map(({ at }, i) => frames.slice(i).filter((one) => one.at < at + 1_000).length));

const closedOrders = async ({ frames }: Awaited<ReturnType<typeof seen>>): Promise<readonly string[]> =>
  (await frames<Trades>('FOREX_TRADE')).flatMap(({ data }) =>
    data.orders.flatMap((row) => (row.Status === 3 ? [row.CloseReason] : [])),
  );

describe('the recordings contain the events that they are named after:', () => {
  it('all of them exist', () => {
    expect(SCENARIO_NAMES.filter((name) => !FILES.includes(`${name}.jsonl.gz`))).toEqual([]);
  });

  it('on the quiet day prices change rarely, and the user closes an order', async () => {
    const quiet = await seen('quiet-day');
    expect(busiestSecond(await quiet.frames('DAY_MARKET'))).toBeLessThan(5);
    expect(quiet.entries.at(-1)?.at).toBeGreaterThan(300_000);
    expect(await closedOrders(quiet)).toEqual(['manual']);
    expect(quiet.state.counters).toMatchObject({ opened: 1, gap: 0, duplicate: 0 });
  });

  it('the news burst has more than forty market frames a second, ten times as many as before', async () => {
    const { entries, frames } = await seen('news-burst');
    const mark = entries.find((entry) => entry.kind === 'command' && entry.name === 'mark');
    const before = (await frames('DAY_MARKET')).filter(({ at }) => at < (mark?.at ?? 0));
    expect(busiestSecond(await frames('DAY_MARKET'))).toBeGreaterThan(40);
    expect(busiestSecond(await frames('DAY_MARKET'))).toBeGreaterThan(10 * busiestSecond(before.slice(1)));
  });

  it('with two prices rows have an ask that moves by itself, and each side opens and closes at its own', async () => {
    const { state, frames, entries } = await seen('two-prices');
    const rows = (await frames<MarketRows>('DAY_MARKET')).flatMap(({ data }) => data);
    const spreads = rows.flatMap(([id, close = 0, , , , ask]) =>
      id === rows[0]?.[0] && ask !== undefined ? [Math.round((ask - close) * 100_000)] : [],
    );
    expect(new Set(spreads).size).toBeGreaterThan(8);
    const submits = entries.flatMap((entry) =>
      entry.kind === 'http' && entry.path.endsWith('/submit') ? [entry.query['seen_side']] : [],
    );
    expect(submits).toEqual(['ask', 'bid', 'bid']);
    const [opened] = (await frames<Trades>('FOREX_TRADE')).flatMap(({ data }) => data.orders);
    // A buy is worth less than it cost from the first moment.
    expect(opened).toMatchObject({ OrderType: 1, Status: 1 });
    expect(opened?.UpdatePrice).toBeLessThan(opened?.OriginPrice ?? 0);
    // Two sells are left, which the ask closes.
    const units: Readonly<Record<string, number>> = { EURUSD: 100_000, XAUUSD: 100 };
    const profits = state.orders.map(({ OrderType, OriginPrice, Quantity, ForexTradeLists }) => {
      const { Code } = ForexTradeLists as { Code: string };
      expect(OrderType).toBe(2);
      return (
        (Number(OriginPrice) - (state.quotes[Code]?.[4] ?? Number.NaN)) *
        Number(Quantity) *
        (units[Code] ?? Number.NaN)
      );
    });
    expect(profits).toHaveLength(2);
    expect(state.account.total_profit).toBeCloseTo(
      profits.reduce((sum, one) => sum + one, 0),
      6,
    );
  });

  it('the reconnect has lost and doubled frames, a broken connection and a full snapshot afterwards', async () => {
    const { entries, state, frames } = await seen('reconnect-with-a-gap');
    expect(state.counters.gap).toBeGreaterThan(0);
    expect(state.counters.opened).toBe(2);
    const broken = entries.find((entry) => entry.kind === 'close');
    expect(broken).toMatchObject({ code: 1006 });
    const after = (await frames('DAY_MARKET')).filter(({ at }) => at > (broken?.at ?? 0));
    expect(after[0]?.at).toBeGreaterThan((broken?.at ?? 0) + 5_000);
    expect(after[0]?.data).toHaveLength(2);
    expect(after.length).toBeGreaterThan(20);
  });

  it('the stop-out closes the order, and leaves a quarter of the money', async () => {
    const ended = await seen('stop-out');
    expect(await closedOrders(ended)).toEqual(['stop-out']);
    expect(ended.state.orders).toEqual([]);
    expect(ended.state.account.balance).toBeLessThan(300);
    expect(ended.entries.some((entry) => entry.kind === 'command' && entry.name === 'closeOrder')).toBe(
      false,
    );
  });

  it('at the market close the euro has no prices and refuses to close an open order, while gold continues', async () => {
    const { state, entries, frames } = await seen('market-close');
    expect(state.quotes['EURUSD']?.[2]).toBe(0);
    expect(state.quotes['XAUUSD']?.[2]).toBe(1);
    expect(state.orders).toHaveLength(1);
    expect((await frames<MarketRows>('DAY_MARKET'))[0]?.data.map((row) => row[3])).toEqual([1, 1]);
    const refused = entries.find((entry) => entry.kind === 'http' && entry.path === '/v1/api/forex/close');
    expect(refused).toMatchObject({ body: { code: expect.not.toSatisfy((code: number) => code === 1) } });
  });

  it.each(DRILLS)(
    'in %s the phone shows what was answered, and never an older quote',
    async (name, least) => {
      const { state, entries, frames } = await seen(name);
      expect(state.counters.opened).toBeGreaterThan(1);
      expect(state.counters.gap).toBeGreaterThan(0);
      const latest = new Map<number, number>();
      const older = (await frames<MarketRows>('DAY_MARKET')).flatMap(({ at, data }) =>
        data.flatMap(([id = 0, , , , time = 0]) => {
          const before = latest.get(id) ?? 0;
          latest.set(id, Math.max(before, time));
          return time < before ? [{ at, id, time, before }] : [];
        }),
      );
      expect(older).toEqual([]);
      const open = new Set<number>();
      for (const entry of entries) {
        if (entry.kind !== 'http' || !/forex\/(submit|close)$/.test(entry.path)) continue;
        const { code, data } = entry.body as { code: number; data: { Id: number; Status: number } };
        if (code !== 1) continue;
        if (data.Status === 1) open.add(data.Id);
        else open.delete(data.Id);
      }
      expect(open.size).toBeGreaterThan(least);
      const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
      expect(sorted(state.orders.map(({ Id }) => Number(Id)))).toEqual(sorted([...open]));
    },
  );

  it('the suspended phone receives nothing for a while, then a backlog at once', async () => {
    const { entries, frames } = await seen('suspended-phone');
    const jumps = entries.map(({ at }, i) => at - (entries[i - 1]?.at ?? at));
    const woken = entries[jumps.indexOf(Math.max(...jumps))]?.at ?? 0;
    expect(Math.max(...jumps)).toBeGreaterThan(40_000);
    const backlog = (await frames('DAY_MARKET')).filter(({ at }) => at === woken);
    expect(backlog.length).toBeGreaterThan(30);
    expect((backlog.at(-1)?.ts ?? 0) - (backlog[0]?.ts ?? 0)).toBeGreaterThan(30_000);
  });
});
