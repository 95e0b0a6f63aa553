import { gunzipSync } from 'node:zlib';
import { firstValueFrom } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { digestedState, stateOf } from '../../../replay/fold/digested-state.ts';
import { parseEntry, parseHeader, type RecordEntry } from '../../../replay/format/format.ts';
import { markOf } from '../../../replay/format/mark.ts';
import { createRecorder } from '../../../replay/record/recorder.ts';
import { memoryFile, type RecordingFile } from '../../../replay/record/recording-file.ts';
import type { PageFacts, RecordingState } from '../../../shared/bridge/recording.ts';
import type { Engine } from '../../../shared/bridge/worker-api.ts';
import { base64Of, damaged, deltaMarket } from '../../helpers/delta-market.ts';
import { wireOrder } from '../../helpers/wire-rows.ts';
import { marketFrame, openScripted, trade } from '../../worker/helpers/scripted-engine.ts';
import { createScriptedEnv, type ScriptedEnv } from '../../worker/helpers/scripted-env.ts';
import { folded } from '../lines.ts';

const TOKEN = 'token-canary';

async function openRecorded() {
  const { env, engine } = await openScripted({ token: TOKEN });
  env.socket().accept();
  env.socket().say({ cmd: 'login', code: 1, msg: '' });
  await env.settle();
  const market = engine.frames();
  market.subscribe({ next() {} });
  env.socket().say(marketFrame(1, env.now(), [1, 1.2, 1.1, 1, env.now()], [2, 2400, 2390, 1, env.now()]));
  env.socket().say(trade(1, [wireOrder(5, 1)]));
  return { env, engine };
}

/** This number of frames, one every 100 ms. */
function tick(env: ScriptedEnv, from: number, count: number): void {
  for (let i = 0; i < count; i++) {
    env.advance(100);
    env.socket().say('pong');
    env.socket().say(marketFrame(from + i, env.now(), [1, 1.2 + i / 1e5, 1.1, 1, env.now()]));
  }
}

async function savedText(
  engine: Pick<Engine, 'saveRecording'>,
  which: 'ring' | 'long',
  page?: PageFacts,
): Promise<string> {
  const saved = await engine.saveRecording(which, page);
  if (!saved.ok) throw new Error('nothing was saved');
  const file = saved.value.file as Blob;
  return gunzipSync(Buffer.from(await file.arrayBuffer())).toString();
}

const entriesOf = (text: string): readonly RecordEntry[] =>
  text.trimEnd().split('\n').slice(1).map(parseEntry);
const latest = (engine: Engine): Promise<RecordingState> =>
  firstValueFrom(engine.recording() as Parameters<typeof firstValueFrom<RecordingState>>[0]);

describe('the last minutes', () => {
  it('contain all inputs of the engine in order, and fold to its state', async () => {
    const { env, engine } = await openRecorded();
    tick(env, 2, 20);
    const text = await savedText(engine, 'ring');
    const { fold, outcome } = folded(text);
    expect(outcome.failure).toBeUndefined();
    const state = stateOf(fold);
    expect(state.quotes).toMatchObject({
      EURUSD: [1.2 + 19 / 1e5, 1.1, 1, env.now()],
      XAUUSD: [2400, 2390, 1, expect.any(Number)],
    });
    expect(state.orders).toEqual([wireOrder(5, 1)]);
    expect(state.account).toMatchObject({ balance: 100_000, net_value: 100_000 + 19, current_margin: 1_200 });
    const kinds = entriesOf(text).map(({ kind }) => kind);
    expect(kinds).toContain('command');
    expect(kinds.indexOf('open')).toBeLessThan(kinds.indexOf('in'));
    expect(text).not.toContain(TOKEN);
  });

  it('begin, after hours, with the state at that time, so that they can be read alone', async () => {
    const { env, engine } = await openRecorded();
    tick(env, 2, 3_000);
    const text = await savedText(engine, 'ring');
    const entries = entriesOf(text);
    const lengthMs = entries.at(-1)?.at ?? 0;
    expect(lengthMs).toBeGreaterThan(90_000);
    expect(lengthMs).toBeLessThan(145_000);
    const state = stateOf(folded(text).fold);
    expect(state.quotes).toMatchObject({ XAUUSD: [2400, 2390, 1, expect.any(Number)] });
    expect(state.orders).toEqual([wireOrder(5, 1)]);
    expect(state.counters).toMatchObject({ gap: 0, unheld: 0, duplicate: 0 });
    expect(state.account).toMatchObject({ balance: 100_000 });
  });

  it('stay within their memory when frames are large and many', async () => {
    const { env, engine } = await openRecorded();
    const rows = Array.from({ length: 5_000 }, (_, id) => [id + 1, 1.23456, 1.23456, 1, 1_700_000_000_000]);
    for (let seq = 2; seq < 400; seq++) {
      env.advance(20);
      env.socket().say(marketFrame(seq, env.now(), ...rows));
    }
    env.advance(1_000);
    const { ring } = await latest(engine);
    expect(ring.bytes).toBeLessThan(25 * 1024 * 1024);
    expect(ring.seconds).toBeLessThan(8);
    expect(Object.keys(stateOf(folded(await savedText(engine, 'ring')).fold).quotes)).toHaveLength(5_000);
  });
});

