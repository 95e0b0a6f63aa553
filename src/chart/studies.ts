/*
 * What a chart draws besides plain candles: bars, lines, Heikin-Ashi, volume, indicators and their panes. A chunk of its
 * own, loaded when a chart first has one of them. Scales are rounded outwards, so that a tick seldom changes them: then
 * it repaints the newest candle alone.
 */
import { type Candles, createCandles } from '../../shared/domain/candle.ts';
import { price } from '../../shared/domain/price.ts';
import { formatPrice } from '../format/number.ts';
import { priceTicks } from './axes.ts';
import type { ChartModel, Studies } from './chart-model.ts';
import { translucent } from './chart-theme.ts';
import { bodyWidth, fontOf, type Projection, type Range, xOf, yOf } from './geometry.ts';
import { takeHeikinAshi } from './heikin-ashi.ts';
import { paintPrices, paintVolume } from './price-types.ts';
import { DAY_S, type Line, lineRange, type Pen, stroke, traceColumn } from './study-pen.ts';
import { paneShare, type Track, type TrackLine, tracksOf } from './tracks.ts';

/** Lines beyond the candles widen the scale in steps of a twentieth, at each side to as much again as the candles have. */
const BEYOND_STEPS = 20;

type Scale = readonly [lowest: number, highest: number];

export function createStudies(): Studies {
  const heikinAshi = createHeikinAshi();
  let tracks: readonly Track[] = [];
  let tracksFor: ChartModel['indicators'] | undefined;
  let volume = 0;
  let scales: readonly Scale[] = [];

  const readTracks = ({ indicators }: ChartModel) => {
    if (tracksFor !== indicators) tracks = tracksOf(indicators);
    tracksFor = indicators;
    return tracks;
  };
  const panesOf = (model: ChartModel) => readTracks(model).filter(({ pane }) => pane !== undefined);

  return {
    panes(model, height) {
      const { length } = panesOf(model);
      return Array.from({ length }, () => Math.round(height * paneShare(length)));
    },
    candles: (model) => (model.look.type === 'heikin-ashi' ? heikinAshi(model) : model.candles),
    measure(model, seen, [lowest, highest]) {
      volume = model.look.volume ? powerAbove(extent([model.candles.volume], seen)[1]) : 0;
      scales = panesOf(model).map((track) => paneScale(track, model, seen));
      const over = tracks.filter(({ pane }) => pane === undefined).flatMap(({ lines }) => lines);
      const ranges = over.map((line) => extent([columnOf(line, model)], shiftedBack(seen, line)));
      const low = Math.min(...ranges.map(([lowest]) => lowest));
      const high = Math.max(...ranges.map(([, highest]) => highest));
      const step = (highest - lowest) / BEYOND_STEPS;
      const steps = (beyond: number) => Math.min(BEYOND_STEPS, Math.max(0, Math.ceil(beyond / step)));
      return [
        lowest - (low < lowest ? steps(lowest - low) * step : 0),
        highest + (high > highest ? steps(high - highest) * step : 0),
        volume,
        ...scales.flat(),
      ];
    },
    paint(ctx, model, seen, at, ratio, part) {
      const pen: Pen = { ctx, model, at, ratio, range: rangeOf(model, seen, part), part };
      const fields = fieldsOf(pen, readTracks(model), scales);
      const hasNewest = seen[1] === model.candles.length;
      // Of a newest candle out of view only what is drawn earlier may be in view.
      if (part === 'newest' && !hasNewest && !fields[0]?.lines.some(({ shift }) => shift < 0)) return;
      const paintGround = () => {
        if (volume > 0) paintVolume(pen, volume);
        paintPrices(pen, model.look.type === 'heikin-ashi' ? heikinAshi(model) : model.candles);
      };
      if (part === 'newest' && fields.every((field) => isInside(pen, field))) {
        paintGround();
        for (const field of fields) paintHistogram(pen, field);
        strokeLines(pen, fields);
        return;
      }
      for (const field of fields) {
        const { box, track } = field;
        if (part === 'past' && track) paintPaneGround(pen, track, box);
        clipped(ctx, box, () => {
          if (!track) paintGround();
          for (const cloud of field.clouds) paintCloud(pen, cloud, box);
          paintHistogram(pen, field);
          strokeLines(pen, [field]);
        });
      }
    },
  };
}

