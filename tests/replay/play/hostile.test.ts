import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { headerLine, MAX_RECORDS_AT_ONCE, parseHeader } from '../../../replay/format/format.ts';
import type { TextSource } from '../../../replay/format/lines.ts';
import { onePart, packedText } from '../../../replay/format/packed-text.ts';
import { createReplay } from '../../../replay/play/replay.ts';
import { survey } from '../../../replay/play/survey.ts';
import { foresee } from '../../../replay/play/text-source.ts';
import type { ReplayState } from '../../../shared/bridge/recording.ts';
import { decodeCandle } from '../../../shared/contract/domain.ts';
import { workerEnv } from '../../../worker/env.ts';
import { place, replay } from '../cli/command.ts';
import { START_MS, sourceOf } from './replay-parts.ts';

/* Recordings come from strangers: whatever they have in them, worker and page stay responsive, and say what was too much. */

const HEAD = `${headerLine(START_MS, 'test')}\n`;
const OPEN = '{"at":50,"kind":"open"}\n';
const MILLIONS = 12_000_000;
const TOO_MANY = `more than ${MAX_RECORDS_AT_ONCE.toLocaleString('en')} records at one moment`;

/** One record, so many times; counts the lines that were taken. */
function repeated(line: string, times: number): { readonly source: TextSource; read(): number } {
  const lines = 20_000;
  const part = line.repeat(lines);
  let read = 0;
  return {
    read: () => read,
    async *source() {
      yield HEAD;
      for (let at = 0; at < times; at += lines) {
        read += lines;
        yield part;
      }
    },
  };
}

/** The longest time during which nothing else ran, as a part of the whole: a busy machine stretches both. */
async function longestBlock(run: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  let [last, longest, isOver] = [performance.now(), 0, false];
  const tick = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setTimeout(tick, 0);
  };
  tick();
  await run();
  tick();
  isOver = true;
  return longest / (performance.now() - startMs);
}

describe('twelve million records at one moment', () => {
  it('are given up at the bound, which is named, by survey, foresight and player', async () => {
    const all = repeated(OPEN, MILLIONS);
    const told = await survey(all.source);
    expect(told).toMatchObject({
      ok: true,
      value: {
        records: MAX_RECORDS_AT_ONCE,
        failure: { line: MAX_RECORDS_AT_ONCE + 2, reason: expect.stringContaining(TOO_MANY) },
      },
    });
    const before = all.read();
    await foresee(all.source, 10_000);
    expect(all.read() - before).toBeLessThan(10 * MAX_RECORDS_AT_ONCE);
  });

  it('end the playing there, with the reason', async () => {
    const { source } = repeated(OPEN, MILLIONS);
    const played = await createReplay({ source, real: workerEnv(), atMs: 0, speed: 'max', isPaused: false });
    onTestFinished(played.stop);
    const ended = new Promise<ReplayState>((done) => {
      played.states.subscribe((state) => state.status === 'ended' && done(state));
    });
    played.player.begin();
    await ended;
    expect(played.player.failure()?.reason).toContain(TOO_MANY);
  });

  it('are packed to less than a megabyte, and read by no command beyond the bound: status 2', async () => {
    const packed = gzipSync(HEAD + OPEN.repeat(2_000_000));
    expect(packed.length).toBeLessThan(1_000_000);
    expect(await replay([place(packed, 'a.jsonl.gz'), '--digest'])).toMatchObject({
      status: 2,
      said: expect.stringContaining(TOO_MANY),
    });
  });
});

it('a long recording is looked through in slices, also one that comes in a single part', async () => {
  const lines = Array.from(
    { length: 800_000 },
    (_, at) => `{"at":${at},"kind":"${at % 2 ? 'open' : 'close'}"}\n`,
  );
  const text = HEAD + lines.join('');
  const longest = await longestBlock(async () => {
    const played = await createReplay({
      source: sourceOf(text),
      real: workerEnv(),
      atMs: 600_000,
      speed: 1,
      isPaused: true,
    });
    await played.survey();
    played.stop();
  });
  expect(longest).toBeLessThan(0.25);
});

