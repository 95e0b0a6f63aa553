import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HEADLINES, withFigures } from '../../bench/readme.ts';
import { latestResult } from '../../bench/result.ts';
import { markdown } from '../../bench/text.ts';
import { root } from '../architecture/sources.ts';
import { compared, RUN, resultOf, weight } from './samples.ts';

describe('the figures in the README', () => {
  it('are the headlines of the newest result in the repository', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    expect(withFigures(readme, latestResult())).toBe(readme);
    const names = latestResult().figures.map(({ name }) => name);
    expect(HEADLINES.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('are written into their place, in the order of the headlines, and no others', () => {
    const result = resultOf({
      list: [compared('list busy, 500 instruments, 10000 ticks/s, 1x CPU', 1), compared('other', 1)],
      size: [weight('firstRouteJs, brotli', 1_000)],
    });
    const written = withFigures('before\n<!-- figures -->\nold\n<!-- /figures -->\nafter', result);
    const rows = written.match(/^\|.*\|$/gm) ?? [];
    expect(rows.slice(2).map((row) => row.split(' | ')[2])).toEqual([
      'firstRouteJs, brotli',
      'list busy, 500 instruments, 10000 ticks/s, 1x CPU',
    ]);
    expect(written).toMatch(/^before\n<!-- figures -->\n- list, size: Measured 2026-01-02/);
    expect(written).not.toContain('old');
    expect(written.endsWith('<!-- /figures -->\nafter')).toBe(true);
  });

  it('need a place that is marked for them', () => {
    expect(() => withFigures('nothing', resultOf({}))).toThrow('no place');
  });
});

describe('the page of a result', () => {
  it('shows a ratio as one, calls a miss a miss and names noise', () => {
    const result = resultOf({
      engine: [
        { ...compared('busy', 0.9), row: 'P5' },
        compared('near', 1.29, 0.03),
        compared('wild', 1, 0.6),
      ],
      size: [weight('css', 5_000)],
    });
    const written = markdown(result);
    expect(written).toMatch(
      /^- engine, size: Measured 2026-01-02 on 2 cores \(a processor, load 0.1 to 1.2\), Node v24.0.0, commit 0123456789ab, by `npm run bench -- engine size --reps 7`\n/,
    );
    expect(written).toContain('|  | size | css | 5000 B |  |  | <= 1000 B | **missed** |');
    expect(written).toMatch(
      /\| P5 \| engine \| busy \| 9\.\d+ µs \| 10\.?\d* µs, JSON\.parse \| 0\.\d\d x \[.*\], 95 %: .* \| <= 1\.30 x \| met \|/,
    );
    expect(written).toMatch(/\| near \| .* \| met, close \|/);
    expect(written).toMatch(/\| wild \| .* \| met, noisy \|/);
    expect(written).toMatch(/^- wild: interval \d+ % wide$/m);
  });

  it('says how each suite was measured last, and all that was asked for', () => {
    const { options } = RUN;
    const written = markdown({
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
});
