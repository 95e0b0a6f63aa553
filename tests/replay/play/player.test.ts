import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { jumpingClock } from '../../../replay/cli/jumping-clock.ts';
import { digestedState } from '../../../replay/fold/digested-state.ts';
import { createFold } from '../../../replay/fold/fold.ts';
import { createReader } from '../../../replay/fold/recording-reader.ts';
import type { RecordEntry } from '../../../replay/format/format.ts';
import type { TextSource } from '../../../replay/format/lines.ts';
import { createPlayer, type Player } from '../../../replay/play/player.ts';
import { survey } from '../../../replay/play/survey.ts';
import { blobSource, foresee } from '../../../replay/play/text-source.ts';
import { createVirtualTime } from '../../../replay/play/virtual-time.ts';
import type { ReplayState } from '../../../shared/bridge/recording.ts';
import { createScript, eventfulRecording, sourceOf } from './replay-parts.ts';

const RECORDING = eventfulRecording();
const LINES = RECORDING.trim().split('\n');

/** A player of a source from its beginning at 100 times the speed, unless `more` says otherwise. */
function playerOf(source: TextSource, more: Partial<Parameters<typeof createPlayer>[0]> = {}): Player {
  return createPlayer({
    source,
    real: jumpingClock(),
    atMs: 0,
    speed: 100,
    isPaused: false,
    take: () => undefined,
    onEnd: () => undefined,
    ...more,
  });
}

/** The next state of a player that is as wanted. */
const reached = (player: Player, isWanted: (state: ReplayState) => boolean) =>
  new Promise<ReplayState>((done) => {
    player.state$.subscribe((state) => {
      if (isWanted(state)) done(state);
    });
  });
const hasEnded = ({ status }: ReplayState) => status === 'ended';

async function played(source: TextSource, more: { readonly atMs?: number } = {}) {
  const taken: RecordEntry[] = [];
  const states: ReplayState[] = [];
  const player: Player = playerOf(source, { ...more, take: (entry) => void taken.push(entry) });
  player.begin();
  await new Promise<void>((done) => {
    player.state$.subscribe((state) => {
      states.push(state);
      if (state.status === 'ended' || state.status === 'failed') done();
    });
  });
  return { taken, states, player };
}

it('every record comes once and in order, however the text is split and packed', async () => {
  const packed = blobSource(new Blob([gzipSync(RECORDING)]));
  const plain = blobSource(new Blob([RECORDING.replaceAll('\n', '\r\n')]));
  const wanted = LINES.slice(1).map((line) => JSON.parse(line));
  for (const source of [sourceOf(RECORDING, 7), sourceOf(RECORDING.trim()), packed, plain])
    expect((await played(source)).taken).toEqual(wanted);
});

it('time runs at the requested speed, reports its position, and stops at the end', async () => {
  const real = jumpingClock();
  const beganMs = real.monotonic();
  const player = playerOf(sourceOf(RECORDING), { real, speed: 4 });
  const positions: number[] = [];
  player.begin();
  await new Promise<void>((done) => {
    player.state$.subscribe((state) => {
      if ('atMs' in state) positions.push(state.atMs);
      if (state.status === 'ended') done();
    });
  });
  expect(real.monotonic() - beganMs).toBeCloseTo(50_000, -3);
  expect(positions.length).toBeGreaterThan(100);
  expect(positions).toEqual([...positions].sort((a, b) => a - b));
  expect(player.time.at()).toBe(200_000);
  player.time.after(10_000, () => expect.unreachable());
});

it('timers and records run in the order of their times also at maximum speed', async () => {
  const order: (number | string)[] = [];
  const script = createScript();
  for (const at of [10, 20, 30]) script.add(at, { kind: 'in', text: String(at) });
  const player: Player = playerOf(sourceOf(script.text()), {
    speed: 'max',
    take: ({ at }) => {
      order.push(at);
      if (at === 10) player.time.after(15, () => order.push(`timer ${player.time.at()}`));
    },
  });
  player.begin();
  await reached(player, hasEnded);
  expect(order).toEqual([10, 20, 'timer 25', 30]);
});

it('a short timer fires while the clock stands still, and one that it sets waits for the clock', async () => {
  const real = jumpingClock();
  const time = createVirtualTime(real, 0, () => undefined);
  let fired = 0;
  const again = (): void => {
    fired++;
    time.after(20, again);
  };
  time.after(20, again);
  const passed = (ms: number) => new Promise<void>((done) => void real.after(ms, done));
  for (let i = 0; i < 5; i++) await passed(1_000);
  expect(fired).toBe(1);
  time.setPace(1);
  time.setHorizon(1_000);
  expect(time.nextDue()).toBe(20);
});

