import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withFigures } from '../../bench/readme.ts';
import { latestResult } from '../../bench/result.ts';
import { root } from '../architecture/sources.ts';
import { compared, resultOf, weight } from './samples.ts';

describe('the figures in the README', () => {
  it('are those of the newest result in the repository', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    expect(withFigures(readme, latestResult())).toBe(readme);
  });

  it('are written into their place, a ratio as one, a miss is called a miss and noise is said', () => {
    const result = resultOf({
      engine: [compared('busy', 0.9), compared('wild', 1, 0.6)],
      size: [weight('css', 5_000)],
    });
    const written = withFigures('before\n<!-- figures -->\nold\n<!-- /figures -->\nafter', result);
    expect(written).toMatch(
      /^before\n<!-- figures -->\nMeasured 2026-01-02 on 2 cores \(a processor, load 0.1 to 1.2\), Node v24.0.0, commit 0123456789ab,/,
    );
    expect(written).toContain('| size | css | 5000 B | <= 1000 B | **missed** |');
    expect(written).toMatch(/\| engine \| busy \| 0\.\d\d x JSON\.parse, 95 %: .* \| <= 1\.30 x \| met \|/);
    expect(written).toMatch(/\| wild \| .* \| met, noisy \|/);
    expect(written).toMatch(/^- wild: interval \d+ % wide$/m);
    expect(written).not.toContain('old');
    expect(written.endsWith('<!-- /figures -->\nafter')).toBe(true);
  });

  it('need a place that is marked for them', () => {
    expect(() => withFigures('nothing', resultOf({}))).toThrow('no place');
  });
});
