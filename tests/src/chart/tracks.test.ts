import { describe, expect, it } from 'vitest';
import { factsOf, INDICATOR_KINDS, type IndicatorSpec } from '../../../shared/indicators/kinds.ts';
import { parseIndicator } from '../../../shared/indicators/spec.ts';
import { LOOKS, shortName, tracksOf, widthOf } from '../../../src/chart/tracks.ts';

function specOf(name: string): IndicatorSpec {
  const parsed = parseIndicator(name);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

describe.each(INDICATOR_KINDS)('%s', (kind) => {
  it.each(LOOKS[kind].starts)('begins as %s, and draws each of its values', (name) => {
    const spec = specOf(name);
    const [track] = tracksOf([spec]);
    expect(widthOf([spec])).toBe(factsOf(kind).width);
    const drawn = [...(track?.lines ?? []).map(({ column }) => column), track?.histogram];
    expect(drawn.filter((column) => column !== undefined)).toEqual(
      Array.from({ length: factsOf(kind).width }, (_, column) => column),
    );
    expect(shortName(spec)).toBe([factsOf(kind).short, ...name.split(':').slice(1)].join(' '));
  });
});

it('Ichimoku has a cloud as far ahead as its base is long, and the closes as far behind', () => {
  const [, track] = tracksOf([specOf('rsi:14'), specOf('ichimoku:9:26:52')]);
  expect(track?.lines.map(({ column, shift }) => [column, shift])).toEqual([
    [1, 0],
    [2, 0],
    [3, 26],
    [4, 26],
    [undefined, -26],
  ]);
  expect(track?.cloud).toEqual([track?.lines[2], track?.lines[3]]);
  expect(track?.pane).toBeUndefined();
});

it('gives panes in order, and leaves out what has no place below the chart', () => {
  const tracks = tracksOf(['cci:20', 'sma:20', 'stochastic:14:3', 'rsi:14', 'ema:9'].map(specOf));
  expect(tracks.map(({ spec, pane }) => [spec.kind, pane])).toEqual([
    ['cci', 0],
    ['sma', undefined],
    ['stochastic', 1],
    ['ema', undefined],
  ]);
});