/** A box with lines: that of the prices, and each pane. */
interface Field {
  readonly box: Projection;
  /** What the pane shows; undefined for the prices. */
  readonly track: Track | undefined;
  readonly lines: readonly Line[];
  readonly clouds: readonly (readonly [Line, Line])[];
  readonly histogram: Float64Array | undefined;
}

/** The prices first, then the panes, which lie below each other between the prices and the time axis. */
function fieldsOf({ at, model }: Pen, tracks: readonly Track[], scales: readonly Scale[]): readonly Field[] {
  const over: Line[] = [];
  const clouds: (readonly [Line, Line])[] = [];
  const fields: Field[] = [{ box: at, track: undefined, lines: over, clouds, histogram: undefined }];
  const height = (at.floor - at.top - at.height) / scales.length;
  for (const track of tracks) {
    const { pane, facts, histogram, cloud } = track;
    const lineOf = ({ colour, shift, column }: TrackLine): Line => ({
      column: columnOf({ column }, model),
      colour,
      shift,
      // Of candles of a day or longer, each is a day of its own.
      isOfDay: facts.isOfDay === true && model.periodS < DAY_S,
    });
    const lines = track.lines.map(lineOf);
    const scale = scales[pane ?? -1];
    if (pane === undefined) {
      over.push(...lines);
      if (cloud) clouds.push([lineOf(cloud[0]), lineOf(cloud[1])]);
    } else if (scale) {
      const [lowest, highest] = scale;
      const box = { ...at, top: at.top + at.height + pane * height, height, lowest, highest };
      fields.push({ box, track, lines, clouds: [], histogram: model.values[histogram ?? -1] });
    }
  }
  return fields;
}

/** Whether the newest candle and its lines need no clip: none leaves its box. */
function isInside({ model: { candles }, at, ratio }: Pen, { box, lines }: Field): boolean {
  const newest = candles.length - 1;
  if (newest - 1 < at.from || newest + 0.5 > at.from + at.span) return false;
  const margin = ((box.highest - box.lowest) / box.height) * 2 * ratio;
  return lines.every(({ column, shift }) => {
    if (shift !== 0) return false;
    const [before = Number.NaN, now = Number.NaN] = [column[newest - 1], column[newest]];
    return !(Math.max(before, now) > box.highest - margin || Math.min(before, now) < box.lowest + margin);
  });
}

/** Keeps the Heikin-Ashi candles of a model. A tick computes the newest one alone. */
function createHeikinAshi(): (model: ChartModel) => Candles {
  const out = createCandles(0);
  let known: readonly unknown[] = [];
  return ({ candles, revision }) => {
    const isKnown = known[0] === candles && known[1] === revision && out.length === candles.length;
    takeHeikinAshi(out, candles, isKnown ? Math.max(0, candles.length - 1) : 0);
    known = [candles, revision];
    return out;
  };
}

function rangeOf({ candles: { length } }: ChartModel, [from, to]: Range, part: Pen['part']): Range {
  return part === 'newest' ? [length - 1, to] : [from, Math.min(to, length - 1)];
}

function clipped(
  ctx: CanvasRenderingContext2D,
  { left, top, width, height }: Projection,
  paint: () => void,
): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
  paint();
  ctx.restore();
}

const columnOf = ({ column }: Pick<TrackLine, 'column'>, { values, candles }: ChartModel): Float64Array =>
  (column === undefined ? candles.close : values[column]) ?? NO_VALUES;
const NO_VALUES = new Float64Array();

/** The candles whose values are drawn in a part of the view. */
const shiftedBack = ([from, to]: Range, { shift }: Pick<Line, 'shift'>): Range => [
  Math.max(0, from - shift),
  // What is drawn later may be drawn beyond the newest candle.
  shift > 0 ? to : to - shift,
];

/** Lowest and highest value in view; infinities the wrong way round if there is none. */
function extent(columns: readonly Float64Array[], [from, to]: Range): Scale {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (const column of columns)
    for (let i = from; i < to; i++) {
      const value = column[i] ?? Number.NaN;
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
    }
  return [lowest, highest];
}

/** The next power of 1.25 above a value. */
const powerAbove = (value: number): number =>
  value > 0 ? 1.25 ** Math.ceil(Math.log(value) / Math.log(1.25)) : 0;

