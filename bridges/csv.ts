import { type FileHandle, open, stat } from 'node:fs/promises';
import { type Clock, pause } from './clock.ts';
import { type CsvReader, createCsvReader } from './csv-reader.ts';
import { createLines, type Line, nextStep } from './follow.ts';
import type { Link } from './link.ts';
import type { Mapping } from './mapping.ts';
import type { Counts } from './report.ts';
import type { Tick } from './tick.ts';

export interface CsvDeps {
  readonly clock: Clock;
  readonly link: Link;
  say(line: string): void;
  counts(): Counts;
  isClosed(): boolean;
}

export interface CsvBridgeOptions {
  readonly file: string;
  readonly follows: boolean;
  readonly code: string | undefined;
  readonly map: Mapping | undefined;
}

const POLL_MS = 100;
const CHUNK = 64 * 1024;
/** A followed file is read from so far before its end: what was written while the bridge restarted. */
const TAIL = 64 * 1024;
/** Lines that cannot be read are named up to this number between two reports. */
const MAX_NAMED = 5;

/**
 * Sends a file's ticks: to its end, or as it grows. A line that cannot be read stops a file that is played; in a file that is
 * followed it is named, counted and passed over.
 * @returns why it cannot go on; undefined at the end
 */
export async function runCsv(deps: CsvDeps, options: CsvBridgeOptions): Promise<string | undefined> {
  const { clock, link, say, counts, isClosed } = deps;
  const { file: path, follows, code, map } = options;
  const reader = createCsvReader({ code, map, decimals: link.decimals });
  const lines = createLines();
  let hasHeader = false;

  const passOver = (sentence: string): void => {
    if (counts().skipped++ < MAX_NAMED) say(`${path}, ${sentence}: passed over`);
  };

  const send = async (read: readonly Line[]): Promise<string | undefined> => {
    // The file is what waits while the exchange does not take it.
    await link.room();
    const ticks: Tick[] = [];
    for (const line of read) {
      const sentence = take(reader, line, ticks);
      if (sentence === undefined) hasHeader = true;
      else if (!follows || !hasHeader) {
        link.send(ticks);
        return `${path}, ${sentence}`;
      } else passOver(sentence);
    }
    link.send(ticks);
    return undefined;
  };

  // The exchange says the decimals, and takes the file at its own pace.
  await link.room();
  let file = await opened(path);
  if (file === undefined && follows) say(`waiting for ${path}`);
  for (; file === undefined && follows && !isClosed(); file = await opened(path)) await pause(clock, POLL_MS);
  if (file === undefined) return isClosed() ? undefined : `${path} cannot be read.`;
  let wanted = follows ? Math.max(0, (await file.stat()).size - TAIL) : 0;
  const buffer = Buffer.alloc(CHUNK);
  let offset = 0;
  const begin = (): void => {
    [offset, wanted] = [0, 0];
    lines.restart();
    reader.restart();
    counts().sourceLost++;
  };
  try {
    while (!isClosed()) {
      const { size, ino } = await file.stat({ bigint: true });
      const now = await stat(path, { bigint: true }).catch(() => undefined);
      const step = nextStep(Number(size), offset, follows && now !== undefined && now.ino !== ino);
      if (step === 'read') {
        const length = offset < wanted ? Math.min(CHUNK, wanted - offset) : CHUNK;
        const { bytesRead } = await file.read(buffer, 0, length, offset);
        const bytes = Buffer.from(buffer.subarray(0, bytesRead));
        const failed = await send(offset < wanted ? lines.skip(bytes) : lines.take(bytes));
        if (failed !== undefined) return failed;
        offset += bytesRead;
      } else if (step === 'restart') {
        say(`${path} was replaced or cut; it is read from its beginning`);
        begin();
      } else if (step === 'reopen') {
        const next = await opened(path);
        if (next === undefined) continue;
        // Its writer may not have written all digits of the last price.
        for (const { number } of lines.rest()) passOver(`line ${number}: it is not finished`);
        await file.close();
        file = next;
        say(`${path} is another file now`);
        begin();
      } else if (follows) await pause(clock, POLL_MS);
      else return await send(lines.rest());
    }
    return undefined;
  } finally {
    await file.close();
  }
}

/** @returns what is wrong with the line */
function take(reader: CsvReader, { number, text }: Line, ticks: Tick[]): string | undefined {
  const tick = reader.read(text);
  if (!tick.ok) return `line ${number}: ${tick.error}`;
  if (tick.value !== undefined) ticks.push(tick.value);
  return undefined;
}

const opened = (path: string): Promise<FileHandle | undefined> => open(path).catch(() => undefined);