describe('the header', () => {
  const PAGE = {
    commit: '0123456789ab-dirty',
    browser: 'Mozilla/5.0 (X11; Linux x86_64)',
    viewport: [360, 740],
    pixel_ratio: 2.625,
    language: 'hk',
    theme: 'dark',
    time_zone: 'Asia/Hong_Kong',
  } as const;
  const headerOf = (text: string) => parseHeader(text.split('\n', 1)[0] ?? '');

  it('tells where the recording was made, and whether it began in the middle', async () => {
    const { env, engine } = await openRecorded();
    tick(env, 2, 5);
    expect(headerOf(await savedText(engine, 'ring', PAGE))).toMatchObject({ ...PAGE, resumed: false });
    await engine.startRecording(PAGE);
    tick(env, 7, 3_000);
    await engine.stopRecording();
    expect(headerOf(await savedText(engine, 'long'))).toMatchObject({ ...PAGE, resumed: true });
    expect(headerOf(await savedText(engine, 'ring', PAGE))).toMatchObject({ ...PAGE, resumed: true });
  });

  it('of an earlier build tells nothing of it, and a field of another type is as good as none', () => {
    const line = '{"format":"socket-recording","version":1,"started_at":"2026-01-01T00:00:00.000Z","app":"1"';
    const read = { format: 'socket-recording', version: 1, started_at: '2026-01-01T00:00:00.000Z', app: '1' };
    expect(parseHeader(`${line}}`)).toEqual(read);
    expect(
      parseHeader(`${line},"commit":7,"viewport":[1],"pixel_ratio":"2","resumed":1,"theme":"dark"}`),
    ).toEqual({
      ...read,
      theme: 'dark',
    });
  });
});

