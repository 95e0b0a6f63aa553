import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type ClusterFigure,
  clusterFigures,
  withClusterFigures,
} from '../../bench/report/cluster-figures.ts';
import { root } from '../architecture/sources.ts';

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
