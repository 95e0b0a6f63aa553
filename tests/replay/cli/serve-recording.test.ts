import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { WorkingOrders } from '../../../shared/bridge/worker-api.ts';
import { createEngine } from '../../../worker/engine.ts';
import { workerEnv } from '../../../worker/env.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { createScript, eventfulRecording } from '../play/replay-parts.ts';

const RECORDING = eventfulRecording();
const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'replay', 'cli', 'main.ts');

function fileWith(content: string | Buffer, name = 'a.jsonl'): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

interface Serving {
  readonly url: string;
  /** Waits until it reports its address. */
  readonly told: (words: RegExp) => Promise<unknown>;
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
}

async function serve(file: string, ...more: readonly string[]): Promise<Serving> {
  const child = spawn(process.execPath, [PROGRAM, file, '--serve', '0', ...more], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill());
  let output = '';
  let look = () => {};
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      output += String(part);
      look();
    });
  const told = (words: RegExp) =>
    new Promise<RegExpExecArray>((done, failed) => {
      look = () => {
        const found = words.exec(output);
        if (found) done(found);
      };
      child.once('exit', () => failed(new Error(output)));
      look();
    });
  const [, url = ''] = await told(/at (http:\S+)/);
  return { url, told, child };
}

/** A simple client: its frames in order, and how many to wait for. */
function connect({ url }: Serving, topics: readonly string[]) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/ws`);
  onTestFinished(() => socket.terminate());
  const frames: { readonly topic: string; readonly seq: number; readonly data: unknown }[] = [];
  let look = () => {};
  socket.on('open', () => {
    for (const topic of topics) socket.send(JSON.stringify({ cmd: 'sub', topic }));
  });
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data));
    if (frame.cmd === undefined) frames.push(frame);
    look();
  });
  const count = (wanted: number) =>
    new Promise<typeof frames>((done) => {
      look = () => frames.length >= wanted && done(frames);
      look();
    });
  return { socket, frames, count };
}

/** Market frames before the recorded connection was lost. */
const FRAMES_BEFORE_LOSS = 1 + 119_000 / 250 + 3;

it.each(['a.jsonl', 'a.jsonl.gz'])('plays %s to a socket client as the exchange would', async (name) => {
  const file = fileWith(name.endsWith('.gz') ? gzipSync(RECORDING) : RECORDING, name);
  const serving = await serve(file, '--speed', 'max');
  const { socket, frames } = connect(serving, ['DAY_MARKET']);
  const [code] = await once(socket, 'close');
  expect(code).toBe(1006);
  const recorded = RECORDING.split('\n').filter(
    (line) => line.includes('DAY_MARKET\\",\\"seq') && JSON.parse(line).at < 120_000,
  );
  expect(frames.map(({ seq }) => seq)).toEqual(recorded.map((_, at) => at + 1));
  expect(frames.length).toBeGreaterThan(FRAMES_BEFORE_LOSS - 10);
  expect(frames.at(-1)?.data).toEqual(JSON.parse(JSON.parse(recorded.at(-1) ?? '').text).data);
});

it('stays up after the end, answers calls of other pages, and refuses changes', async () => {
  const serving = await serve(fileWith(RECORDING), '--speed', 'max');
  const call = async (path: string, init?: RequestInit) => {
    const answer = await fetch(serving.url + path, init);
    return {
      status: answer.status,
      origin: answer.headers.get('access-control-allow-origin'),
      body: await answer.json(),
    };
  };
  const list = await call('/v1/api/forex/trade_list');
  expect(list).toMatchObject({
    status: 200,
    origin: '*',
    body: { code: 1, data: { list: [{ Id: 1 }, { Id: 2 }] } },
  });
  await serving.told(/has ended/);
  const { count } = connect(serving, ['DAY_MARKET', 'KLINE.EURUSD']);
  expect((await count(2)).map(({ topic, seq }) => [topic, seq])).toEqual([
    ['DAY_MARKET', 1],
    ['KLINE.EURUSD', 1],
  ]);
  expect(await call('/api/user/loginForU', { method: 'POST', body: 'account=a' })).toMatchObject({
    body: { code: 1, data: { user: { uid: 7 } } },
  });
  expect(await call('/v1/api/forex/close?id=2')).toMatchObject({ body: { code: 4009 } });
  expect(await call('/nothing')).toMatchObject({ status: 404, body: { code: 4004 } });
});

it('the engine of a real app gets the account of the recording', async () => {
  const serving = await serve(fileWith(RECORDING), '--speed', '100');
  const engine = createEngine(workerEnv());
  onTestFinished(() => engine.pageEvent('pagehide'));
  engine.configure({
    apiBase: serving.url,
    socketUrl: `${serving.url.replace('http', 'ws')}/v1/ws`,
    language: 'en',
    token: 'any',
  });
  engine.start();
  const working = await new Promise<WorkingOrders>((done) => {
    engine
      .working()
      .subscribe({ next: (one) => one.status === 'ready' && one.positions.length > 0 && done(one) });
  });
  expect(working).toMatchObject({ status: 'ready', positions: [{ id: 1 }, { id: 2 }] });
});

it('a damaged file is played up to the damage; the line is named, and the status is 2', async () => {
  const script = createScript();
  script.sub(0, 'DAY_MARKET');
  script.data(10, 'DAY_MARKET', [[1, 1.5, 1.4, 1, 7]]);
  const file = fileWith(`${script.text()}{"at":20,"kind":"in","te`);
  const serving = await serve(file, '--speed', 'max');
  const { count } = connect(serving, ['DAY_MARKET']);
  expect(await count(1)).toMatchObject([{ seq: 1, data: [[1, 1.5, 1.4, 1, 7]] }]);
  await serving.told(/a\.jsonl, line 5: the line is cut off or no JSON\./);
  serving.child.kill('SIGINT');
  const [status] = await once(serving.child, 'exit');
  expect(status).toBe(2);
});

it.each([
  ['a file that is no recording', () => fileWith('{"format":"other"}\n'), 2, 'line 1'],
  ['a file that is not there', () => '/nowhere/a.jsonl', 1, '/nowhere/a.jsonl could not be read'],
])('%s is reported, and nothing is served', async (_, file, status, words) => {
  const child = spawn(process.execPath, [PROGRAM, file(), '--serve', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [told, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([code, told]).toEqual([status, expect.stringContaining(words)]);
});
