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
import { bodyWidth, fontOf, type Projection, paintCandles, type Range, xOf, yOf } from './geometry.ts';
import { takeHeikinAshi } from './heikin-ashi.ts';
import { paneShare, type Track, tracksOf } from './tracks.ts';

/** The part of the prices' height that the volume fills. */
const VOLUME_SHARE = 0.18;
/** Lines beyond the candles widen the scale in steps of a twentieth, at each side to as much again as the candles have. */
const BEYOND_STEPS = 20;
const DAY_S = 86_400;

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
      const over = tracks.filter(({ pane }) => pane === undefined);
      const [low, high] = extent(
        over.flatMap((track) => columnsOf(track, model)),
        seen,
      );
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
          paintHistogram(pen, field);
          strokeLines(pen, [field]);
        });
      }
    },
  };
}

interface Pen {
  readonly ctx: CanvasRenderingContext2D;
  readonly model: ChartModel;
  readonly at: Projection;
  readonly ratio: number;
  readonly part: 'past' | 'newest';
  /** The candles of the part. */
  readonly range: Range;
}

/** A box with lines: that of the prices, and each pane. */
interface Field {
  readonly box: Projection;
  /** What the pane shows; undefined for the prices. */
  readonly track: Track | undefined;
  readonly lines: readonly Line[];
  readonly histogram: Float64Array | undefined;
}

interface Line {
  readonly column: Float64Array;
  /** After three, the colours begin again with dashes. */
  readonly colour: number;
  /** The values begin again with each day: no stroke joins two days. */
  readonly isOfDay: boolean;
}

/** The prices first, then the panes, which lie below each other between the prices and the time axis. */
function fieldsOf({ at, model }: Pen, tracks: readonly Track[], scales: readonly Scale[]): readonly Field[] {
  const over: Line[] = [];
  const fields: Field[] = [{ box: at, track: undefined, lines: over, histogram: undefined }];
  const height = (at.floor - at.top - at.height) / scales.length;
  for (const track of tracks) {
    const { pane, spec, colour } = track;
    const columns = columnsOf(track, model);
    const isMacd = spec.kind === 'macd';
    const lines = (isMacd ? columns.slice(0, 2) : columns).map((column, i) => ({
      column,
      colour: colour + (isMacd ? i : 0),
      // Of candles of a day or longer, each is a day of its own.
      isOfDay: spec.kind === 'vwap' && model.periodS < DAY_S,
    }));
    const scale = scales[pane ?? -1];
    if (pane === undefined) over.push(...lines);
    else if (scale) {
      const [lowest, highest] = scale;
      const box = { ...at, top: at.top + at.height + pane * height, height, lowest, highest };
      fields.push({ box, track, lines, histogram: isMacd ? columns[2] : undefined });
    }
  }
  return fields;
}

