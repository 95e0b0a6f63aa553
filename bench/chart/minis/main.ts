import { signal } from '@preact/signals-react';
import type { InstrumentId } from '../../../shared/domain/instrument.ts';
import { createSparklineRenderer, SPARKLINE_SIZE } from '../../../src/chart/sparkline-renderer.ts';
import { pageClock } from '../../../src/link/page-clock.ts';
import '../../../src/styles/tokens.css';
import { seeded } from '../../figures/seeded.ts';
import type { MiniBench, Way } from '../bench-chart.ts';

/** The product's mini charts and SVG paths of the same size and points: ten that are mounted repeatedly. */
const TEN = 10;
const POINTS = 60;
const ROW_PX = 64;
/** Space above and below a path. */
const PAD_PX = 2;

const points = Array.from({ length: TEN + 1 }, (_, id) => signal<Float64Array | undefined>(walk(id)));
const paths = points.map(({ value }) => pathOf(value ?? new Float64Array(0)));
const renderer = createSparklineRenderer({
  clock: pageClock,
  loadPlot: () =>
    import('../../../src/chart/sparkline-plot.ts').then(({ createSparklinePlot }) => createSparklinePlot),
});

interface Mini {
  readonly element: Element;
  show(id: number): void;
  remove(): void;
}

const MAKERS: Readonly<Record<Exclude<Way, 'nothing'>, () => Mini>> = {
  product() {
    const place = document.createElement('span');
    place.style.cssText = `display: block; inline-size: ${SPARKLINE_SIZE.width}px; block-size: ${SPARKLINE_SIZE.height}px`;
    let release = () => {};
    return {
      element: place,
      show(id) {
        release = renderer.show({
          place,
          id: id as InstrumentId,
          points: points[id] ?? signal(undefined),
        });
      },
      remove() {
        release();
        place.remove();
      },
    };
  },
  svg() {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('viewBox', `0 0 ${SPARKLINE_SIZE.width} ${SPARKLINE_SIZE.height}`);
    svg.style.cssText = `display: block; inline-size: ${SPARKLINE_SIZE.width}px; block-size: ${SPARKLINE_SIZE.height}px; color: var(--up)`;
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('stroke', 'currentColor');
    path.setAttribute('fill', 'none');
    svg.append(path);
    return {
      element: svg,
      show: (id) => path.setAttribute('d', paths[id] ?? ''),
      remove: () => svg.remove(),
    };
  },
};

const host = document.createElement('div');
document.body.append(host);

const bench: MiniBench = {
  async rounds(way, count) {
    for (let round = 0; round < count; round++) {
      const minis = way === 'nothing' ? [] : Array.from({ length: TEN }, () => MAKERS[way]());
      const rows = minis.map((mini, id) => {
        const row = document.createElement('div');
        row.style.cssText = `position: absolute; block-size: ${ROW_PX}px; inset-inline: 0; transform: translateY(${id * ROW_PX}px)`;
        row.append(mini.element);
        host.append(row);
        mini.show(id);
        return row;
      });
      await frames(2);
      for (const mini of minis) mini.remove();
      for (const row of rows) row.remove();
      await frames(1);
    }
  },
  async drawAll() {
    const minis = points.map(() => MAKERS.product());
    minis.forEach((mini, id) => {
      host.append(mini.element);
      mini.show(id);
    });
    const isShown = ({ element }: Mini) => element.firstChild !== null;
    while (!minis.every(isShown)) await frames(1);
    // One stays, as in the app. No list of the app shows an instrument twice.
    for (const mini of minis.slice(0, -1)) mini.remove();
  },
};
Object.assign(globalThis, { bench });

async function frames(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((done) => requestAnimationFrame(done));
}

/** [times… | closes…] of an hour. */
function walk(id: number): Float64Array {
  const random = seeded(id + 1);
  const made = new Float64Array(POINTS * 2);
  let close = 110_000;
  for (let at = 0; at < POINTS; at++) {
    close += Math.round((random() - 0.5) * 40);
    made[at] = 1_700_000_000 + at * 60;
    made[POINTS + at] = close;
  }
  return made;
}

function pathOf(made: Float64Array): string {
  const closes = made.subarray(made.length / 2);
  const [low, high] = [Math.min(...closes), Math.max(...closes)];
  const { width, height } = SPARKLINE_SIZE;
  const x = (at: number) => ((at / (closes.length - 1)) * width).toFixed(1);
  const y = (close: number) =>
    (height - PAD_PX - ((close - low) / (high - low || 1)) * (height - 2 * PAD_PX)).toFixed(1);
  return Array.from(closes, (close, at) => `${at === 0 ? 'M' : 'L'}${x(at)} ${y(close)}`).join('');
}
