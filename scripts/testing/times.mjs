// How long test files take: what a run has measured, and what the last recorded run has (tests/times.json, seconds).
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../node.mjs';

const RECORD = join(root, 'tests', 'times.json');
/** A new file that takes longer fails the run. */
const NEW_FILE_S = 20;
/** Fewer files in common with the record do not show how fast the machine is. */
const LEAST_IN_COMMON = 20;

/** Seconds by path. */
export const readTimes = () => JSON.parse(readFileSync(RECORD, 'utf8'));

export function writeTimes(times) {
  const rows = Object.entries(times)
    .filter(([path]) => existsSync(join(root, path)))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(RECORD, `{\n${rows.map(([path, s]) => `  ${JSON.stringify(path)}: ${s}`).join(',\n')}\n}\n`);
}

/**
 * The files that the record does not have and that take more than 20 s on the machine of the record: a slower or busier
 * machine is as much slower with the files that both have.
 * @returns a sentence for each
 */
export function slowNewFiles(times, known) {
  const both = Object.keys(times).filter((path) => (known[path] ?? 0) >= 1);
  const ratios = both.map((path) => times[path] / known[path]).sort((a, b) => a - b);
  if (ratios.length < LEAST_IN_COMMON) return [];
  const slower = ratios[Math.floor(ratios.length / 2)];
  return Object.entries(times)
    .filter(([path, seconds]) => known[path] === undefined && seconds / slower > NEW_FILE_S)
    .map(
      ([path, seconds]) =>
        `${path} is new and takes ${(seconds / slower).toFixed(0)} s, more than ${NEW_FILE_S} s`,
    );
}

export function describeSlowest(times, most = 10) {
  const rows = Object.entries(times).sort(([, a], [, b]) => b - a);
  return rows
    .slice(0, most)
    .map(([path, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${path}`)
    .join('\n');
}

/** CPU seconds of all child processes that have ended and were waited for; undefined outside Linux. */
function cpuSeconds() {
  if (process.platform !== 'linux') return undefined;
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  // utime, stime, cutime and cstime, in hundredths of a second.
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

/**
 * Notes a whole run for `scripts/figures.mjs`.
 * @returns a line about it
 */
export function writeRun({ part, seconds, times, ...counts }) {
  const run = { part, seconds: Math.round(seconds), cpuSeconds: Math.round(cpuSeconds() ?? 0), ...counts };
  const slowest = describeSlowest(times).split('\n');
  mkdirSync(join(root, 'test-results'), { recursive: true });
  writeFileSync(join(root, 'test-results', `run-${part}.json`), JSON.stringify({ ...run, slowest }, null, 2));
  return `${part}: ${(seconds / 60).toFixed(1)} minutes, ${Math.round(run.cpuSeconds / 60)} minutes of CPU`;
}
