/**
 * The least that a chart with a line under a finger takes: the same quotes by a minimal worker, one canvas that is drawn
 * as a whole in each frame with something new, and the texts of the product's drag: money, points, price.
 */
type Candle = [time: number, open: number, high: number, low: number, close: number, volume: number];

const [HEIGHT, AXIS_PX, TIME_PX, CANDLE_PX, LINES] = [360, 60, 24, 7, 5];
const [UP, DOWN, INK, QUIET, HAIRLINE, RAISED, SURFACE] = [
  ...['#2fbf71', '#f0525f', '#e8ecf2', '#8b95a5', '#232a35', '#1c222c', '#0c0f14'],
] as [string, string, string, string, string, string, string];
const [LOTS, CONTRACT, DIGITS] = [0.01, 100_000, 5];

const id = Number(new URLSearchParams(location.search).get('id'));
const answer = (await (await fetch(`/v1/api/forex/kline?forex_id=${id}&period=1min`)).json()) as {
  data: Candle[];
};
const candles = answer.data;
const entry = candles.at(-1)?.[4] ?? 1;
const price = document.getElementById('price')?.firstChild as Text;
const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const ctx = canvas.getContext('2d', { alpha: false }) as CanvasRenderingContext2D;
const width = innerWidth;
canvas.width = width * devicePixelRatio;
canvas.height = HEIGHT * devicePixelRatio;
canvas.style.cssText = `inline-size: ${width}px; block-size: ${HEIGHT}px`;
ctx.scale(devicePixelRatio, devicePixelRatio);

const bottom = HEIGHT - TIME_PX;
const plotWidth = width - AXIS_PX;
let [lowest, highest] = [0, 1];
let held: { readonly from: number; y: number } | undefined;
let isWaiting = false;
let arrived: { rows: Float64Array; count: number } | undefined;

const worker = new Worker(new URL('../../list/plain-dom/worker.ts', import.meta.url), { type: 'module' });
worker.postMessage({ visible: [id] });
worker.onmessage = ({ data }: MessageEvent<{ rows: Float64Array; count: number }>) => {
  arrived = data;
  draw();
};

const yOf = (at: number) => 14 + ((highest - at) / (highest - lowest || 1)) * (bottom - 14);
const priceAt = (y: number) => highest - ((y - 14) / (bottom - 14)) * (highest - lowest);
/** Row of the line under the finger. */
const row = () => yOf(entry) + (held ? held.y - held.from : 0);

canvas.addEventListener('pointerdown', (event) => {
  if (Math.abs(event.offsetY - yOf(entry)) > 22) return;
  canvas.setPointerCapture(event.pointerId);
  held = { from: event.offsetY, y: event.offsetY };
});
canvas.addEventListener('pointermove', (event) => {
  if (!held) return;
  held.y = event.offsetY;
  draw();
});
canvas.addEventListener('pointerup', () => {
  if (!held) return;
  const to = priceAt(row());
  held = undefined;
  const sheet = document.createElement('div');
  sheet.setAttribute('role', 'dialog');
  sheet.innerHTML = `<button type="button">Set at ${to.toFixed(DIGITS)}</button>`;
  document.body.append(sheet);
  draw();
});
draw();

function draw(): void {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => {
    isWaiting = false;
    takeQuote();
    paint();
  });
}

function takeQuote(): void {
  if (!arrived) return;
  const { rows } = arrived;
  arrived = undefined;
  const now = rows[1] ?? Number.NaN;
  worker.postMessage({ returned: rows.buffer }, [rows.buffer]);
  if (Number.isNaN(now)) return;
  const time = Math.floor(Date.now() / 60_000) * 60;
  const last = candles.at(-1);
  if (last && last[0] >= time) {
    last[2] = Math.max(last[2], now);
    last[3] = Math.min(last[3], now);
    last[4] = now;
  } else candles.push([time, now, now, now, now, 1]);
  const text = now.toFixed(DIGITS);
  if (price.data !== text) price.data = text;
}

