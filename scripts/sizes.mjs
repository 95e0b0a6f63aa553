// Compares the download sizes of the last build (brotli, from its manifest) with bench/budgets.json.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { root } from './node.mjs';

const dist = join(root, 'dist');

const compressed = (content) =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

const brotli = (file) => compressed(readFileSync(join(dist, file)));

const stylesOfPage = () =>
  readFileSync(join(dist, 'index.html'), 'utf8')
    .matchAll(/<style>([\s\S]*?)<\/style>/g)
    .reduce((styles, [, content]) => styles + content, '');

const total = (files) => [...new Set(files)].reduce((sum, file) => sum + brotli(file), 0);

/** The files of a chunk and of all chunks that it imports statically. */
function closure(manifest, key, seen = new Set()) {
  const chunk = manifest[key];
  if (chunk === undefined || seen.has(key)) return [];
  seen.add(key);
  return [chunk.file, ...(chunk.imports ?? []).flatMap((one) => closure(manifest, one, seen))];
}

const chunkNamed = (manifest, pattern) => {
  const key = Object.keys(manifest).find((one) => pattern.test(one));
  if (key === undefined) throw new Error(`The build has no chunk like ${pattern}.`);
  return key;
};

/**
 * Bytes by name. `firstRouteJs`: the page's first scripts and the default language's first texts; `translator`: i18next,
 * which loads with the first later screen. `css`: the first route's styles, in the page itself; `cssOfAll`: those of all screens together.
 * `largestScreen`: the largest code that belongs to one screen only. `chart`: uPlot; `chartPanel`: the chart's controls;
 * `chartDrawing`: our code that draws candles with it; `chartStudies`: what draws other types, volume and indicators;
 * `chartOrders`: the lines of orders and what drags them; `chartTools`: what can be done at the crosshair, and, only for
 * those who draw, drawings. `worker`: what the worker starts with; `workerLater`: the calls that
 * it loads with later screens;
 * `workerIndicators`: what it loads for a chart's indicators.
 */
export function measure() {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'));
  const first = [
    ...closure(manifest, chunkNamed(manifest, /^_first-.*\.js$/)),
    ...closure(manifest, chunkNamed(manifest, /i18n\/locales\/hk\.first\.json$/)),
  ].filter((file) => file.endsWith('.js'));
  const beyond = (key, known) =>
    closure(manifest, key).filter((file) => file.endsWith('.js') && !known.includes(file));
  const texts = beyond(chunkNamed(manifest, /i18n\/full-translator\.ts$/), first);
  const chart = beyond(chunkNamed(manifest, /uplot/i), first);
  const screen = closure(manifest, chunkNamed(manifest, /\/TradeScreen\.tsx$/));
  const panel = beyond(chunkNamed(manifest, /\/ChartPanel\.tsx$/), [...first, ...chart, ...screen]);
  const trade = [...screen, ...panel];
  const drawing = beyond(chunkNamed(manifest, /chart\/live-chart\.ts$/), [...first, ...chart, ...trade]);
  const known = [...first, ...chart, ...trade, ...drawing];
  const studies = [/chart\/studies\.ts$/, /chart\/IndicatorLegend\.tsx$/].flatMap((pattern) =>
    beyond(chunkNamed(manifest, pattern), known),
  );
  const orders = beyond(chunkNamed(manifest, /chart\/orders\/ChartOrders\.tsx$/), known);
  const tools = [
    ...new Set(
      [/chart\/ChartTools\.tsx$/, /chart\/drawings\/DrawingTools\.tsx$/].flatMap((pattern) =>
        beyond(chunkNamed(manifest, pattern), known),
      ),
    ),
  ];
  const stylesOf = (chunks) =>
    chunks.flatMap((chunk) => [...(chunk.css ?? []), chunk.file]).filter((file) => file.endsWith('.css'));
  const css = compressed(stylesOfPage());
  const screens = Object.keys(manifest).filter((key) => /\/screens\/.*Screen\.tsx$/.test(key));
  // The manifest does not have what the worker itself loads.
  const assets = readdirSync(join(dist, 'assets')).map((file) => join('assets', file));
  const named = (pattern) => assets.filter((file) => pattern.test(file));
  return {
    firstRouteJs: total(first),
    translator: total(texts),
    css,
    cssOfAll: css + total(stylesOf(Object.values(manifest))),
    largestScreen: Math.max(...screens.map((key) => brotli(manifest[key].file))),
    chart: total(chart),
    chartPanel: total(panel),
    chartDrawing: total(drawing),
    chartOrders: total(orders),
    chartStudies: total(studies),
    chartTools: total(tools),
    worker: total(named(/\/(main|engine)-[^/]*\.js$/)),
    workerLater: total(named(/\/later-routes-[^/]*\.js$/)),
    workerIndicators: total(named(/\/named-series-[^/]*\.js$/)),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { size: budgets } = JSON.parse(readFileSync(join(root, 'bench', 'budgets.json'), 'utf8'));
  let over = false;
  for (const [name, size] of Object.entries(measure())) {
    const budget = budgets[name];
    over ||= size > budget || size === 0;
    console.log(
      `${name.padEnd(16)} ${String(size).padStart(7)} of ${budget} bytes${size > budget ? '  over budget' : size === 0 ? '  nothing found' : ''}`,
    );
  }
  process.exit(over ? 1 : 0);
}