describe('the last minutes on the disk', () => {
  /** The files that are there, by the time at which they were opened. */
  function disk(env: ScriptedEnv): ReadonlyMap<number, RecordingFile> {
    const files = new Map<number, RecordingFile>();
    env.openRecordingFile = async (_kind, startedAt) => {
      const file = memoryFile();
      const remove = async () => void files.delete(startedAt);
      files.set(startedAt, { ...file, remove });
      return { ...file, remove };
    };
    return files;
  }

  const made: PageFacts = {
    browser: 'a browser',
    viewport: [390, 844],
    pixel_ratio: 2,
    language: 'en',
    theme: 'dark',
    time_zone: 'UTC',
  };
  const textOf = async (file: RecordingFile | undefined) => new Response(file?.read(0)).text();

  it('begin once the page wants them, with all that was kept before', async () => {
    const { env, engine } = await openRecorded();
    const files = disk(env);
    tick(env, 2, 10);
    expect(files.size).toBe(0);
    engine.keepRecording(made);
    tick(env, 12, 1);
    await env.settle();
    tick(env, 13, 15);
    expect(files.size).toBe(1);
    const [file] = files.values();
    const text = await textOf(file);
    expect(parseHeader(text.split('\n', 1)[0] ?? '')).toMatchObject({ viewport: [390, 844], resumed: false });
    const { fold, outcome } = folded(text);
    expect(outcome.failure).toBeUndefined();
    expect(stateOf(fold).orders).toEqual([wireOrder(5, 1)]);
    expect(entriesOf(text).filter(({ kind }) => kind === 'in').length).toBeGreaterThan(40);
    expect(text).not.toContain(TOKEN);
  });

  it('are written before the page is hidden or left, without waiting', async () => {
    const { env, engine } = await openRecorded();
    const files = disk(env);
    engine.keepRecording(made);
    tick(env, 2, 1);
    await env.settle();
    env.socket().say(marketFrame(3, env.now(), [1, 1.98765, 1.1, 1, env.now()]));
    const [file] = files.values();
    expect(await textOf(file)).not.toContain('1.98765');
    engine.pageEvent('pagehide');
    expect(await textOf(file)).toMatch(/1\.98765.*pagehide/s);
  });

  it('are two files that take turns: together at least two minutes, each complete in itself', async () => {
    const { env, engine } = await openRecorded();
    const files = disk(env);
    engine.keepRecording(made);
    for (let part = 0; part < 61; part++) {
      tick(env, 2 + part * 100, 100);
      await env.settle();
      expect(files.size).toBeLessThanOrEqual(2);
    }
    expect(files.size).toBe(2);
    const [first = 0] = files.keys();
    expect(env.now() - first).toBeGreaterThanOrEqual(120_000);
    expect(env.now() - first).toBeLessThan(250_000);
    for (const file of files.values()) {
      const text = await textOf(file);
      expect(parseHeader(text.split('\n', 1)[0] ?? '').resumed).toBe(true);
      const { fold, outcome } = folded(text);
      expect(outcome.failure).toBeUndefined();
      expect(stateOf(fold).orders).toEqual([wireOrder(5, 1)]);
      const head = JSON.parse(text.split('\n', 1)[0] ?? '').head;
      expect(entriesOf(text)[head - 1]?.at).toBe(0);
      expect(entriesOf(text)[head]?.at).toBeGreaterThan(0);
    }
  });

  it('are not asked for again where there is no disk', async () => {
    const { env, engine } = await openRecorded();
    let asked = 0;
    env.openRecordingFile = async () => {
      asked++;
      throw new Error('no disk');
    };
    engine.keepRecording(made);
    tick(env, 2, 50);
    await env.settle();
    tick(env, 52, 50);
    expect(asked).toBe(1);
  });
});

