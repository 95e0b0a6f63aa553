// Tests that guard a release rather than a change: `npm run verify` runs them, `npm test` does not.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../node.mjs';

/** Files or folders below tests/, and what they try. */
const RELEASE = {
  'e2e/looks': 'every screen in every language, theme and width',
  'e2e/engines': 'journeys in WebKit and Firefox',
  'e2e/cluster': 'phones beside a cluster that loses its parts',
  'e2e/wide.test.ts': 'every screen at 1,280 px',
  'e2e/bench-connect.test.ts': 'the benchmark, not the app',
  'e2e/bench-pages.test.ts': 'the benchmark, not the app',
  'e2e/bench-profile.test.ts': 'the benchmark, not the app',
  'e2e/device-bench.test.ts': 'the benchmark on a device',
  'e2e/install.test.ts': 'the app as it is installed, updated and started without a network',
  'e2e/har-in-developer-tools.test.ts': "Chromium's own developer tools",
  'e2e/replay-moments.test.ts': 'pictures of every moment of a replay',
  'e2e/replay-pictures.test.ts': 'pictures of replays, several times each',
  'e2e/replay-as-seen.test.ts': 'pictures of a replay beside those of its user',
  'e2e/written-test.test.ts': 'a test that a recording becomes, beside a changed one in Chromium',
  'e2e/translation.test.ts': 'every screen as a browser translates it',
  'e2e/slow-line.test.ts': 'a line of 50 kbit/s',
  'bench/run.test.ts': 'whole runs of the benchmark',
  'bench/against-run.test.ts': 'a whole comparison of two builds',
  'bench/slowed-build.test.ts': 'a whole run of the benchmark on a slowed build',
  'recordings/page-costs.test.ts': 'what recordings cost the page, counted in chromium-headless-shell',
  faults: 'the table of faults: disks, links, databases and processes that fail',
  'server/faults/engine.test.ts': 'an app beside an exchange with faults',
  'server/faults/http.test.ts': 'calls of an exchange with faults',
  'server/faults/ops.test.ts': 'commands for faults of a running exchange',
  'server/faults/socket.test.ts': 'sockets of an exchange with faults',
  'server/faults/started.test.ts': 'processes that start with faults',
  cluster: 'gateways, dealers and feeds as processes',
  'server/store/postgres': 'PostgreSQL',
  'server/roles': 'parts of the exchange as processes, with PostgreSQL and a broker',
  'server/cluster': 'shares of the accounts among dealers, on PostgreSQL',
  'server/exchange/many-nights.test.ts': 'twenty thousand trades, and what their nights cost',
  'server/exchange/kill.test.ts': 'a hundred kills of the process',
};

const isTest = (path) => /\.test\.tsx?$/.test(path);

/** @returns paths of test files below a file or folder, from the project's root */
function testsBelow(path) {
  const full = join(root, path);
  if (!existsSync(full)) throw new Error(`${path} is not there: look at scripts/testing/release.mjs.`);
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .flatMap((name) => testsBelow(`${path}/${name}`))
    .filter(isTest);
}

/** Paths from the project's root. */
export const releaseFiles = () => Object.keys(RELEASE).flatMap((path) => testsBelow(`tests/${path}`));

/**
 * Files whose tests run on the embedded database in `npm test`, and once more on PostgreSQL in `npm run verify`
 * (PIPSTREAM_TEST_DATABASES, read by tests/helpers/stores.ts and tests/helpers/postgres.ts).
 */
export function twinFiles() {
  const release = new Set(releaseFiles());
  return testsBelow('tests').filter(
    (path) => !release.has(path) && /onEachDatabase|usePostgres/.test(readFileSync(join(root, path), 'utf8')),
  );
}