function paneScale(track: Track, model: ChartModel, seen: Range): Scale {
  const { range = 'fitted', marks } = track.facts.pane ?? {};
  if (typeof range === 'object') return range;
  const { first, facts } = track;
  const [lowest, highest] = extent(model.values.slice(first, first + facts.width), seen);
  if (lowest > highest) return [0, 1];
  if (range === 'around-zero') {
    const reach = powerAbove(Math.max(-lowest, highest, marks?.[0] ?? 0)) || 1;
    return [-reach, reach];
  }
  const step = 2 ** Math.floor(Math.log2(Math.max(highest - lowest, highest / 16, 1e-6) / 2));
  return [Math.floor(lowest / step) * step, Math.ceil(highest / step) * step || step];
}

/** Lines of one colour are one path: a stroke costs more than the points of a tick. */
function strokeLines(pen: Pen, fields: readonly Field[]): void {
  const { series } = pen.model.theme;
  let left = fields.reduce((sum, { lines }) => sum + lines.length, 0);
  for (let nth = 0; left > 0; nth++) {
    const before = left;
    pen.ctx.beginPath();
    for (const { lines, box } of fields)
      for (const line of lines)
        if (line.colour === nth) {
          traceColumn(pen, line.column, box, line);
          left--;
        }
    if (left < before) stroke(pen, series[nth % series.length] ?? '', nth >= series.length ? 4 : 0);
  }
}

/** Fills the space between two lines: rising where the first one is above. */
function paintCloud(pen: Pen, [first, second]: readonly [Line, Line], box: Projection): void {
  const { ctx, model } = pen;
  const [from, to] = lineRange(pen, first.shift);
  for (const sign of [1, -1]) {
    ctx.beginPath();
    for (let i = from + 1; i < to; i++) {
      const between = (column: Float64Array, part: number): number =>
        (column[i - 1] ?? Number.NaN) * (1 - part) + (column[i] ?? Number.NaN) * part;
      const gapAt = (part: number): number =>
        sign * (between(first.column, part) - between(second.column, part));
      const [before, now] = [gapAt(0), gapAt(1)];
      if (!(before > 0 || now > 0)) continue;
      const cross = before / (before - now);
      const [start, end] = [before < 0 ? cross : 0, now < 0 ? cross : 1];
      const corner = (column: Float64Array, part: number): [number, number] => [
        xOf(box, i - 1 + part + first.shift),
        yOf(box, between(column, part)),
      ];
      ctx.moveTo(...corner(first.column, start));
      ctx.lineTo(...corner(first.column, end));
      ctx.lineTo(...corner(second.column, end));
      ctx.lineTo(...corner(second.column, start));
    }
    ctx.fillStyle = translucent(sign > 0 ? model.theme.up : model.theme.down, 0.14);
    ctx.fill();
  }
}

function paintPaneGround({ ctx, model, at, ratio }: Pen, { facts }: Track, box: Projection): void {
  const { theme, precision } = model;
  const thin = Math.max(1, Math.round(ratio));
  const { marks } = facts.pane ?? {};
  const labels = marks ?? priceTicks(box.lowest, box.highest, box.height / ratio);
  ctx.fillStyle = theme.hairline;
  ctx.fillRect(0, Math.round(box.top), ctx.canvas.width, thin);
  if (marks) {
    const [top, bottom] = [yOf(box, marks[0]), yOf(box, marks[1])];
    ctx.fillStyle = translucent(theme.raised, 0.5);
    ctx.fillRect(box.left, top, box.width, bottom - top);
  }
  ctx.fillStyle = theme.quietInk;
  ctx.font = fontOf(theme.fontFamily, ratio);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  for (const value of labels) {
    const y = yOf(box, value);
    if (y < box.top + 7 * ratio || y > box.top + box.height - 7 * ratio) continue;
    const text = facts.unit === 'none' ? String(value) : formatPrice(price(Math.round(value)), precision);
    ctx.fillText(text, at.left + at.width + 6 * ratio, y);
  }
}

function paintHistogram(
  { ctx, model, ratio, range: [from, to] }: Pen,
  { histogram: column, box }: Field,
): void {
  if (!column) return;
  const width = bodyWidth(box.width / box.span, Math.max(1, Math.round(ratio)));
  const zero = Math.round(yOf(box, 0));
  ctx.fillStyle = model.theme.rail;
  for (let i = from; i < to; i++) {
    const value = column[i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const y = Math.round(yOf(box, value));
    const left = Math.round(xOf(box, i) - width / 2);
    ctx.fillRect(left, Math.min(y, zero), width, Math.max(1, Math.abs(y - zero)));
  }
}