/** On the way to the minute at which it pauses. */
function begunPaused(source: TextSource): Player {
  const player = playerOf(source, { atMs: 60_000, speed: 1, isPaused: true });
  player.begin();
  return player;
}

it('the file is read only as far as it is played', async () => {
  let parts = 0;
  async function* source() {
    for await (const part of sourceOf(RECORDING, 2_000)()) {
      parts++;
      yield part;
    }
  }
  const player = begunPaused(source);
  await player.ready;
  expect(parts).toBeLessThan((RECORDING.length / 2_000) * 0.6);
  player.stop();
});

it('a step requested during a seek starts from the target', async () => {
  const player = begunPaused(sourceOf(RECORDING));
  expect(player.state$.value.status).toBe('seeking');
  player.steer({ kind: 'step' });
  await player.ready;
  expect(await reached(player, (state) => state.status === 'paused' && state.atMs > 60_000)).toEqual({
    status: 'paused',
    atMs: 60_250,
    speed: 1,
  });
  player.stop();
});

it.each([1, 100, 'max'] as const)(
  'at speed %s it pauses exactly at the moment that was set, once',
  async (speed) => {
    const taken: number[] = [];
    const player: Player = playerOf(sourceOf(RECORDING), {
      speed,
      stopAtMs: 90_000,
      take: ({ at }) => void taken.push(at),
    });
    const paused = () => reached(player, ({ status }) => status === 'paused');
    player.begin();
    expect(await paused()).toEqual({ status: 'paused', atMs: 90_000, speed });
    // The records up to that moment are taken, and no later one.
    const wanted = LINES.slice(1).map((line): number => JSON.parse(line).at);
    expect(taken).toEqual(wanted.filter((at) => at <= 90_000));
    player.steer({ kind: 'stopAt', atMs: 120_000.5 });
    player.steer({ kind: 'play' });
    // It stands still at whole milliseconds alone.
    expect(await paused()).toMatchObject({ atMs: 120_001 });
    player.steer({ kind: 'stopAt', atMs: 150_000 });
    player.steer({ kind: 'stopAt' });
    player.steer({ kind: 'play' });
    await reached(player, hasEnded);
  },
);

it('a step, a pause and a mark stop where everything of their millisecond was taken', async () => {
  const script = createScript();
  for (const at of [10.2, 10.6, 11, 11.5, 11.7, 20.5, 20.9, 30])
    script.add(at, { kind: 'in', text: String(at) });
  const taken: number[] = [];
  const player = playerOf(sourceOf(script.text()), {
    speed: 1,
    isPaused: true,
    take: ({ at }) => void taken.push(at),
  });
  player.begin();
  const still = (atMs: number) =>
    expect.poll(() => player.state$.value).toMatchObject({ status: 'paused', atMs });
  player.steer({ kind: 'step' });
  await still(11);
  expect(taken).toEqual([10.2, 10.6, 11]);
  player.steer({ kind: 'step' });
  await still(12);
  expect(taken.slice(3)).toEqual([11.5, 11.7]);
  player.steer({ kind: 'stopAt', atMs: 20.5 });
  player.steer({ kind: 'play' });
  await still(21);
  expect(taken.slice(5)).toEqual([20.5, 20.9]);
  player.stop();
});

it.each([
  ['while it is up', 50_000, 46_999],
  ['while it is lost', 124_000, 114_999],
  ['soon after it came back', 127_000, 114_999],
  ['long after it came back', 140_000, 136_999],
  ['at the beginning', 2_000, 0],
])('a client connects before the moment, so as to know its connection %s', async (_name, atMs, fromMs) => {
  expect(await foresee(sourceOf(RECORDING), atMs)).toMatchObject({ fromMs });
});

it('a survey has what the user did, and marks at their moments', async () => {
  const script = createScript();
  const tap = { event: 'tap', x: 0.5, y: 0.1, element: { tag: 'a', nth: 2 } } as const;
  script.add(0, { kind: 'page', event: 'route', path: '/' });
  script.add(500, { kind: 'page', ...tap });
  script.add(800, { kind: 'page', event: 'console', message: 'odd' });
  script.add(900, { kind: 'command', name: 'mark', args: ['slow to write', 600] });
  const told = await survey(sourceOf(script.text()));
  expect(told).toMatchObject({
    ok: true,
    value: {
      page: [
        { atMs: 0, event: 'route', path: '/' },
        { atMs: 500, ...tap },
      ],
      moments: [
        { atMs: 300, kind: 'mark', label: 'slow to write' },
        { atMs: 800, kind: 'error', label: 'odd' },
      ],
    },
  });
});

