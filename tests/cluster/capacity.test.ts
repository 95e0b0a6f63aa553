import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  capacityOf,
  capacityText,
  readLoad,
  SIZINGS,
  sizingRow,
  withSizings,
} from '../../bench/cluster/capacity.ts';
import { clusterFigures } from '../../bench/cluster/cluster-figures.ts';
import { type Constants, measuredConstants } from '../../bench/cluster/measured-constants.ts';
import { simulatedEntries } from '../../server/catalogue/catalogue.ts';
import { referencePrice } from '../../server/catalogue/catalogue-entry.ts';
import { createBoard } from '../../server/feed/board.ts';
import { memoryCandleStore } from '../../server/feed/candle-store.ts';
import { wireQuotes } from '../../server/listings/market-encoder.ts';
import { pointsPerUnit } from '../../shared/domain/price.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { root } from '../architecture/sources.ts';

const START_MS = timestampMs(Date.parse('2026-01-14T14:20:31.250Z'));

/** Those that the design was computed with. */
const DESIGNED: Constants = {
  ...measuredConstants(),
  deflated: { value: 0.35, source: 'measured: deflate level 1 of 500 rows' },
};

/** What the design says of a million sockets. */
const TABLE = [
  {
    args: ['rows=0', 'hz=25', 'deflate=0'],
    row: '| `rows=0 hz=25 deflate=0` | 25 | 193 | 720 | 1,389 | 1,544 |',
  },
  { args: ['rows=0', 'hz=25'], row: '| `rows=0 hz=25` | 25 | 68 | 720 | 1,389 | 540 |' },
  { args: ['rows=0'], row: '| `rows=0` | 4 | 27 | 4,500 | 223 | 216 |' },
  { args: [], row: '| as it is | 4.5 | 7.8 | 4,000 | 250 | 62 |' },
];

describe('the capacity of a cluster', () => {
  it.each(TABLE)('for a million sockets with $args', ({ args, row }) => {
    expect(sizingRow(args, DESIGNED)).toBe(row);
  });

  it('is in the page as it is computed from what was measured', () => {
    const page = readFileSync(join(root, 'docs', 'cluster.md'), 'utf8');
    expect(TABLE.map(({ args }) => args)).toEqual(SIZINGS);
    for (const args of SIZINGS) expect(page).toContain(`\n${sizingRow(args)}\n`);
    expect(withSizings(page)).toBe(page);
  });

  it('is computed from the figures that were recorded last', () => {
    const { deflated, framesPerCore, ordersPerDealer } = measuredConstants();
    const s12 = clusterFigures().find(({ id }) => id === 'S12')?.text;
    expect(s12).toContain(`bytes of compressed frames ${deflated.value} x [`);
    const measured = (source: string) =>
      Number(/of ([\d,]+) measured/.exec(source)?.[1]?.replaceAll(',', ''));
    for (const { value, source } of [framesPerCore, ordersPerDealer])
      expect(measured(source)).toBeGreaterThan(value);
  });

  it('counts about as many bytes a row as the product sends', () => {
    const real = simulatedEntries(0).length;
    const entries = simulatedEntries(500 - real);
    const board = createBoard(entries, memoryCandleStore(), 'of-margin');
    for (const [at, entry] of entries.entries()) {
      const points = Math.round(referencePrice(entry) * pointsPerUnit(entry.precision));
      board.take(at, START_MS, points);
      board.take(at, START_MS + at, Math.round(points * 1.001) + 1);
    }
    const rows = wireQuotes(
      {
        ...board.view,
        now: () => START_MS,
        wall: () => START_MS,
        start: async () => undefined,
        stop: async () => undefined,
      },
      board.view.instruments(),
    );
    expect(rows).toHaveLength(500);
    const bytes = JSON.stringify(rows).length / rows.length;
    expect(Math.abs(bytes / measuredConstants().rowBytes.value - 1)).toBeLessThan(0.1);
  });

  it('has the memory that the guide names', () => {
    const guide = readFileSync(join(root, 'docs', 'operating.md'), 'utf8');
    const [, alone, withClients] =
      /needs (\d+) MB of memory .*, and (\d+) MB with a thousand clients/.exec(guide) ?? [];
    const { gatewayMb, socketKb } = measuredConstants();
    expect([gatewayMb.value, socketKb.value]).toEqual([Number(alone), Number(withClients) - Number(alone)]);
  });

  it('names the machines, the memory, the dealers and the broker', () => {
    const { machines, socketsPerMachine, gbPerMachine, dealers, brokerCores } = capacityOf(readLoad([]));
    expect([machines, socketsPerMachine, dealers]).toEqual([26, 48_000, 14]);
    expect(gbPerMachine).toBeCloseTo(5.28);
    expect(brokerCores).toBeCloseTo(0.8, 1);
  });

  it('never promises more for more: each input moves the need its way', () => {
    const base = capacityOf(readLoad(['sockets=100000']));
    const more = (arg: string) => capacityOf(readLoad(['sockets=100000', arg]));
    expect(more('hz=8').gateways).toBeGreaterThan(base.gateways);
    expect(more('instruments=1000').gbitPerSecond).toBeGreaterThan(base.gbitPerSecond);
    expect(more('orderEvery=30').dealers).toBeGreaterThan(base.dealers);
    expect(more('spare=100').machines).toBeGreaterThan(base.machines);
    expect(more('cores=8').machines).toBeGreaterThan(base.machines);
  });

  it('counts whole processes', () => {
    const text = capacityText(readLoad(['sockets=20000']));
    expect(text).toContain('\ngateways:  5 processes ');
    expect(text).toContain('\nmachines:  2 with 16 cores');
    expect(text).toContain('\ndealers:   1 for 133 fills/s');
  });

  it('says where each constant is from', () => {
    const text = capacityText(readLoad([]));
    for (const [name, { value }] of Object.entries(measuredConstants()))
      expect(text).toContain(`${name} ${value}: `);
    expect(
      Object.values(measuredConstants()).every(({ source }) =>
        /^(measured|planned|the (contract|design))/.test(source),
      ),
    ).toBe(true);
  });

  it.each(['sockets', 'phones=1', 'sockets=-1', 'sockets=0', 'toString=1'])('refuses %s', (arg) => {
    expect(() => readLoad([arg])).toThrow(`not "${arg}"`);
  });
});
