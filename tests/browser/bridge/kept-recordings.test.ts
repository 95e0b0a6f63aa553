import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { headerLine } from '../../../replay/format/format.ts';
import { recordingName } from '../../../shared/bridge/recording-names.ts';
import { dropRecording, keptRecordings, readRecording } from '../../../src/link/kept-recordings.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

const folder = () => navigator.storage.getDirectory();

async function names(): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const name of (await folder()).keys()) all.push(name);
  return all.sort();
}

beforeEach(async () => {
  for (const name of await names()) await (await folder()).removeEntry(name);
});

/** A page's worker that records. */
async function recorded(kind: 'long' | 'ring', startedAt: number, text: string): Promise<Worker> {
  const worker = new Worker(new URL('./recording-worker.ts', import.meta.url), { type: 'module' });
  onTestFinished(() => worker.terminate());
  const copy = await new Promise((done) => {
    worker.onmessage = ({ data }) => done(data);
    worker.postMessage([kind, startedAt, text]);
  });
  expect(copy).toBe(text);
  return worker;
}

/** Written by a worker that ended long ago. */
async function left(name: string, text: string): Promise<void> {
  const writing = await (await (await folder()).getFileHandle(name, { create: true })).createWritable();
  await writing.write(text);
  await writing.close();
}

const found = async (now = Date.now()) => keptRecordings(now);

test('a recording is found once its worker has ended, without the line that was cut off', async () => {
  const other = await recorded('long', 1_000, 'of another tab, which records\n');
  const worker = await recorded('long', 2_000, 'header\nline\n{"at":1,"ki');
  expect(await found()).toEqual([]);
  worker.terminate();
  await vi.waitUntil(async () => (await found()).length > 0);
  const [one, ...more] = await found();
  expect(more).toEqual([]);
  expect(one).toMatchObject({ kind: 'long', startedAt: 2_000, bytes: 23 });
  if (one === undefined) return;
  expect(await (await readRecording(one)).text()).toBe('header\nline\n');
  await dropRecording(one);
  expect(await found()).toEqual([]);
  await expect(readRecording(one)).rejects.toThrow();
  // That of the other tab was neither offered nor removed.
  expect(await names()).toHaveLength(1);
  other.terminate();
  await vi.waitUntil(async () => (await found()).length === 1);
});

test('both parts of the last minutes are one recording, which knows what was known once', async () => {
  const header = (startedAt: number, head: number) => headerLine(startedAt, '1', { head });
  const open = { at: 0, kind: 'open' };
  const line = (at: number) => JSON.stringify({ at, kind: 'in', text: 'pong' });
  await left(recordingName('ring', 7, 1_000), `${header(1_000, 0)}\n${line(3)}\n${line(119_000)}\n`);
  await left(
    recordingName('ring', 7, 121_000),
    `${header(121_000, 1)}\n${JSON.stringify(open)}\n${line(5)}\n${line(9)}`,
  );
  const [ring, ...more] = await found();
  expect(more).toEqual([]);
  expect(ring).toMatchObject({ kind: 'ring', startedAt: 1_000 });
  const text = ring && (await (await readRecording(ring)).text());
  expect(text).toBe(`${[header(1_000, 0), line(3), line(119_000), line(120_005)].join('\n')}\n`);
});

test('their number and their age are bounded; those of former builds are taken over', async () => {
  await left('interrupted-recording', 'aside');
  await left('recording-500', 'of a former build\n');
  await left('drawing', 'of somebody else');
  for (let at = 1; at <= 6; at++) {
    await left(recordingName('long', at, at), 'x\n');
    await left(recordingName('ring', at, at), 'x\n');
    // Their age is that of the file.
    await new Promise((done) => setTimeout(done, 5));
  }
  await left(recordingName('ring', 9, 9), '');
  const all = await found();
  const of = (kind: string) => all.filter((one) => one.kind === kind).map(({ startedAt }) => startedAt);
  expect([of('long'), of('ring')]).toEqual([
    [6, 5, 4, 3, 2],
    [6, 5],
  ]);
  expect(await names()).toHaveLength(8);
  expect((await found(Date.now() + 2 * DAY_MS)).map(({ kind }) => kind)).not.toContain('ring');
  expect(await found(Date.now() + 8 * DAY_MS)).toEqual([]);
  expect(await names()).toEqual(['drawing']);
});
