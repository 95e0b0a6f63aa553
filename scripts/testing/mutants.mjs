// Breaks the product in seeded places, one at a time, and says whether `npm run check` notices. Needs a clean work tree.
//   node scripts/testing/mutants.mjs [--seed 1] [--count 30]
// Ends by listing those that stayed green: run `npm test` on each to tell an equivalent change from a gap.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseSync, Visitor } from 'oxc-parser';
import { root } from '../node.mjs';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, count: { type: 'string', default: '30' } },
});
const PRODUCT = /^(?:shared|worker|src|server|replay)\/.*\.tsx?$/;
const SWAPPED = {
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '>': '<=',
  '<=': '>',
  '>=': '<',
  '+': '-',
  '-': '+',
  '*': '+',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout;
if (git('status', '--porcelain') !== '') {
  console.error('The work tree has changes: commit them first.');
  process.exit(2);
}

let state = Number(values.seed) >>> 0;
/** A whole number from 0 up to, not including, `bound`. */
function below(bound) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * bound);
}

/** Places of a text where an operator or a boolean can be turned round: [start, end, replacement]. */
function placesIn(path, text) {
  const places = [];
  const operator = ({ operator: sign, left, right }) => {
    const at = text.indexOf(sign, left.end);
    if (SWAPPED[sign] !== undefined && at !== -1 && at < right.start)
      places.push([at, at + sign.length, SWAPPED[sign]]);
  };
  new Visitor({
    BinaryExpression: operator,
    LogicalExpression: operator,
    Literal({ value, start, end }) {
      if (typeof value === 'boolean') places.push([start, end, String(!value)]);
    },
  }).visit(parseSync(path, text).program);
  return places;
}

const files = git('ls-files')
  .split('\n')
  .filter((path) => PRODUCT.test(path));
const green = [];
const durations = [];
for (let number = 1; number <= Number(values.count); ) {
  const path = files[below(files.length)];
  const text = readFileSync(join(root, path), 'utf8');
  const places = placesIn(path, text);
  if (places.length === 0) continue;
  const [start, end, replacement] = places[below(places.length)];
  const line = text.slice(0, start).split('\n').length;
  const what = `${path}:${line}: ${text.slice(start, end)} -> ${replacement}`;
  writeFileSync(join(root, path), text.slice(0, start) + replacement + text.slice(end));
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, ['scripts/check.mjs', path], { cwd: root });
  writeFileSync(join(root, path), text);
  const seconds = (performance.now() - startedAt) / 1000;
  durations.push(seconds);
  if (status === 0) green.push(what);
  console.log(`${number++} ${status === 0 ? 'GREEN' : 'found'} ${seconds.toFixed(0)} s  ${what}`);
}
durations.sort((a, b) => a - b);
console.log(
  `found ${Number(values.count) - green.length} of ${values.count}; median ${durations[Math.floor(durations.length / 2)].toFixed(0)} s`,
);
for (const what of green) console.log(`  stayed green: ${what}`);