describe('a long recording', () => {
  it('goes on while it is saved', async () => {
    const { env, engine } = await openRecorded();
    await engine.startRecording();
    tick(env, 2, 5);
    engine.mark('first');
    const before = await savedText(engine, 'long');
    expect((await latest(engine)).long).toMatchObject({ status: 'on', marks: 1 });
    tick(env, 7, 5);
    engine.mark('second');
    const after = await savedText(engine, 'long');
    expect(after.startsWith(before)).toBe(true);
    expect(after.slice(before.length)).toContain('second');
    await engine.stopRecording();
    expect(await savedText(engine, 'long')).toBe(after);
  });

  it('begins with the current state, continues over a reconnect, and folds to the engine’s state', async () => {
    const { env, engine } = await openRecorded();
    tick(env, 2, 5);
    await engine.startRecording();
    tick(env, 7, 5);
    engine.mark('here');
    env.socket().drop();
    env.advance(5_000);
    env.socket().accept();
    env.socket().say({ cmd: 'login', code: 1, msg: '' });
    expect(env.sockets).toHaveLength(2);
    env.socket().say(marketFrame(1, env.now(), [1, 1.3, 1.1, 1, env.now()], [2, 2500, 2390, 1, env.now()]));
    env.socket().say(trade(1, [wireOrder(6, 1)]));
    await engine.stopRecording();
    tick(env, 2, 3);
    const text = await savedText(engine, 'long');
    const state = stateOf(folded(text).fold);
    expect(state.quotes).toMatchObject({
      EURUSD: [1.3, 1.1, 1, expect.any(Number)],
      XAUUSD: [2500, 2390, 1, expect.any(Number)],
    });
    expect(state.orders).toEqual([wireOrder(6, 1)]);
    expect(state.counters).toMatchObject({ opened: 2, closed: 1 });
    expect(entriesOf(text)).toContainEqual({
      at: expect.any(Number),
      kind: 'command',
      name: 'mark',
      args: ['here'],
    });
    expect(text).not.toContain(TOKEN);
  });

  it('has the bytes of market frames beside their texts, which the last minutes have alone', async () => {
    const { env, engine } = await openRecorded();
    const now = env.now();
    const { whole, change } = deltaMarket(1, () => now);
    const [damage, late] = [damaged(whole(2)), change(4, 101)];
    const all = [damage, late, whole(5), change(6, 102), Uint8Array.of(1)];
    await engine.startRecording();
    for (const frame of all) {
      env.socket().say(frame);
      for (const cmd of ['unsub', 'sub']) env.socket().say({ cmd, topic: 'DAY_MARKET', code: 1, msg: '' });
    }
    const counted = engine.counters();
    for (const which of ['long', 'ring'] as const) {
      const text = await savedText(engine, which);
      const { fold, outcome } = folded(text);
      expect(outcome.failure).toBeUndefined();
      expect(stateOf(fold).quotes).toMatchObject({ EURUSD: [1.02, 0.9, 1, now] });
      expect(fold.counters).toMatchObject(counted);
      const frames = entriesOf(text).filter((one) => one.kind === 'in' && /DAY_MARKET","seq/.test(one.text));
      const raws = frames.flatMap((one) => (one.kind === 'in' && one.raw ? [one.raw] : []));
      expect(raws).toEqual(which === 'ring' ? [] : all.slice(2, 4).map(base64Of));
    }
  });

  it('has another name than the last minutes, with which it may begin', async () => {
    const { engine } = await openRecorded();
    await engine.startRecording();
    const names = [];
    for (const which of ['ring', 'long'] as const) {
      const answer = await engine.saveRecording(which);
      if (answer.ok) names.push(answer.value.name);
    }
    expect(names).toEqual([
      expect.stringMatching(/^pipstream-[\dT-]+-last-minutes\.jsonl\.gz$/),
      expect.stringMatching(/^pipstream-[\dT-]+\.jsonl\.gz$/),
    ]);
  });

  it('holds what the user did, without it in the state or its digest', async () => {
    const { env, engine } = await openRecorded();
    engine.pageRecord({ event: 'route', path: '/trade?id=3' });
    await engine.startRecording();
    tick(env, 2, 2);
    const tap = { event: 'tap', x: 0.25, y: 0.5, element: { tag: 'button', role: 'tab', nth: 3 } } as const;
    engine.pageRecord(tap);
    engine.pageRecord({ event: 'scroll', y: 120.4 });
    tick(env, 4, 1);
    const text = await savedText(engine, 'long');
    const page = entriesOf(text).filter(({ kind }) => kind === 'page');
    expect(page).toEqual([
      { at: 0, kind: 'page', event: 'route', path: '/trade?id=3' },
      { at: expect.any(Number), kind: 'page', ...tap },
      { at: expect.any(Number), kind: 'page', event: 'scroll', y: 120 },
    ]);
    const lines = text.split('\n').filter((line) => !line.includes('"kind":"page"'));
    expect(await digestedState(folded(lines.join('\n')).fold)).toEqual(
      await digestedState(folded(text).fold),
    );
  });

  it('begins with the screen and the latest of each choice', async () => {
    const { engine } = await openRecorded();
    engine.pageRecord({ event: 'choice', name: 'chart.period', value: '5min' });
    engine.pageRecord({ event: 'choice', name: 'theme', value: 'light' });
    engine.pageRecord({ event: 'choice', name: 'chart.period', value: '60min' });
    engine.pageRecord({ event: 'choice', name: 'ticket.lots', value: '12.5' });
    await engine.startRecording();
    const told = entriesOf(await savedText(engine, 'long')).filter(({ kind }) => kind === 'page');
    expect(told).toEqual([
      { at: 0, kind: 'page', event: 'choice', name: 'chart.period', value: '60min' },
      { at: 0, kind: 'page', event: 'choice', name: 'theme', value: 'light' },
      { at: 0, kind: 'page', event: 'choice', name: '***', value: '***' },
    ]);
  });

  it('that has nothing before it but the screen did not begin in the middle', async () => {
    const env = createScriptedEnv();
    const recorder = createRecorder({ env, app: '1', marketRows: () => [] });
    recorder.page({ event: 'route', path: '/' });
    await recorder.start();
    const text = await savedText({ saveRecording: recorder.save }, 'long');
    expect(parseHeader(text.split('\n', 1)[0] ?? '').resumed).toBe(false);
    expect(entriesOf(text)[0]).toEqual({ at: 0, kind: 'page', event: 'route', path: '/' });
  });

  it('that begins after a sign-in knows who it is', async () => {
    const { env, engine } = await openScripted();
    void engine.signInDemo();
    await env.settle();
    await engine.startRecording();
    const users = entriesOf(await savedText(engine, 'long')).filter(
      (entry) => entry.kind === 'http' && entry.path === '/api/user/info',
    );
    expect(users).toMatchObject([{ at: 0, body: { data: { uid: 1, is_demo: 1 } } }]);
  });

  it('knows who it is also after a login of the socket that the exchange could not check', async () => {
    const { env, engine } = await openRecorded();
    await env.settle();
    env.socket().say({ cmd: 'login', code: 5000, msg: '' });
    await engine.startRecording();
    const calls = entriesOf(await savedText(engine, 'long')).flatMap((entry) =>
      entry.kind === 'http' ? entry.path : [],
    );
    expect(calls).toContain('/api/user/info');
  });

  it('that begins after a change of account has nothing of the one before', async () => {
    const { env, engine } = await openRecorded();
    await env.settle();
    void engine.signOut();
    await env.settle();
    await engine.startRecording();
    const calls = entriesOf(await savedText(engine, 'long')).flatMap((entry) =>
      entry.kind === 'http' ? entry.path : [],
    );
    expect(calls).toContain('/v1/api/forex/trade_list');
    expect(calls).not.toContain('/api/user/info');
  });

  it('goes on although the phone’s clock is set back', async () => {
    const { env, engine } = await openRecorded();
    await engine.startRecording();
    tick(env, 2, 10);
    env.setClock(-3_600_000);
    tick(env, 12, 10);
    const entries = entriesOf(await savedText(engine, 'long'));
    const times = entries.flatMap((one) =>
      one.kind === 'in' && one.text.includes('DAY_MARKET') ? one.at : [],
    );
    // How long ago the step was, nobody knows.
    expect(times.slice(-20)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map((i) => i * 100),
    );
  });

  it('keeps the moment of a mark whose note took a while', async () => {
    const { env, engine } = await openRecorded();
    await engine.startRecording();
    env.advance(9_000);
    engine.mark('chart looked odd', 4_000);
    const marks = entriesOf(await savedText(engine, 'long')).flatMap((entry) => markOf(entry) ?? []);
    expect(marks).toEqual([{ atMs: 5_000, label: 'chart looked odd' }]);
  });

  it('reports its progress, and stops when its memory is full', async () => {
    const { env, engine } = await openRecorded();
    expect((await latest(engine)).long).toEqual({ status: 'off' });
    await engine.startRecording();
    const rows = Array.from({ length: 5_000 }, (_, id) => [id + 1, 1.23456, 1.23456, 1, 1_700_000_000_000]);
    expect((await latest(engine)).long).toMatchObject({ status: 'on', place: 'memory', marks: 0 });
    for (let seq = 2; seq < 200; seq++) {
      env.advance(20);
      env.socket().say(marketFrame(seq, env.now(), ...rows));
    }
    expect((await latest(engine)).long).toMatchObject({ status: 'stopped', ended: 'full' });
    expect(folded(await savedText(engine, 'long')).outcome.failure).toBeUndefined();
  });

  it('that was never started cannot be saved', async () => {
    const { engine } = await openRecorded();
    expect((await engine.saveRecording('long')).ok).toBe(false);
  });
});
