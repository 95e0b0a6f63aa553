import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withFigures } from '../../bench/readme.ts';
import { latestResult } from '../../bench/result.ts';
import { root } from '../architecture/sources.ts';
import { compared, RUN, resultOf, weight } from './samples.ts';

describe('the figures in the README', () => {
  it('are those of the newest result in the repository', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    expect(withFigures(readme, latestResult())).toBe(readme);
  });

  it('are written into their place, a ratio as one, a miss is called a miss and noise is said', () => {
    const result = resultOf({
      engine: [
        { ...compared('busy', 0.9), row: 'P5' },
        compared('near', 1.29, 0.03),
        compared('wild', 1, 0.6),
      ],
      size: [weight('css', 5_000)],
    });
    const written = withFigures('before\n<!-- figures -->\nold\n<!-- /figures -->\nafter', result);
    expect(written).toMatch(
      /^before\n<!-- figures -->\n- engine, size: Measured 2026-01-02 on 2 cores \(a processor, load 0.1 to 1.2\), Node v24.0.0, commit 0123456789ab, by `npm run bench -- engine size --reps 7`\n/,
    );
    expect(written).toContain('|  | size | css | 5000 B |  |  | <= 1000 B | **missed** |');
    expect(written).toMatch(
      /\| P5 \| engine \| busy \| 9\.\d+ µs \| 10\.?\d* µs, JSON\.parse \| 0\.\d\d x \[.*\], 95 %: .* \| <= 1\.30 x \| met \|/,
    );
    expect(written).toMatch(/\| near \| .* \| met, close \|/);
    expect(written).toMatch(/\| wild \| .* \| met, noisy \|/);
    expect(written).toMatch(/^- wild: interval \d+ % wide$/m);
    expect(written).not.toContain('old');
    expect(written.endsWith('<!-- /figures -->\nafter')).toBe(true);
  });

  it('say how each suite was measured last, and all that was asked for', () => {
    const { options } = RUN;
    const written = withFigures('<!-- figures --><!-- /figures -->', {
      ...resultOf({ list: [compared('busy', 1)] }),
      runs: [
        ...resultOf({ size: [] }).runs,
        ...resultOf(
          { list: [] },
          {
            options: {
              ...options,
              repetitions: 5,
              throttle: 6,
              rates: [50],
              recording: 'a.gz',
              peers: false,
            },
          },
        ).runs,
      ],
    });
    expect(written).toMatch(/^- size: Measured .*`npm run bench -- size --reps 7`$/m);
    expect(written).toMatch(
      /^- list: .*`npm run bench -- list --throttle 6 --rate 50 --recording a.gz --no-peers`$/m,
    );
  });

  it('need a place that is marked for them', () => {
    expect(() => withFigures('nothing', resultOf({}))).toThrow('no place');
  });
});