/** Whether the newest candle and its lines need no clip: none leaves its box. */
function isInside({ model: { candles }, at, ratio }: Pen, { box, lines }: Field): boolean {
  const newest = candles.length - 1;
  if (newest - 1 < at.from || newest + 0.5 > at.from + at.span) return false;
  const margin = ((box.highest - box.lowest) / box.height) * 2 * ratio;
  return lines.every(({ column }) => {
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

const columnsOf = ({ first, width }: Track, { values }: ChartModel): readonly Float64Array[] =>
  values.slice(first, first + width);

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
  if (track.spec.kind === 'rsi') return [0, 100];
  const [lowest, highest] = extent(columnsOf(track, model), seen);
  if (lowest > highest) return [0, 1];
  if (track.spec.kind === 'macd') {
    const reach = powerAbove(Math.max(-lowest, highest)) || 1;
    return [-reach, reach];
  }
  const step = 2 ** Math.floor(Math.log2(Math.max(highest - lowest, highest / 16, 1e-6) / 2));
  return [Math.floor(lowest / step) * step, Math.ceil(highest / step) * step || step];
}

function paintVolume({ ctx, model, at, ratio, range: [from, to] }: Pen, top: number): void {
  const { volume } = model.candles;
  const width = bodyWidth(at.width / at.span, Math.max(1, Math.round(ratio)));
  const floor = Math.round(at.top + at.height);
  ctx.fillStyle = model.theme.raised;
  for (let i = from; i < to; i++) {
    const high = Math.round(((volume[i] ?? 0) / top) * at.height * VOLUME_SHARE);
    if (high > 0) ctx.fillRect(Math.round(xOf(at, i) - width / 2), floor - high, width, high);
  }
}

function paintPrices(pen: Pen, candles: Candles): void {
  const { ctx, model, at, ratio, range } = pen;
  switch (model.look.type) {
    case 'candles':
    case 'heikin-ashi':
      paintCandles(ctx, candles, model.theme, range, at, ratio);
      break;
    case 'bars':
      paintBars(pen, candles);
      break;
    case 'line':
    case 'area':
      paintClose(pen, candles.close);
      break;
  }
}

/** A stroke from low to high, with the open at its start and the close at its end. */
function paintBars({ ctx, model, at, ratio, range: [from, to] }: Pen, candles: Candles): void {
  const { open, high, low, close } = candles;
  const thin = Math.max(1, Math.round(ratio));
  const arm = Math.max(thin, Math.floor((at.width / at.span) * 0.36));
  for (let i = from; i < to; i++) {
    const [first, last] = [open[i] ?? 0, close[i] ?? 0];
    ctx.fillStyle = last >= first ? model.theme.up : model.theme.down;
    const left = Math.round(xOf(at, i) - thin / 2);
    const top = Math.round(yOf(at, high[i] ?? 0));
    ctx.fillRect(left, top, thin, Math.max(thin, Math.round(yOf(at, low[i] ?? 0)) - top));
    ctx.fillRect(left - arm, Math.round(yOf(at, first) - thin / 2), arm, thin);
    ctx.fillRect(left + thin, Math.round(yOf(at, last) - thin / 2), arm, thin);
  }
}

function paintClose(pen: Pen, close: Float64Array): void {
  const { ctx, model, at } = pen;
  const [from, to] = lineRange(pen);
  if (to - from < 1) return;
  if (model.look.type === 'area') {
    const ground = new Path2D();
    // On whole pixels, so that the two parts meet without a seam.
    ground.moveTo(Math.round(xOf(at, from)), at.top + at.height);
    for (let i = from; i < to; i++) {
      const isEdge = i === from || i === to - 1;
      ground.lineTo(isEdge ? Math.round(xOf(at, i)) : xOf(at, i), yOf(at, close[i] ?? 0));
    }
    ground.lineTo(Math.round(xOf(at, to - 1)), at.top + at.height);
    ctx.fillStyle = translucent(model.theme.ink, 0.1);
    ctx.fill(ground);
  }
  ctx.beginPath();
  traceColumn(pen, close, at);
  stroke(pen, model.theme.ink);
}

/** The candles whose middles a line of the part connects. It goes on beyond the edges of the view. */
function lineRange({ model, range: [from, to], part }: Pen): Range {
  const newest = model.candles.length - 1;
  return part === 'newest'
    ? [Math.max(0, newest - 1), newest + 1]
    : [Math.max(0, from - 1), Math.min(to + 1, newest)];
}

/** A line that is out of range runs along the edge: it says where it is. */
function traceColumn(pen: Pen, column: Float64Array, at: Projection, isOfDay = false): void {
  const { ctx, model, ratio } = pen;
  const { time } = model.candles;
  const dayOf = (i: number) => Math.floor((time[i] ?? 0) / DAY_S);
  const [from, to] = lineRange(pen);
  let isDown = false;
  for (let i = from; i < to; i++) {
    const y = Math.max(
      at.top + ratio,
      Math.min(at.top + at.height - ratio, yOf(at, column[i] ?? Number.NaN)),
    );
    if (Number.isNaN(y)) isDown = false;
    else if (isDown && !(isOfDay && dayOf(i) > dayOf(i - 1))) ctx.lineTo(xOf(at, i), y);
    else {
      ctx.moveTo(xOf(at, i), y);
      isDown = true;
    }
  }
}

function stroke({ ctx, ratio }: Pen, colour: string, dash = 0): void {
  ctx.setLineDash(dash > 0 ? [dash * ratio, dash * ratio] : []);
  ctx.lineJoin = 'round';
  ctx.lineWidth = 1.25 * ratio;
  ctx.strokeStyle = colour;
  ctx.stroke();
}

/** Lines of one colour are one path: a stroke costs more than the points of a tick. */
function strokeLines(pen: Pen, fields: readonly Field[]): void {
  const { series } = pen.model.theme;
  let left = fields.reduce((sum, { lines }) => sum + lines.length, 0);
  for (let nth = 0; left > 0; nth++) {
    const before = left;
    pen.ctx.beginPath();
    for (const { lines, box } of fields)
      for (const { column, colour, isOfDay } of lines)
        if (colour === nth) {
          traceColumn(pen, column, box, isOfDay);
          left--;
        }
    if (left < before) stroke(pen, series[nth % series.length] ?? '', nth >= series.length ? 4 : 0);
  }
}

function paintPaneGround({ ctx, model, at, ratio }: Pen, { spec }: Track, box: Projection): void {
  const { theme, precision } = model;
  const thin = Math.max(1, Math.round(ratio));
  const labels = spec.kind === 'rsi' ? [70, 30] : priceTicks(box.lowest, box.highest, box.height / ratio);
  ctx.fillStyle = theme.hairline;
  ctx.fillRect(0, Math.round(box.top), ctx.canvas.width, thin);
  if (spec.kind === 'rsi') {
    const [top, bottom] = [yOf(box, 70), yOf(box, 30)];
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
    const text = spec.kind === 'rsi' ? String(value) : formatPrice(price(Math.round(value)), precision);
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
