import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'vite';
import { root } from '../../tests/architecture/sources.ts';
import { keptOf } from '../rig/open-page.ts';

const ENTRY = 'virtual:entry';
const peers = join(root, 'bench', 'peers');

const REACT_DOM = `import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.body).render(createElement('p'));`;
/** Features of the product's chart: candles, their volume, and price lines. */
const LIGHTWEIGHT_CHARTS = `import { CandlestickSeries, HistogramSeries, LineSeries, createChart } from 'lightweight-charts';
const chart = createChart(document.body, {});
for (const series of [CandlestickSeries, HistogramSeries, LineSeries]) chart.addSeries(series);`;

/** Size of the smallest page with React, brotli bytes. */
export const reactDomAlone = (): Promise<number> => weightOf('react-dom', REACT_DOM, root);
export const lightweightCharts = (): Promise<number> =>
  weightOf('lightweight-charts', LIGHTWEIGHT_CHARTS, peers);

/** Bytes of an entry's code in a build like the app's. Measured once per entry. */
async function weightOf(name: string, code: string, from: string): Promise<number> {
  const folder = await keptOf(`weight/${name}`, async (folder) =>
    writeFile(join(folder, 'bytes'), String(await weigh(code, from))),
  );
  return Number(await readFile(join(folder, 'bytes'), 'utf8'));
}

async function weigh(code: string, from: string): Promise<number> {
  const importer = join(from, 'entry.js');
  const built = await build({
    root: from,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, target: 'es2022', rollupOptions: { input: ENTRY } },
    plugins: [
      {
        name: 'entry',
        resolveId(id, by) {
          if (id === ENTRY) return `\0${ENTRY}`;
          return by === `\0${ENTRY}` ? this.resolve(id, importer) : null;
        },
        load: (id) => (id === `\0${ENTRY}` ? code : null),
      },
    ],
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    'output' in one ? one.output : [],
  );
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  const bytes = outputs
    .flatMap((one) => (one.type === 'chunk' ? [one.code] : []))
    .reduce((sum, text) => sum + brotliCompressSync(text, quality).length, 0);
  if (bytes === 0) throw new Error('the build of a peer is empty');
  return bytes;
}