it('a survey names the instrument that the trade screen showed', async () => {
  const script = createScript();
  const candles = (at: number, id: number) =>
    script.add(at, { kind: 'command', name: 'candles', args: [id, '1min', []] });
  script.add(0, { kind: 'page', event: 'route', path: '/' });
  candles(100, 7);
  script.add(200, { kind: 'page', event: 'route', path: '/trade' });
  script.add(300, { kind: 'page', event: 'scroll', y: 40 });
  candles(400, 3);
  candles(500, 4);
  script.add(600, { kind: 'page', event: 'route', path: '/trade?id=5' });
  candles(700, 5);
  const told = await survey(sourceOf(script.text()));
  expect(
    told.ok && told.value.page.flatMap((act) => (act.event === 'route' ? [[act.atMs, act.path]] : [])),
  ).toEqual([
    [0, '/'],
    [200, '/trade?id=3'],
    [600, '/trade?id=5'],
  ]);
});

it('a damaged file is played up to the damage; an invalid one fails', async () => {
  const cut = RECORDING.slice(0, RECORDING.length / 2);
  const { taken, states, player } = await played(sourceOf(cut));
  const lines = cut.split('\n');
  expect(taken).toHaveLength(lines.length - 2);
  expect(states.at(-1)?.status).toBe('ended');
  expect(player.failure()).toEqual({ line: lines.length, reason: 'the line is cut off or no JSON' });

  const packed = gzipSync(RECORDING);
  const torn = await played(blobSource(new Blob([packed.subarray(0, packed.length / 2)])));
  expect(torn.taken.length).toBeGreaterThan(0);
  expect(torn.player.failure()?.reason).toBe('the packed data is cut off or damaged');

  const other = await played(sourceOf('{"format":"other"}\n'));
  expect(other.states.at(-1)).toMatchObject({ status: 'failed', line: 1 });
  const empty = await played(sourceOf(''));
  expect(empty.states.at(-1)).toMatchObject({ status: 'failed', reason: 'the file is empty' });
});

it('the file shows whether a user is signed in, wherever the text is split', async () => {
  for (const length of [3, 64, 5_000])
    expect(await foresee(sourceOf(RECORDING, length), 0)).toMatchObject({ hasAccount: true });
  const without = LINES.filter((line) => !/FOREX_/.test(line)).join('\n');
  expect(await foresee(sourceOf(without), 0)).toMatchObject({ hasAccount: false });
});

it('the file shows its first names of categories, if it has any', async () => {
  expect(await foresee(sourceOf(RECORDING), 0)).toMatchObject({
    categories: { at: 2, body: { data: [{ Id: 1, NameShowTrans: 'Forex' }] } },
  });
  const without = LINES.filter((line) => !line.includes('getCategories')).join('\n');
  expect((await foresee(sourceOf(without), 0)).categories).toBeUndefined();
});

it('a survey has the contents of a recording: its traffic, its moments and its digest', async () => {
  const fold = createFold();
  const reader = createReader({ fold });
  reader.push(RECORDING);
  const { records } = reader.end();
  const { digest } = await digestedState(fold);
  const told = await survey(sourceOf(RECORDING, 999));
  if (!told.ok) throw new Error(JSON.stringify(told));
  const { traffic, ...rest } = told.value;
  expect(rest).toEqual({
    startedAt: Date.UTC(2026, 0, 5, 10),
    app: 'test',
    made: {},
    page: [],
    lengthMs: 200_000,
    records,
    digest,
    moments: [
      { atMs: 20, kind: 'open' },
      { atMs: 90_000, kind: 'mark', label: 'closed' },
      { atMs: 120_000, kind: 'close' },
      { atMs: 126_000, kind: 'open' },
      { atMs: 149_900, kind: 'gap' },
    ],
  });
  expect(traffic.reduce((sum, one) => sum + one, 0)).toBe(fold.counters.received);
  const partMs = 200_000 / traffic.length;
  const lost = traffic.subarray(Math.ceil(120_300 / partMs), Math.floor(125_700 / partMs));
  expect(lost.length).toBeGreaterThan(10);
  expect(lost.every((one) => one === 0)).toBe(true);
});

it('a survey of a damaged file names the line; an invalid file is refused', async () => {
  const damaged = [...LINES.slice(0, 10), 'garbage', ...LINES.slice(10)].join('\n');
  expect(await survey(sourceOf(damaged))).toMatchObject({
    ok: true,
    value: { records: 9, failure: { line: 11 } },
  });
  expect(await survey(sourceOf('garbage'))).toMatchObject({ ok: false, error: { facts: { line: 1 } } });
});
