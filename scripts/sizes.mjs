// Compares the download sizes of the last build (brotli, from its manifest) with bench/budgets.json, and prints those of
// its parts beside the last record. `--record` makes them the record.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { root } from './node.mjs';

const dist = join(root, 'dist');
const RECORD = join(root, 'bench', 'results', 'sizes.json');

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
 * Bytes by name. With a budget:
 * - `firstRouteJs`: the page's first scripts and the default language's first texts
 * - `tradeRouteJs`: what the trade screen loads beyond them for its ticket and its chart, without the chart library
 * - `workerOfAll`: all that the worker may load, but not the worker of recordings, which is the same code in one file
 * - `cssOfAll`: the styles of all screens together
 * - `chart`: the chart library, uPlot
 *
 * Parts: `translator`: i18next, which loads with the first later screen; `largestScreen`: the largest code that belongs to one
 * screen only; of the trade route `chartPanel`, the chart's controls, `chartDrawing`, our code that draws candles,
 * `chartStudies`, what draws other types, volume and indicators, `chartOrders`, the lines of orders and what drags them,
 * and `chartTools`, what can be done at the crosshair, and drawings; `css`: the first route's styles, in the page itself;
 * `worker`: what the worker starts with; `workerLater`: the calls that it loads with later screens; `workerIndicators`:
 * what it loads for a chart's indicators.
 */
export function measure() {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'));
  const first = [
    ...closure(manifest, chunkNamed(manifest, /^_first-.*\.js$/)),
    ...closure(manifest, chunkNamed(manifest, /hk\.first\.js$/)),
  ].filter((file) => file.endsWith('.js'));
  const beyond = (known, ...patterns) => [
    ...new Set(
      patterns
        .flatMap((pattern) => closure(manifest, chunkNamed(manifest, pattern)))
        .filter((file) => file.endsWith('.js') && !known.includes(file)),
    ),
  ];
  const chart = beyond(first, /uplot/i);
  const screen = beyond([...first, ...chart], /\/TradeScreen\.tsx$/);
  const panel = beyond([...first, ...chart, ...screen], /\/ChartPanel\.tsx$/);
  const drawing = beyond([...first, ...chart, ...screen, ...panel], /chart\/live-chart\.ts$/);
  const known = [...first, ...chart, ...screen, ...panel, ...drawing];
  const studies = beyond(known, /chart\/studies\.ts$/, /chart\/IndicatorLegend\.tsx$/);
  const orders = beyond(known, /chart\/orders\/ChartOrders\.tsx$/);
  const tools = beyond(known, /chart\/ChartTools\.tsx$/, /chart\/drawings\/DrawingTools\.tsx$/);
  const chunks = Object.values(manifest);
  const styles = chunks
    .flatMap(({ file, css = [] }) => [...css, file])
    .filter((file) => file.endsWith('.css'));
  const css = compressed(stylesOfPage());
  const screens = Object.keys(manifest).filter((key) => /\/screens\/.*Screen\.tsx$/.test(key));
  const ofWorker = workerFiles(chunks);
  const named = (pattern) => {
    const files = ofWorker.filter((file) => pattern.test(file));
    if (files.length === 0) throw new Error(`The worker has no file like ${pattern}.`);
    return files;
  };
  return {
    firstRouteJs: total(first),
    tradeRouteJs: total([...screen, ...panel, ...drawing, ...studies, ...orders, ...tools]),
    workerOfAll: total(ofWorker),
    cssOfAll: css + total(styles),
    chart: total(chart),
    translator: total(beyond(first, /i18n\/full-translator\.ts$/)),
    largestScreen: Math.max(...screens.map((key) => brotli(manifest[key].file))),
    chartPanel: total(panel),
    chartDrawing: total(drawing),
    chartStudies: total(studies),
    chartOrders: total(orders),
    chartTools: total(tools),
    css,
    worker: total(named(/\/(main|engine)-[^/]*$/)),
    workerLater: total(named(/\/later-routes-[^/]*$/)),
    workerIndicators: total(named(/\/named-series-[^/]*$/)),
  };
}

/** The page's manifest names the worker's first file; what that one loads is in no manifest. */
function workerFiles(chunks) {
  const known = new Set(chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]));
  return readdirSync(join(dist, 'assets'))
    .filter((name) => name.endsWith('.js') && (name.startsWith('main-') || !known.has(`assets/${name}`)))
    .map((name) => join('assets', name));
}

/**
 * A line for each size: its name, its bytes, the difference to the record, and its budget if it has one.
 * @returns {{ lines: string[], over: string[] }} `over` names what is larger than its budget
 */
export function compareSizes(sizes, budgets, record) {
  const over = Object.keys(budgets).filter((name) => !(sizes[name] <= budgets[name]));
  const lines = Object.entries(sizes).map(([name, size]) => {
    const known = record[name];
    const change =
      known === undefined ? 'new' : size === known ? '' : `${size > known ? '+' : ''}${size - known}`;
    const limit = name in budgets ? `of ${budgets[name]}${over.includes(name) ? ', over budget' : ''}` : '';
    return `${name.padEnd(16)} ${String(size).padStart(7)} ${change.padStart(6)}  ${limit}`.trimEnd();
  });
  return { lines, over };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sizes = measure();
  if (process.argv[2] === '--record') writeFileSync(RECORD, `${JSON.stringify(sizes, undefined, 2)}\n`);
  const { size: budgets } = JSON.parse(readFileSync(join(root, 'bench', 'budgets.json'), 'utf8'));
  const { lines, over } = compareSizes(sizes, budgets, JSON.parse(readFileSync(RECORD, 'utf8')));
  console.log(`${lines.join('\n')}\nBytes, the difference to the last record, and the budget.`);
  if (over.length > 0) process.exitCode = 1;
}
