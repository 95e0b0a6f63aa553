import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { entryFor } from '../../catalogue/catalogue.ts';
import type { CatalogueEntry } from '../../catalogue/entry.ts';
import { FeedError } from '../feed-error.ts';
import { type ParsedTicks, parseTicks } from './parse.ts';

/** One instrument's files, in the order in which they are to be played. */
export interface TickFiles {
  readonly code: string;
  readonly paths: readonly string[];
}

/** One instrument's quotes in the order of their files; prices in points. */
export interface Tape {
  readonly entry: CatalogueEntry;
  readonly timesMs: Float64Array;
  readonly points: Float64Array;
}

const unzip = promisify(gunzip);

/** @throws FeedError that names the file, and the line where there is one */
export async function loadTapes(files: readonly TickFiles[]): Promise<readonly Tape[]> {
  const codes = new Set<string>();
  const tapes: Tape[] = [];
  for (const { code, paths } of files) {
    if (codes.has(code)) throw new FeedError(`${code} is listed twice`);
    codes.add(code);
    const parts: ParsedTicks[] = [];
    for (const path of paths) parts.push(parseTicks(await readBytes(path), path));
    tapes.push(joined(code, parts));
  }
  if (tapes.length === 0) throw new FeedError('no tick file is named');
  return tapes;
}

async function readBytes(path: string): Promise<Uint8Array> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new FeedError(`${path} can't be read: ${reason(error)}`);
  });
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return unzip(bytes).catch((error: unknown) => {
    throw new FeedError(`${path} can't be unpacked: ${reason(error)}`);
  });
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function joined(code: string, parts: readonly ParsedTicks[]): Tape {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  let decimals = 0;
  for (const part of parts)
    for (let i = 0; i < part.length; i++) decimals = Math.max(decimals, part.decimals[i] ?? 0);
  const entry = entryFor(code, decimals);
  const [timesMs, points] = [new Float64Array(length), new Float64Array(length)];
  let at = 0;
  for (const part of parts) {
    for (let i = 0; i < part.length; i++, at++) {
      timesMs[at] = part.timesMs[i] ?? 0;
      points[at] = (part.mantissas[i] ?? 0) * 10 ** (entry.precision - (part.decimals[i] ?? 0));
    }
  }
  return { entry, timesMs, points };
}
