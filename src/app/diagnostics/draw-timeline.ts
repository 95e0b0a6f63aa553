import type { ReplayMoment, ReplaySurvey } from '../../../shared/bridge/recording.ts';

/** The part of the height above the bars, for the heads of the marks. */
const HEAD = 10;
const TICK_WIDTH = 2;

/** Draws the traffic as bars, lost connections as bands, gaps and marks as ticks, and the current moment. */
export function drawTimeline(canvas: HTMLCanvasElement, survey: ReplaySurvey, atMs: number): void {
  const { width, height } = canvas.getBoundingClientRect();
  const paint = canvas.getContext('2d');
  if (paint === null || width === 0) return;
  const ratio = devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  paint.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(name);
  const xOf = (ms: number) => (survey.lengthMs === 0 ? 0 : (ms / survey.lengthMs) * width);

  paint.fillStyle = colour('--surface-2');
  paint.fillRect(0, 0, width, height);
  paint.fillStyle = colour('--warn');
  paint.globalAlpha = 0.4;
  for (const { fromMs, toMs } of lostSpans(survey))
    paint.fillRect(xOf(fromMs), HEAD, Math.max(TICK_WIDTH, xOf(toMs) - xOf(fromMs)), height - HEAD);
  paint.globalAlpha = 1;
  paint.fillStyle = colour('--ink-3');
  drawBars(paint, survey.traffic, width, height);
  for (const { kind, atMs: at } of survey.moments) {
    if (kind !== 'gap' && kind !== 'mark') continue;
    paint.fillStyle = colour(kind === 'gap' ? '--warn' : '--series-1');
    paint.fillRect(xOf(at) - TICK_WIDTH / 2, kind === 'gap' ? HEAD : 0, TICK_WIDTH, height);
    if (kind === 'mark') drawHead(paint, xOf(at));
  }
  paint.fillStyle = colour('--ink');
  paint.fillRect(Math.min(width - TICK_WIDTH, xOf(atMs)), 0, TICK_WIDTH, height);
}

/** As many bars as fit the width; each is as high as the busiest of the parts it covers. */
function drawBars(
  paint: CanvasRenderingContext2D,
  traffic: Float64Array,
  width: number,
  height: number,
): void {
  const most = traffic.reduce((max, count) => Math.max(max, count), 0);
  if (most === 0) return;
  const bars = Math.min(traffic.length, Math.floor(width / 2));
  const step = width / bars;
  for (let bar = 0; bar < bars; bar++) {
    const from = Math.floor((bar * traffic.length) / bars);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * traffic.length) / bars));
    const count = traffic.subarray(from, to).reduce((max, one) => Math.max(max, one), 0);
    if (count === 0) continue;
    const tall = Math.max(1, (count / most) * (height - HEAD));
    paint.fillRect(bar * step, height - tall, Math.max(1, step - 1), tall);
  }
}

function drawHead(paint: CanvasRenderingContext2D, x: number): void {
  paint.beginPath();
  paint.moveTo(x - 5, 0);
  paint.lineTo(x + 5, 0);
  paint.lineTo(x, 7);
  paint.fill();
}

/** The intervals from each loss of the connection until it was up again. */
function lostSpans({ moments, lengthMs }: ReplaySurvey): readonly Span[] {
  const spans: Span[] = [];
  let lost: ReplayMoment | undefined;
  for (const moment of moments) {
    if (moment.kind === 'close') lost ??= moment;
    if (moment.kind !== 'open' || lost === undefined) continue;
    spans.push({ fromMs: lost.atMs, toMs: moment.atMs });
    lost = undefined;
  }
  return lost === undefined ? spans : [...spans, { fromMs: lost.atMs, toMs: lengthMs }];
}

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}
