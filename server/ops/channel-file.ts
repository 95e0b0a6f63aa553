import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** How an operator on this machine reaches the running exchange. The file's mode keeps it from other users. */
export interface ChannelAddress {
  readonly port: number;
  readonly token: string;
}

const NAME = 'operator.json';
const OWNER_ALONE = 0o600;

const schema = v.object({
  port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)),
  token: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
});

/**
 * Writes the file atomically; one that a crash left behind is replaced.
 * @returns removes the file
 */
export function writeAddress(dataDir: string, address: ChannelAddress): () => void {
  const path = join(dataDir, NAME);
  const draft = `${path}.${process.pid}`;
  // Writing to an existing file would keep its mode.
  rmSync(draft, { force: true });
  writeFileSync(draft, `${JSON.stringify(address)}\n`, { mode: OWNER_ALONE, flag: 'wx' });
  renameSync(draft, path);
  return () => rmSync(path, { force: true });
}

/** @returns undefined when there is no file, or no valid one */
export function readAddress(dataDir: string): ChannelAddress | undefined {
  try {
    const read = v.safeParse(schema, JSON.parse(readFileSync(join(dataDir, NAME), 'utf8')));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}
