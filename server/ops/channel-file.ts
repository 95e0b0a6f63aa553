import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** How an operator on this machine reaches the running exchange; kept from everybody else by the file's mode. */
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
 * A reader sees the whole file or none. What a crash left behind is replaced.
 * @returns takes it away
 */
export function writeAddress(dataDir: string, address: ChannelAddress): () => void {
  const path = join(dataDir, NAME);
  const draft = `${path}.${process.pid}`;
  // The mode of a file that is there already would stay.
  rmSync(draft, { force: true });
  writeFileSync(draft, `${JSON.stringify(address)}\n`, { mode: OWNER_ALONE, flag: 'wx' });
  renameSync(draft, path);
  return () => rmSync(path, { force: true });
}

/** @returns undefined when no exchange has left its address there, or it can't be read as one */
export function readAddress(dataDir: string): ChannelAddress | undefined {
  try {
    const read = v.safeParse(schema, JSON.parse(readFileSync(join(dataDir, NAME), 'utf8')));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}
