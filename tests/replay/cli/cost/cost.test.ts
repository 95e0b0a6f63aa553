import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CountedCost, costDifferences, costOf, recordOf } from '../../../../replay/cli/cost/cost.ts';
import { costFileOf } from '../../../../replay/cli/cost/cost-process.ts';
import { wireInstrument } from '../../../helpers/wire-rows.ts';
import { createScript, eventfulRecording, START_MS } from '../../play/replay-parts.ts';
import { place, replay, replayProcess } from '../command.ts';

const counted = (file: string, name: string, line: number, calls: number, turns = 0) => ({
  ...{ file, name, line, calls, turns },
});
const FOLD = counted('worker/fold.ts', 'createFold take', 12, 40, 90);
const DECODE = counted('shared/decode.ts', 'decode', 7, 40);
const ROW = counted('shared/decode.ts', 'decode =>', 9, 80);
const COST: CountedCost = { traffic: { 'page: frames': [10, 900] }, functions: [FOLD, DECODE, ROW] };

const withFunctions = (...functions: CountedCost['functions']): CountedCost => ({ ...COST, functions });

describe('two costs', () => {
  it('that a record has between them are the same', () => {
    expect(costDifferences(costOf(recordOf(COST)), COST)).toEqual([]);
    expect(recordOf(costOf(recordOf(COST)))).toBe(recordOf(COST));
  });

  it.each([
    ['moved lines', [{ ...FOLD, line: 80 }, DECODE, ROW]],
    ['another order', [ROW, DECODE, FOLD]],
    ['another name', [FOLD, { ...DECODE, name: 'read' }, { ...ROW, name: 'read =>' }]],
    ['another file', [{ ...FOLD, file: 'worker/take.ts' }, DECODE, ROW]],
  ] as const)('do not differ by %s', (_, functions) => {
    expect(costDifferences(COST, withFunctions(...functions))).toEqual([]);
  });

  it('differ by calls, turns of loops, and functions that came or went, each with its place, the largest first', () => {
    const now = withFunctions(
      { ...FOLD, turns: 130 },
      { ...DECODE, calls: 80 },
      counted('worker/copy.ts', 'copy', 3, 500),
    );
    expect(costDifferences(COST, now)).toEqual([
      'copy worker/copy.ts:3: 0 -> 500 calls',
      'decode => shared/decode.ts: 80 -> 0 calls',
      'createFold take worker/fold.ts:12: 90 -> 130 turns of loops',
      'decode shared/decode.ts:7: 40 -> 80 calls',
    ]);
  });

  it('differ where two functions exchange their counts', () => {
    const now = withFunctions({ ...FOLD, calls: 80, turns: 0 }, DECODE, { ...ROW, calls: 40, turns: 90 });
    expect(costDifferences(COST, now)).toHaveLength(2);
  });

  it('differ by messages and bytes', () => {
    const now = { ...COST, traffic: { 'page: frames': [10, 950], 'socket: sent': [1, 4] } } as const;
    expect(costDifferences(COST, now)).toEqual([
      'page: frames: 900 -> 950 bytes',
      'socket: sent: 0 -> 1 messages, 0 -> 4 bytes',
    ]);
  });
});

describe('two costs of the page', () => {
  const PAGE: CountedCost = {
    tape: { screen: '/', untilMs: 8_000, browser: '156' },
    counters: { layouts: 51, 'canvas calls: fill': 8 },
    functions: [counted('src/state/live.ts', 'startLive apply', 64, 35, 140)],
  };

  it('that a record has between them are the same', () => {
    expect(recordOf(costOf(recordOf(PAGE)))).toBe(recordOf(PAGE));
    expect(costDifferences(costOf(recordOf(PAGE)), PAGE)).toEqual([]);
  });

  it('differ by counters, each with its name, also one that came or went', () => {
    const now = { ...PAGE, counters: { layouts: 86, 'DOM writes: styles': 2 } };
    expect(costDifferences(PAGE, now)).toEqual([
      'layouts: 51 -> 86',
      'canvas calls: fill: 8 -> 0',
      'DOM writes: styles: 0 -> 2',
    ]);
  });

  it('are counted on a screen of the app, in a browser that is there', async () => {
    const path = place(eventfulRecording());
    const other = await replay([path, '--cost', '--screen', '/nowhere']);
    expect([other.status, other.said]).toEqual([
      1,
      expect.stringContaining('--screen wants a path of the app'),
    ]);
    const none = await replayProcess([path, '--cost', '--screen', '/'], { env: { PATH: '' } });
    expect([none.status, none.said]).toEqual([1, expect.stringContaining('needs chromium-headless-shell')]);
  });
});

