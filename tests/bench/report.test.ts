import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Figure } from '../../bench/figures/figure.ts';
import { judged } from '../../bench/figures/judge.ts';
import { reportPage } from '../../bench/report/page.ts';
import { plotsOf } from '../../bench/report/plots.ts';
import { historyEntry } from '../../bench/report/record.ts';
import { buildAssets } from '../../bench/report/write.ts';
import { compared, drawable, resultOf, weight } from './samples.ts';

const ASSETS = { script: 'draw()', style: 'p{}' };
const page = (result: Parameters<typeof reportPage>[0]) => reportPage(result, [], ASSETS);

describe('the graphics of a figure', () => {
  it('are its histogram, its growth with the fitted line, and its history from two runs on', () => {
    const figure = judged('engine', drawable());
    const past = [1, 2].map((seed) => historyEntry(resultOf({ engine: [{ ...drawable(), goal: seed }] })));
    const [bars, growth, history] = plotsOf(figure, past);
    expect(bars).toMatchObject({ kind: 'bars', along: 'ms' });
    expect(growth?.title).toMatch(/^µs by instruments: 0\.0020 µs for each more, as n\^0\.\d\d$/);
    expect(growth?.series.find(({ role }) => role === 'fit')?.values[0]).toBeCloseTo(3.2);
    expect(history?.labels).toEqual(['0123456', '0123456']);
    expect(plotsOf(figure, past.slice(1))).toHaveLength(2);
  });

  it('show growth in the curve’s own unit, and no power for a start at zero', () => {
    const { growth } = drawable();
    const titleOf = (of: Figure['growth']) =>
      plotsOf(judged('soak', { ...weight('heap', 5), ...(of && { growth: of }) }), [])[0]?.title;
    expect(titleOf({ ...growth, unit: 'kB' })).toMatch(
      /^kB by instruments: 0\.0020 kB for each more, as n\^/,
    );
    const minutes = { unit: 'kB', of: 'minutes', xs: [0, 1, 2], product: [10, 12, 14] };
    expect(titleOf(minutes)).toBe('kB by minutes: 2 kB for each more');
  });

  it('are absent for a plain figure without a history', () => {
    expect(plotsOf(judged('size', weight('css', 5)), [])).toEqual([]);
  });
});

describe('the report', () => {
  it('loads nothing, and allows no script or style except its own', () => {
    const html = page(resultOf({ engine: [drawable()] }));
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(html).toContain(
      `content="default-src 'none'; style-src ${hash(ASSETS.style)}; script-src ${hash(ASSETS.script)}"`,
    );
    expect(html).not.toMatch(/\b(src|href|style|on\w+)="/);
  });

  it('shows names unchanged, with any characters', () => {
    const [figure, sign] = [drawable(), '</script><b>"x"'];
    const html = page(
      resultOf({ engine: [{ ...figure, name: sign, growth: { ...figure.growth, of: sign } }] }),
    );
    expect(html).toContain('<h3>&lt;/script&gt;&lt;b&gt;&quot;x&quot;</h3>');
    expect(html.split('</script>')).toHaveLength(3);
  });

  it('shows verdict, goal and noise of each figure, and draws a bar that ends within its track', () => {
    const html = page(
      resultOf({
        engine: [compared('far', 90), compared('wild', 1, 0.6)],
        size: [weight('css', Number.NaN)],
      }),
    );
    expect(html).toContain('<span class="verdict missed">missed</span>');
    expect(html).toContain('<span class="verdict met">met, noisy</span>');
    expect(html).toMatch(/Noisy: interval \d+ % wide/);
    expect(html).toContain('goal &lt;= 1.30 x');
    const widths = [...html.matchAll(/ width="([^"]*)%"/g)].map((match) => Number(match[1]));
    expect(widths.every((width) => width >= 0 && width <= 100)).toBe(true);
  });

  it('contains uPlot, and nothing that would end its element', async () => {
    const { script, style } = await buildAssets();
    expect(script).toContain('uplot');
    expect(script).not.toMatch(/^import |<\//m);
    expect(style).toContain('.u-legend');
  });
});
