import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Beside } from '../../bench/against/verdicts.ts';
import {
  type ClusterFigure,
  clusterFigures,
  withClusterFigures,
} from '../../bench/cluster/cluster-figures.ts';
import { goalBeside, goalsOf } from '../../bench/cluster/cluster-goals.ts';
import type { Figure } from '../../bench/figures/figure.ts';
import { judged } from '../../bench/figures/judge.ts';
import { root } from '../architecture/sources.ts';
import { compared } from './samples.ts';

const PAGE = ['before', '| S1 | one | `a` | 1 x | old |', '| S11 | two | `b` | 2 | |', 'after'].join('\n');
const figure = (rest: Partial<ClusterFigure>): ClusterFigure => ({
  id: 'S1',
  part: '',
  text: '1.02 x',
  isMet: true,
  date: '2026-01-02',
  ...rest,
});

describe('the figures of the cluster’s page', () => {
  it('are those that were stored last, one at least for each row', () => {
    const page = readFileSync(join(root, 'docs', 'cluster.md'), 'utf8');
    const figures = clusterFigures();
    expect(withClusterFigures(page, figures)).toBe(page);
    const rows = [...page.matchAll(/^\| (S\d+) \|/gm)].map(([, id]) => id);
    expect(rows).toEqual(Array.from({ length: 12 }, (_, i) => `S${i + 1}`));
    expect([...new Set(figures.map(({ id }) => id))]).toEqual(rows);
  });

  it('stand in the last column of their row, with their run, and a miss as a miss', () => {
    const run = { commit: '0123456', load: 1.2 };
    const written = withClusterFigures(PAGE, [
      figure({ isMet: false }),
      figure({ id: 'S11', part: '1', text: '5 checked', run }),
      figure({ id: 'S11', part: '2', text: '1 sent', run: { ...run, load: 3 } }),
    ]);
    expect(written.split('\n')).toEqual([
      'before',
      '| S1 | one | `a` | 1 x | **missed**: 1.02 x (2026-01-02) |',
      '| S11 | two | `b` | 2 | 5 checked; 1 sent (2026-01-02, `0123456`, load 1 to 3) |',
      'after',
    ]);
    expect(withClusterFigures(written, [figure({})])).toContain('| 1.02 x (2026-01-02) |\n');
  });

  it('need a row', () => {
    expect(() => withClusterFigures(PAGE, [figure({ id: 'S2' })])).toThrow('no row for S2');
  });
});

describe('the rows that the bench measures', () => {
  const bytes = { ...compared('bytes of compressed frames vs plain ones, many', 0.35), goal: 0.4 };
  const cpu = { ...compared('server CPU of a compressed frame to 100 clients', 1.1), goal: 1.3 };
  const of = (...figures: readonly Figure[]) =>
    goalsOf(figures.map((one) => judged('server', one))).map(({ id, isMet }) => [id, isMet]);

  it('are there when all their figures are, and met when all are', () => {
    expect(of(bytes)).toEqual([]);
    expect(of(bytes, cpu)).toEqual([['S12', true]]);
    expect(of(bytes, { ...cpu, goal: 1 })).toEqual([['S12', false]]);
    const [{ text } = { text: '' }] = goalsOf([bytes, cpu].map((one) => judged('server', one)));
    expect(text).toMatch(
      /^bytes of compressed frames 0\.35 x .*; server CPU of a compressed frame to 100 clients 1\.1/,
    );
  });

  it('bound the intake of prices by its share of a core, too', () => {
    const names = ['round trip of an order', 'CPU of a gateway for a frame'];
    const intake = (share: number) => ({
      ...compared('taking in a frame of 1000 ticks vs JSON.parse', 0.5),
      details: { '% of a core at 50000 ticks/s': share },
    });
    const goals = (share: number) =>
      goalsOf(
        [...names.map((name) => compared(name, 0.9)), intake(share)].map((one) => judged('scale', one)),
      );
    expect(goals(1)).toMatchObject([{ id: 'S7', isMet: true }]);
    expect(goals(6)).toMatchObject([{ id: 'S7', isMet: false }]);
    expect(goals(1)[0]?.text).toMatch(/taking in a frame of 1000 ticks 0\.5.* x.*, 1(\.0+)? % of a core$/);
  });

  it('compare one process with an earlier version', () => {
    const beside = (figure: string, change: number): Beside => ({
      figure,
      unit: 'ms',
      before: 10,
      after: 10 * (1 + change),
      change,
      interval: [change - 0.01, change + 0.01],
      verdict: 'same',
    });
    const order = beside('server: durable order p99, 200 orders/s', 0.02);
    expect(goalBeside('abc', [order])).toBeUndefined();
    expect(goalBeside('abc', [order, beside('server: price lateness p99 vs a bare broadcast', 0)])).toEqual({
      id: 'S1',
      text: 'beside `abc`: order p99 1.02 [1.01-1.03] x (10.2 ms); price lateness p99 1.00 [0.99-1.01] x (10 ms)',
      isMet: true,
    });
    expect(goalBeside('abc', [order, beside('server: price lateness p99', 0.06)])?.isMet).toBe(false);
    const halved = goalBeside('abc', [order, beside('server: price lateness p99', -1)]);
    expect(halved?.text).toContain('price lateness p99 0.50 [0.50-0.50] x');
  });
});
