import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { latestResults, type Results, withFigures } from '../../bench/readme.ts';
import { root } from '../architecture/sources.ts';

const spread = (value: number) => ({ median: value, min: value, max: value });
const results: Results = {
  date: '2026-01-02T03:04:05.000Z',
  cpu: 'a processor',
  cores: 2,
  node: 'v24.0.0',
  commit: 'abc',
  figures: [
    { name: 'size', unit: 'bytes', product: spread(5), goal: 4 },
    {
      name: 'busy',
      unit: 'ms/s',
      product: spread(9),
      peer: { name: 'plain DOM', cost: spread(10) },
      ratio: spread(0.9),
      goal: 1,
    },
  ],
};

describe('the figures in the README', () => {
  it('are those of the newest result in the repository', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    expect(withFigures(readme, latestResults())).toBe(readme);
  });

  it('are written into their place, a ratio as one, and a miss is called a miss', () => {
    const written = withFigures('before\n<!-- figures -->\nold\n<!-- /figures -->\nafter', results);
    expect(written).toMatch(
      /^before\n<!-- figures -->\nMeasured 2026-01-02 on 2 cores \(a processor\), Node v24.0.0, commit abc,/,
    );
    expect(written).toContain('| size | 5 bytes | 4 bytes | **missed** |');
    expect(written).toContain('| busy | 0.90 x plain DOM | 1 x | met |');
    expect(written).not.toContain('old');
    expect(written.endsWith('<!-- /figures -->\nafter')).toBe(true);
  });

  it('need a place that is marked for them', () => {
    expect(() => withFigures('nothing', results)).toThrow('no place');
  });
});