const costOfFile = async (path: string): Promise<CountedCost> => {
  const { status, out, said } = await replay([path, '--cost', '--json']);
  expect([status, said]).toEqual([0, '']);
  return JSON.parse(out);
};

describe('the cost of a recording', { timeout: 300_000 }, () => {
  it('is the same twice, and names functions of the sources with their lines', async () => {
    const path = place(eventfulRecording());
    const [one, two] = [await costOfFile(path), await costOfFile(path)];
    expect(two).toEqual(one);
    const { functions, traffic, counters } = one;
    const scanned = functions.filter(
      ({ file, name }) => file.endsWith('market-scanner.ts') && /^\w+$/.test(name),
    );
    expect(scanned.length).toBeGreaterThan(3);
    for (const { file, name, line } of scanned)
      expect(readFileSync(file, 'utf8').split('\n')[line - 1], file).toContain(name);
    expect(traffic?.['socket: received']?.[0]).toBeGreaterThan(500);
    expect(traffic?.['page: frames']?.[0]).toBeGreaterThan(100);
    expect(counters?.['copied: TypedArray.set']).toBeGreaterThan(100);
    expect(counters?.['copied: JSON.stringify']).toBeGreaterThan(10_000);
    // Only the engine is counted, not the exchange that plays the recording.
    expect(functions.filter(({ file }) => !/^(worker|shared|replay\/(record|format))\//.test(file))).toEqual(
      [],
    );
    expect(functions.length).toBeGreaterThan(100);
  });

  it('is linear in the rows that come, and flat in the page', async () => {
    const costs = await Promise.all([100, 1_000].map((count) => costOfFile(place(marketOf(count)))));
    const work = costs.map(({ functions }) =>
      functions.reduce((sum, { calls, turns }) => sum + calls + turns, 0),
    );
    const shown = costs.map(({ traffic }) => traffic?.['page: frames']?.[1]);
    expect((work[1] ?? 0) / (work[0] ?? 0)).toBeLessThan(11);
    expect(shown[1]).toBe(shown[0]);
    expect(shown[0]).toBeGreaterThan(10_000);
  });

  it('is printed as totals and the most called functions', async () => {
    const { out } = await replay([place(eventfulRecording()), '--cost']);
    expect(out).toMatch(/^ +messages +bytes\n/);
    expect(out).toMatch(/^ +\d+ +\d+ {2}page: frames$/m);
    expect(out).toMatch(/^ +\d+ +\d+ {2}all \d+$/m);
    expect(out.split('\n').at(-2)).toMatch(/^ +\d+ +\d+ {2}.+ \w[\w/-]+\.ts:\d+$/);
  });

  it('is recorded only beside a recording that is a test', async () => {
    const path = place(eventfulRecording());
    const { status, said } = await replay([path, '--cost', '--record']);
    expect([status, said]).toEqual([1, expect.stringContaining('--golden makes a recording a test')]);
    writeFileSync(costFileOf(path), '');
    expect(await replay([path, '--cost', '--record'])).toMatchObject({ status: 0, out: '' });
    expect(costDifferences(costOf(readFileSync(costFileOf(path), 'utf8')), await costOfFile(path))).toEqual(
      [],
    );
  });

  it('is that of the part before the damage; a file that is no recording has none', async () => {
    const damaged = await replay([place(`${eventfulRecording()}{"at":`), '--cost']);
    expect([damaged.status, damaged.said]).toEqual([2, expect.stringContaining('line ')]);
    expect(damaged.out).toContain('page: frames');
    const { status, out, said } = await replay([place('hello\n'), '--cost']);
    expect([status, out, said]).toEqual([2, '', expect.stringContaining('line 1')]);
  });
});

/** A market of so many instruments, all of which move twenty times, while the page shows the first ten. */
function marketOf(count: number): string {
  const script = createScript();
  const ids = Array.from({ length: count }, (_, i) => i + 1);
  script.http(1, '/v1/api/forex/trade_list', {
    list: ids.map((id) =>
      wireInstrument(id, `I${id}`, 5, { ForexQuotations: { Open: 1, Close: 1, Change: 0 } }),
    ),
  });
  script.open(20);
  script.add(21, { kind: 'command', name: 'watch', args: [ids.slice(0, 10)] });
  script.sub(22, 'DAY_MARKET');
  for (let at = 1_000; at <= 20_000; at += 1_000)
    script.data(
      at,
      'DAY_MARKET',
      ids.map((id) => [id, 1.1 + (at + id) / 1e7, 1.09, 1, START_MS + at]),
    );
  return script.text();
}
