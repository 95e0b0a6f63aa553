import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small, fast generator of chance with a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Writes a tape for each of `instruments` and returns the FEED setting that plays them: together `ticksPerSecond`
 * quotes a second for `seconds`, each a random walk in steps of a point.
 */
export async function writeTapes(
  instruments: number,
  ticksPerSecond: number,
  seconds: number,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pipstream-tape-'));
  const each = Math.max(1, Math.round((ticksPerSecond * seconds) / instruments));
  const step = (seconds * 1000) / each;
  const files = Array.from({ length: instruments }, async (_, i) => {
    const random = seeded(i + 1);
    const code = `SYN${String(i).padStart(3, '0')}USD`;
    const lines = ['ts_ms,bid,ask'];
    let points = 100_000 + Math.floor(random() * 100_000);
    for (let tick = 0; tick < each; tick++) {
      points += Math.round((random() - 0.5) * 6) || 1;
      const at = 1_700_000_000_000 + Math.floor((tick + random() * 0.9) * step);
      lines.push(`${at},${(points / 1e5).toFixed(5)},${((points + 10) / 1e5).toFixed(5)}`);
    }
    const path = join(folder, `${code}.csv`);
    await writeFile(path, `${lines.join('\n')}\n`);
    return `${code}=${path}`;
  });
  return `ticks:${(await Promise.all(files)).join(',')}`;
}