function paint(): void {
  const span = Math.floor(plotWidth / CANDLE_PX) - 2;
  const seen = candles.slice(-span);
  highest = Math.max(...seen.map(([, , high]) => high));
  lowest = Math.min(...seen.map(([, , , low]) => low));
  const last = candles.at(-1)?.[4] ?? entry;
  ctx.fillStyle = SURFACE;
  ctx.fillRect(0, 0, width, HEIGHT);
  ctx.font = '11px system-ui';
  ctx.textBaseline = 'middle';
  paintGrid(seen);
  paintCandles(seen);
  const to = held && priceAt(row());
  if (to !== undefined) {
    ctx.fillStyle = `${to < entry ? DOWN : UP}2e`;
    ctx.fillRect(0, Math.min(row(), yOf(entry)), plotWidth, Math.abs(row() - yOf(entry)));
  }
  line(yOf(last), INK, last);
  line(yOf(entry), QUIET, entry);
  label(LOTS.toFixed(2), `${((last - entry) * LOTS * CONTRACT).toFixed(2)} USD`, yOf(entry));
  if (held && to !== undefined) {
    line(row(), INK, to);
    bubble(
      [
        `Stop loss ${to.toFixed(DIGITS)}`,
        `${((to - entry) * LOTS * CONTRACT).toFixed(2)} USD   ${Math.round(Math.abs(to - entry) * 10 ** DIGITS)} points`,
      ],
      row(),
    );
  }
}

function paintGrid(seen: readonly Candle[]): void {
  for (let nth = 0; nth < LINES; nth++) {
    const at = lowest + ((highest - lowest) * (nth + 0.5)) / LINES;
    const index = Math.round((seen.length / LINES) * (nth + 0.5));
    ctx.fillStyle = HAIRLINE;
    ctx.fillRect(0, yOf(at), plotWidth, 0.5);
    ctx.fillRect(index * CANDLE_PX, 0, 0.5, bottom);
    ctx.fillStyle = QUIET;
    ctx.fillText(at.toFixed(DIGITS), plotWidth + 6, yOf(at));
    const time = new Date((seen[index]?.[0] ?? 0) * 1000).toISOString().slice(11, 16);
    ctx.fillText(time, index * CANDLE_PX - 14, HEIGHT - 12);
  }
}

function paintCandles(seen: readonly Candle[]): void {
  for (const [i, [, open, high, low, close]] of seen.entries()) {
    const left = i * CANDLE_PX;
    ctx.fillStyle = close >= open ? UP : DOWN;
    ctx.fillRect(left + CANDLE_PX / 2 - 0.5, yOf(high), 1, yOf(low) - yOf(high));
    const top = yOf(Math.max(open, close));
    ctx.fillRect(left + 1, top, CANDLE_PX - 2, Math.max(1, Math.abs(yOf(open) - yOf(close))));
  }
}

function line(y: number, colour: string, at: number): void {
  ctx.fillStyle = colour;
  ctx.fillRect(0, Math.round(y), plotWidth, 1);
  ctx.fillStyle = RAISED;
  ctx.fillRect(plotWidth, y - 9, AXIS_PX, 18);
  ctx.fillStyle = INK;
  ctx.fillText(at.toFixed(DIGITS), plotWidth + 6, y);
}

function label(name: string, money: string, y: number): void {
  ctx.fillStyle = RAISED;
  ctx.fillRect(8, y - 11, 24 + ctx.measureText(name + money).width, 22);
  ctx.fillStyle = INK;
  ctx.fillText(name, 16, y);
  ctx.fillText(money, 20 + ctx.measureText(name).width, y);
}

function bubble(rows: readonly string[], y: number): void {
  ctx.font = '13px system-ui';
  const wide = Math.max(...rows.map((text) => ctx.measureText(text).width)) + 24;
  const top = y - 34 - 48 > 14 ? y - 34 - 48 : y + 34;
  ctx.fillStyle = RAISED;
  ctx.beginPath();
  ctx.roundRect(60, top, wide, 48, 8);
  ctx.fill();
  ctx.fillStyle = INK;
  for (const [i, text] of rows.entries()) ctx.fillText(text, 72, top + 14 + i * 20);
}
