import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { createFrames } from '../../../bench/recorder/measure-replay.ts';
import { headerLine } from '../../../replay/format/format.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { replayProcess } from './command.ts';

/** Megabytes that are asked for, at least 110; 0: the large recording is not made. */
const LARGE_MB = Number(process.env['LARGE'] ?? 0);
const BYTES = Math.max(110, LARGE_MB) * 1_000_000;
const HEAP_MB = 96;
const MAX_RSS_MB = 256;
/** Of a tool that writes a recording, however long the file is. */
const MAX_TOOL_MB = 150;
/** Enough for the program itself. */
const SMALL_HEAP_MB = 24;
const TOOLS = [
  ['cut', ['--from', '1000']],
  ['filter', ['--topic', 'DAY_MARKET']],
] as const;
/** At its end the process prints its peak memory, in kB. */
const TELL_RSS =
  'data:text/javascript,process.on("exit",()=>console.error("rss",process.resourceUsage().maxRSS))';

function* recording(size: number): Generator<Uint8Array | string> {
  yield `${headerLine(Date.UTC(2026, 2, 4), 'test')}\n`;
  const make = createFrames({ rows: 20, instruments: 500 });
  for (let bytes = 0; bytes < size; ) {
    const batch = make(2_000);
    bytes += batch.bytes.length;
    yield batch.bytes;
  }
}

/** Makes a recording, and runs the command line over it in a small heap. */
async function runOver(
  args: (file: string) => readonly string[],
  { bytes, heapMb } = { bytes: BYTES, heapMb: HEAP_MB },
) {
  const file = join(temporaryFolder(), 'large.jsonl');
  await pipeline(Readable.from(recording(bytes)), createWriteStream(file));
  expect((await stat(file)).size).toBeGreaterThan(bytes);
  const node = [`--max-old-space-size=${heapMb}`, `--import=${TELL_RSS}`];
  const { status, out, said } = await replayProcess(args(file), {
    node: [...node, '--max-semi-space-size=4'],
  });
  expect(status, said).toBe(0);
  const rssMb = Number(/^rss (\d+)$/m.exec(said)?.[1]) / 1_024;
  console.log(`at most ${Math.round(rssMb)} MB of memory`);
  return { out, rssMb };
}

describe('a recording of more than a hundred megabytes', () => {
  it('is folded in limited memory', async ({ skip }) => {
    if (LARGE_MB === 0) skip('LARGE=1 makes it and reads it');
    const { out, rssMb } = await runOver((file) => [file, '--state']);
    expect(JSON.parse(out).counters.received).toBeGreaterThan(100_000);
    expect(rssMb).toBeLessThan(MAX_RSS_MB);
  }, 300_000);

  it.for(TOOLS)('%s keeps within limited memory', { timeout: 300_000 }, async ([tool, args], { skip }) => {
    if (LARGE_MB === 0) skip('LARGE=1 makes it and reads it');
    const out = join(temporaryFolder(), 'part.jsonl.gz');
    const { rssMb } = await runOver((file) => [tool, file, ...args, '--out', out]);
    expect((await stat(out)).size).toBeGreaterThan(BYTES / 100);
    expect(rssMb).toBeLessThan(MAX_TOOL_MB);
  });
});

// What is kept of each record does not fit into a heap that is smaller than the file.
it.each(TOOLS)('%s needs no memory that grows with the file', async (tool, args) => {
  const out = join(temporaryFolder(), 'part.jsonl');
  const small = { bytes: SMALL_HEAP_MB * 2 * 1_000_000, heapMb: SMALL_HEAP_MB };
  await runOver((file) => [tool, file, ...args, '--out', out], small);
  expect((await stat(out)).size).toBeGreaterThan(small.bytes / 2);
});