it('a packed file that unpacks without end is given up at a bound that is named', async () => {
  const part = new Uint8Array(16 * 1024 * 1024);
  async function* endless() {
    for (;;) yield part;
  }
  let length = 0;
  const read = async () => {
    for await (const text of packedText(onePart(new Uint8Array(gzipSync(HEAD))), endless))
      length += text.length;
  };
  await expect(read()).rejects.toThrow('it unpacks to more than 2,147,483,648 bytes, the most that is read');
  expect(length).toBeLessThanOrEqual(2 ** 31);
});

describe('what a recording names', () => {
  const surveyed = async (...records: readonly object[]) => {
    const told = await survey(sourceOf(HEAD + records.map((one) => `${JSON.stringify(one)}\n`).join('')));
    if (!told.ok) throw new Error('no recording');
    return told.value;
  };

  it('leads to screens as the recorder names them, and no further', async () => {
    const route = (path: string) => ({ at: 1, kind: 'page', event: 'route', path });
    const { page } = await surveyed(
      route('/?replay=/files/a.jsonl&record'),
      route('//evil.example/trade?id=1#t=5'),
      route(`/trade?id=3&${'x'.repeat(100_000)}`),
    );
    expect(page.map((act) => act.event === 'route' && act.path)).toEqual(['/', '//***/trade', '/trade?id=3']);
  });

  it('shows no more taps and marks than a page bears, and no longer texts', async () => {
    const tap = { at: 5, kind: 'page', event: 'tap', x: 1e300, y: -7, element: { tag: 'a', nth: 1e300 } };
    const mark = { at: 6, kind: 'command', name: 'mark', args: ['m'.repeat(10_000)] };
    const error = { at: 7, kind: 'page', event: 'console', message: 'e'.repeat(1_000_000) };
    const { page, moments } = await surveyed(
      ...Array.from({ length: 5_000 }, () => tap),
      ...Array.from({ length: 600 }, () => mark),
      error,
    );
    expect(page.length).toBeLessThanOrEqual(50);
    expect(page[0]).toMatchObject({ x: 1, y: 0 });
    expect(moments.filter(({ kind }) => kind === 'mark')).toHaveLength(500);
    expect(Math.max(...moments.map(({ label = '' }) => label.length))).toBeLessThanOrEqual(300);
  });

  it.each([1e300, 366 * 86_400_000 + 1])('has no time beyond a year: %d ms', async (at) => {
    const { failure } = await surveyed({ at: 1, kind: 'open' }, { at, kind: 'open' });
    expect(failure).toMatchObject({ line: 3, reason: expect.stringContaining('more than a year') });
  });

  it.each([9e15, -9e15, 1.5, 1e300])('has no candle at %d s, which no chart can label', (time) => {
    expect(decodeCandle([time, 1, 1, 1, 1, 1], 5)).toMatchObject({ ok: false });
    expect(decodeCandle([253_402_300_740, 1, 1, 1, 1, 1], 5)).toMatchObject({ ok: true });
  });

  it('begins at no time that a browser cannot show, in no window that nobody has', () => {
    const line = (fields: object) => JSON.stringify({ ...JSON.parse(headerLine(START_MS, 'x')), ...fields });
    expect(() => parseHeader(line({ started_at: '+275760-09-13T00:00:00.000Z' }))).toThrow('started_at');
    expect(() => parseHeader(line({ started_at: '-000001-01-01T00:00:00.000Z' }))).toThrow('started_at');
    const odd = parseHeader(line({ viewport: [1e9, 1e9], pixel_ratio: 1e9, time_zone: 'Moon/Base' }));
    expect([odd.viewport, odd.pixel_ratio, odd.time_zone]).toEqual([undefined, undefined, undefined]);
    const long = parseHeader(
      line({ app: 'a'.repeat(1e6), browser: 'b'.repeat(1e6), time_zone: 'Asia/Tokyo' }),
    );
    expect([long.app.length, long.browser, long.time_zone]).toEqual([500, undefined, 'Asia/Tokyo']);
  });
});
