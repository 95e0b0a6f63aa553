import { currentTheme } from '../../src/chart/chart-theme.ts';
import '../../src/styles/tokens.css';
import { seeded } from '../figures/seeded.ts';
import type { BenchChart, ChartBench, Followed, PrepareChart } from './bench-chart.ts';
import './page.css';
import { candleRows, ticked } from './bench-chart.ts';

/** Frames after which a chart has been painted: the product learns its size in one frame and draws in the next. */
const FRAMES_TO_PAINT = 4;

/** Makes a chart available to the bench, in the page's element `host`. */
export function offerChart(prepareChart: PrepareChart): void {
  const host = document.getElementById('host');
  if (host === null) throw new Error('the page has no place for a chart');
  const { up, down, quietInk: ink, hairline, surface } = currentTheme();
  let rows = candleRows(1);
  let make = prepareChart(rows, { up, down, ink, hairline, surface });
  let chart: BenchChart | undefined;
  let followed: Followed | undefined;
  const shown = (): BenchChart => {
    if (chart === undefined) throw new Error('there is no chart');
    return chart;
  };
  const bench: ChartBench = {
    prepare(candles) {
      rows = candleRows(candles);
      make = prepareChart(rows, { up, down, ink, hairline, surface });
    },
    async mount() {
      chart = make(host);
      for (let i = 0; i < FRAMES_TO_PAINT; i++) await frame();
    },
    async tick(count) {
      const random = seeded(count);
      let last = rows.at(-1);
      for (let i = 0; i < count && last !== undefined; i++) {
        last = ticked(last, Math.round((random() - 0.5) * 8));
        shown().update(last);
        await frame();
      }
    },
    seen: () => shown().seen(),
    follow() {
      let { from } = shown().seen();
      let [frames, moved] = [0, 0];
      const look = () => {
        const now = shown().seen().from;
        if (now !== from) moved++;
        from = now;
        followed = { frames: ++frames, moved };
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    followed: () => followed ?? { frames: 0, moved: 0 },
    painted: () => paintedParts(host, up, down),
  };
  Object.assign(globalThis, { bench });
}

const frame = () => new Promise((done) => requestAnimationFrame(done));

/** Counts the largest canvas, the one with the candles. */
function paintedParts(host: HTMLElement, up: string, down: string) {
  const canvases = [...host.querySelectorAll('canvas')];
  const parts = canvases.map((canvas) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    const [rising, falling] = [coloured(data, up), coloured(data, down)];
    return { up: rising, down: falling };
  });
  const area = host.clientWidth * host.clientHeight * devicePixelRatio ** 2;
  const most = (colour: 'up' | 'down') => Math.max(0, ...parts.map((part) => part[colour])) / area;
  return { up: most('up'), down: most('down') };
}

function coloured(data: ArrayLike<number>, colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  let count = 0;
  for (let at = 0; at < data.length; at += 4)
    if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count++;
  return count;
}
