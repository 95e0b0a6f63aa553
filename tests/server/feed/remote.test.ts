import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Bus, BusMessage } from '../../../server/bus/bus.ts';
import { createLocalBus } from '../../../server/bus/local.ts';
import { simulatedEntries } from '../../../server/catalogue/catalogue.ts';
import { systemClock } from '../../../server/clock.ts';
import { type Board, createBoard, quoteAll } from '../../../server/feed/board.ts';
import { memoryCandleStore } from '../../../server/feed/candle-store.ts';
import type { Market } from '../../../server/feed/market.ts';
import { createTickRecorder, type TickRecorder } from '../../../server/feed/past-ticks.ts';
import { eachRecord, type FrameKind, frameOf, readFrame } from '../../../server/feed/remote/frame.ts';
import { createPublisher, PRICES, partRequest } from '../../../server/feed/remote/publisher.ts';
import { createRemoteMarket, type RemoteMarket } from '../../../server/feed/remote/remote-market.ts';
import { unsaved } from '../../../server/feed/series.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { createManualClock, type ManualClock } from '../../helpers/manual-clock.ts';
import { busOf, natsMissing, startBroker } from '../../helpers/nats.ts';

const START_MS = Date.UTC(2026, 2, 3, 9, 59, 58);
const KINDS: readonly FrameKind[] = ['ticks', 'states', 'stored', 'reset'];
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('a copy knows what the prices of the feed come from, at the first of another source', async () => {
  const { board, copy, publisher, clock, settle } = await scene();
  const [first, second] = few.map(({ id }) => instrumentId(id));
  if (first === undefined || second === undefined) throw new Error('no instruments');
  board.setSource(0, 'lmax');
  board.take(0, clock.now(), 100_000);
  publisher.start();
  await copy.start();
  await settle();
  expect([copy.sourceOf(first), copy.sourceOf(second)]).toEqual(['lmax', undefined]);
  const seen: (string | undefined)[] = [];
  copy.onTick(({ instrumentId }) => seen.push(copy.sourceOf(instrumentId)));
  board.take(0, clock.now() + 1, 100_001);
  board.setSource(0, 'cboe');
  board.take(0, clock.now() + 2, 100_002);
  await settle();
  expect(seen).toEqual(['lmax', 'cboe']);
});

describe('a frame', () => {
  const i32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
  const u32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  const heads = fc.record({
    kind: fc.constantFrom(...KINDS),
    epoch: u32,
    n: fc.maxSafeNat(),
    timeMs: fc.maxSafeNat(),
  });
  const records = fc.array(fc.record({ key: u32, a: i32, b: fc.double() }), { maxLength: 50 });

  it('is read as it was written, wherever it lies in memory', () => {
    fc.assert(
      fc.property(heads, records, fc.nat(9), (head, written, offset) => {
        const bytes = frameOf(head, written);
        const moved = new Uint8Array(bytes.length + offset);
        moved.set(bytes, offset);
        const frame = readFrame(moved.subarray(offset));
        const read: unknown[] = [];
        if (frame) eachRecord(frame, (key, a, b) => read.push({ key, a, b }));
        expect(frame).toMatchObject({ ...head, count: written.length });
        expect(read).toEqual(written);
      }),
    );
  });

  it('is refused when it is cut, of another version or of an unknown kind', () => {
    const bytes = frameOf({ kind: 'ticks', epoch: 1, n: 2, timeMs: 3 }, [{ key: 4, a: 5, b: 6 }]);
    for (let length = 0; length < bytes.length; length++)
      expect(readFrame(bytes.subarray(0, length))).toBeUndefined();
    for (const [at, value] of [
      [0, 0],
      [2, 9],
      [3, 9],
      [24, 2],
    ] as const)
      expect(readFrame(Uint8Array.from(bytes, (byte, i) => (i === at ? value : byte)))).toBeUndefined();
    expect(readFrame(bytes)).toBeDefined();
  });
});

/** A bus whose frames a test can hold back, lose, or double. */
function unreliable(bus: Bus) {
  let pass: (message: BusMessage, deliver: (message: BusMessage) => void) => void = (message, deliver) =>
    deliver(message);
  const gaps = new Set<() => void>();
  const missed = () => {
    for (const listener of gaps) listener();
  };
  return {
    ...bus,
    subscribe: (subject: string, handler: (message: BusMessage) => void) =>
      bus.subscribe(subject, (message) =>
        subject === PRICES.frames ? pass(message, handler) : handler(message),
      ),
    onGap: (listener: () => void) => {
      gaps.add(listener);
      return () => gaps.delete(listener);
    },
    through(how: typeof pass) {
      pass = how;
    },
    missed,
    gap: missed,
  };
}

/** Everything a market tells of its instruments. */
async function told(market: Market) {
  const instruments = market.instruments();
  const end = Number.MAX_SAFE_INTEGER;
  return Promise.all(
    instruments.map(async (instrument) => ({
      instrument,
      quote: market.quote(instrument.id),
      minute: market.lastMinute(instrument.id),
      line: market.sparkline(instrument.id),
      minutes: await market.kline(instrument.id, '1min', end, 400),
      hours: await market.kline(instrument.id, '60min', end, 300),
    })),
  );
}

const few = simulatedEntries(0).slice(0, 3);

interface Scene {
  readonly clock: ManualClock;
  readonly board: Board;
  readonly source: Market;
  readonly copy: RemoteMarket;
  readonly bus: ReturnType<typeof unreliable>;
  readonly publisher: ReturnType<typeof createPublisher>;
  readonly ticks: string[];
  /** Whether the feed is unsure that it still is the feed. */
  doubt(isUnsure: boolean): void;
  readonly store: ReturnType<typeof memoryCandleStore>;
  /** Stores the candles of the source, as a feed does. */
  save(): Promise<void>;
  /** Lets frames and answers arrive. */
  settle(): Promise<void>;
}

async function scene(entries = few, recorder?: TickRecorder, copied = entries): Promise<Scene> {
  const clock = createManualClock(START_MS);
  const store = memoryCandleStore();
  const board = createBoard(entries, store, 'per-lot');
  const source: Market = {
    ...board.view,
    now: clock.now,
    wall: clock.wall,
    start: async () => {},
    stop: async () => {},
  };
  const bus = unreliable(createLocalBus(clock, raise));
  let isSure = true;
  const publisher = createPublisher({ board, bus, clock, epoch: 1, isSure: () => isSure });
  const copy = createRemoteMarket({
    entries: copied,
    bus,
    clock,
    candleStore: store,
    feeType: 'per-lot',
    recorder,
    report: raise,
  });
  const ticks: string[] = [];
  copy.onTick(({ instrumentId, close, time }) => ticks.push(`${instrumentId} ${close} ${time}`));
  onTestFinished(() => copy.stop());
  return {
    clock,
    board,
    source,
    copy,
    bus,
    publisher,
    ticks,
    doubt(isUnsure) {
      isSure = !isUnsure;
    },
    store,
    async save() {
      const nowS = clock.now() / 1_000;
      for (const series of board.series) {
        const part = unsaved(series, nowS);
        await store.save(part.chunks);
        part.confirm();
      }
      board.stored(0, board.series.length, nowS);
    },
    async settle() {
      for (let i = 0; i < 40; i++) {
        await turn();
        clock.advance(25);
      }
    },
  };
}

function raise(problem: unknown): never {
  throw problem;
}

async function live(recorder?: TickRecorder): Promise<Scene> {
  const made = await scene(few, recorder);
  made.board.take(0, START_MS, 100);
  made.publisher.start();
  const started = made.copy.start();
  await made.settle();
  await started;
  return made;
}

type Step =
  | {
      readonly do: 'tick';
      readonly at: number;
      readonly agoMs: number;
      readonly points: number;
      readonly spread: number;
    }
  | { readonly do: 'state'; readonly at: number; readonly opensAt: number | undefined }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'save' | 'lose' | 'double' | 'reset' };

const at = fc.nat(few.length - 1);
const steps = fc.array(
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        do: fc.constant('tick' as const),
        at,
        agoMs: fc.oneof(fc.constant(0), fc.nat(200_000)),
        points: fc.integer({ min: 1, max: 1_000_000 }),
        spread: fc.oneof(fc.constant(0), fc.nat(500)),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('state' as const),
        at,
        opensAt: fc.option(fc.constant(START_MS + 60_000), { nil: undefined }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('wait' as const),
        ms: fc.oneof(fc.nat(60), fc.nat(70_000), fc.nat(4_000_000)),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        { do: 'save' as const },
        { do: 'lose' as const },
        { do: 'double' as const },
        { do: 'reset' as const },
      ),
    },
  ),
  { maxLength: 80, size: 'max' },
);

async function run({ clock, board, bus, save }: Scene, step: Step): Promise<void> {
  switch (step.do) {
    case 'tick':
      return board.take(step.at, clock.now() - step.agoMs, step.points, step.points + step.spread);
    case 'state':
      return board.setState(
        step.at,
        step.opensAt === undefined ? { status: 'open' } : { status: 'closed', opensAt: clock.now() },
      );
    case 'wait':
      // Timers run once: a long wait is a jump.
      clock.jump(Math.max(0, step.ms - 40));
      return clock.advance(Math.min(step.ms, 40));
    case 'save':
      return save();
    case 'lose':
      return bus.through((_, deliver) => bus.through((message) => deliver(message)));
    case 'double':
      return bus.through((message, deliver) => {
        deliver(message);
        deliver(message);
      });
    case 'reset':
      return board.recall(0, clock.now(), 77, 76);
  }
}

/** A snapshot of these, filled, has several parts. */
const MANY = simulatedEntries(60).slice(-60);
const MINUTES = 200;

function fill(board: Board, minutes = MINUTES): void {
  for (let i = 0; i < MANY.length * minutes; i++)
    board.take(i % MANY.length, START_MS + Math.floor(i / MANY.length) * 60_000, 1 + (i % 977));
}

describe('the copy of a market', () => {
  it('tells the same as its source after any ticks, saves, lost and doubled frames', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const made = await live();
        for (const step of all) await run(made, step);
        await made.settle();
        expect(made.copy.isReady()).toBe(true);
        expect(await told(made.copy)).toEqual(await told(made.source));
        await made.copy.stop();
      }),
      { numRuns: 150 },
    );
  });

  it('has the asks of ticks, of the snapshot, and of ticks that it has missed', async () => {
    const recorder = createTickRecorder();
    const { board, copy, publisher, clock, settle } = await scene(few, recorder);
    const id = instrumentId(few[0]?.id ?? 0);
    const asks: number[] = [];
    copy.onTick(({ ask }) => asks.push(ask));
    publisher.start();
    board.take(0, clock.now(), 100, 101);
    board.take(1, clock.now(), 200);
    board.take(0, clock.now() + 1, 100, 103);
    void copy.start();
    await settle();
    expect(few.map((one) => copy.quote(instrumentId(one.id))?.ask)).toEqual([103, 200, undefined]);
    board.take(0, clock.now(), 104, 107);
    board.take(0, clock.now(), 104);
    await settle();
    expect(asks.slice(-2)).toEqual([107, 104]);
    expect(recorder.since(id, timestampMs(0)).map(({ ask }) => ask)).toEqual([101, 103, 107, 104]);
  });

  it('of an earlier version reads the prices alone, and without asks every byte is as it was', async () => {
    const { board, bus, publisher, clock } = await scene();
    const frames: Uint8Array[] = [];
    bus.subscribe(PRICES.frames, ({ data }) => frames.push(data));
    publisher.start();
    const snapshot = async () => {
      const answer = await bus.request(PRICES.snapshot, partRequest(0, 0), 1_000);
      return answer.ok ? answer.value : new Uint8Array();
    };
    const [first, second] = few.map(({ id }) => id);
    const [timeMs, key] = [clock.now(), first ?? 0];
    const ticksOf = () => {
      const known: [number, number][] = [];
      const frame = readFrame(frames.at(-1) ?? new Uint8Array());
      if (frame) eachRecord(frame, (one, _, b) => few.some(({ id }) => id === one) && known.push([one, b]));
      return known;
    };
    board.take(0, timeMs, 500);
    clock.advance(20);
    const { n = 0, epoch = 0, timeMs: sentMs = 0 } = readFrame(frames.at(-1) ?? new Uint8Array()) ?? {};
    const expected = frameOf({ kind: 'ticks', epoch, n, timeMs: sentMs }, [
      { key, a: sentMs - timeMs, b: 500 },
    ]);
    expect(frames.at(-1)).toEqual(expected);
    const plain = await snapshot();
    board.take(0, timeMs + 1, 501, 505);
    board.take(1, timeMs + 1, 600, 600);
    clock.advance(20);
    expect(ticksOf()).toEqual([
      [first, 501],
      [second, 600],
    ]);
    // The candles of the second, then an ask of each.
    const rows = 8;
    expect((await snapshot()).length - plain.length).toBe((rows + few.length) * 8);
  });

  it('counts no tick twice that came while it asked for the parts of a snapshot', async () => {
    const { board, bus, clock, copy, publisher, source, settle } = await scene(MANY);
    fill(board);
    clock.jump(MINUTES * 60_000);
    publisher.start();
    let parts = 0;
    bus.subscribe(PRICES.snapshot, () => {
      parts++;
      for (let at = 0; at < 60; at++) board.take(at, clock.now(), 2_000 + parts);
      clock.advance(20);
    });
    void copy.start();
    await settle();
    expect(parts).toBeGreaterThan(2);
    expect(await told(copy)).toEqual(await told(source));
  });

  it('never joins parts of two feeds: all are of the later one, though it has heard no frame of it', async () => {
    const { board, bus, clock, copy, publisher, source, settle } = await scene(MANY);
    const later = createBoard(MANY, memoryCandleStore(), 'per-lot');
    for (const one of [board, later]) fill(one);
    clock.jump(MINUTES * 60_000);
    for (const at of MANY.keys()) later.take(at, clock.now(), 5_000 + at);
    publisher.start();
    const next = createPublisher({ board: later, bus, clock, epoch: 2 });
    bus.through(() => undefined);
    let parts = 0;
    bus.subscribe(PRICES.snapshot, () => {
      if (++parts > 1) return;
      publisher.stop();
      next.start();
    });
    const started = copy.start();
    await settle();
    await started;
    expect(parts).toBeGreaterThan(3);
    expect(await told(copy)).toEqual(await told({ ...source, ...later.view }));
    next.stop();
  });

  it('forgets the candles that its source has stored and forgotten', async () => {
    const { board, clock, copy, source, store, save, settle } = await live();
    for (let minute = 0; minute < 400; minute++) {
      clock.jump(60_000);
      board.take(0, clock.now(), 100 + minute);
      await save();
    }
    await settle();
    await Promise.all([60, 3_600].map((resolution) => store.drop(resolution, clock.now() / 1_000)));
    const [own, wanted] = [await told(copy), await told(source)];
    expect(wanted[0]?.minutes.length).toBeLessThan(300);
    expect(own).toEqual(wanted);
  });

  it('tells every tick of its source, in order', async () => {
    const { board, source, ticks, settle } = await live();
    const wanted: string[] = [];
    await settle();
    ticks.length = 0;
    source.onTick(({ instrumentId, close, time }) => wanted.push(`${instrumentId} ${close} ${time}`));
    for (let i = 0; i < 300; i++) board.take(i % 3, START_MS + 2_000 + i, 100 + i);
    await settle();
    expect(wanted).toHaveLength(300);
    expect(ticks).toEqual(wanted);
  });

  it('is not ready before the feed is there, nor while the feed is silent', async () => {
    const { clock, copy, publisher, settle } = await scene();
    void copy.start();
    await settle();
    expect(copy.isReady()).toBe(false);
    publisher.start();
    await settle();
    expect(copy.isReady()).toBe(true);
    publisher.stop();
    clock.advance(2_700);
    expect(copy.isReady()).toBe(true);
    clock.advance(400);
    expect(copy.isReady()).toBe(false);
  });

  it('tells the last price once, instead of each tick, when frames come late', async () => {
    const { board, bus, clock, copy, ticks, settle } = await live();
    await settle();
    ticks.length = 0;
    const held: (() => void)[] = [];
    bus.through((message, deliver) => held.push(() => deliver(message)));
    for (let i = 0; i < 200; i++) {
      board.take(1, clock.now(), 500 + i);
      clock.advance(20);
    }
    bus.through((message, deliver) => deliver(message));
    for (const deliver of held) deliver();
    const [old, fresh] = [ticks.length, copy.quote(few[1]?.id as never)?.close];
    await settle();
    expect(old).toBeLessThan(60);
    expect(fresh).toBe(699);
    expect(ticks.at(-1)).toMatch(/ 699 /);
  });

  it('tells what came late with the next frame in time, whatever that carries, and how late it is until then', async () => {
    const { board, bus, clock, copy, ticks, settle } = await live();
    await settle();
    expect(copy.lagMs()).toBe(0);
    ticks.length = 0;
    const held: (() => void)[] = [];
    bus.through((message, deliver) => held.push(() => deliver(message)));
    for (const points of [501, 502, 503]) {
      board.take(1, clock.now(), points);
      clock.advance(20);
    }
    for (let i = 0; i < 200; i++) clock.advance(20);
    const newest = held.length - 1;
    for (const deliver of held.slice(0, 3)) deliver();
    expect(ticks).toEqual([]);
    expect(copy.quote(few[1]?.id as never)?.close).toBe(503);
    expect(copy.lagMs()).toBeGreaterThan(3_500);
    for (const deliver of held.slice(3, newest)) deliver();
    bus.through((message, deliver) => deliver(message));
    held[newest]?.();
    await settle();
    expect(ticks.map((tick) => tick.split(' ')[1])).toEqual(['503']);
    expect(copy.lagMs()).toBe(0);
  });

  it('asks again when its bus says that something is missing', async () => {
    const { board, bus, copy, settle } = await live();
    bus.through(() => undefined);
    board.take(2, START_MS + 5_000, 42);
    await settle();
    bus.through((message, deliver) => deliver(message));
    bus.gap();
    expect(copy.isReady()).toBe(false);
    await settle();
    expect(copy.quote(few[2]?.id as never)?.close).toBe(42);
  });

  it('tells its bus when a frame of the same feed is missing, for other messages may be missing too', async () => {
    const { board, bus, clock, copy, publisher, settle } = await live();
    let gaps = 0;
    bus.onGap(() => {
      gaps++;
    });
    bus.through(() => undefined);
    board.take(2, clock.now(), 42);
    clock.advance(20);
    bus.through((message, deliver) => deliver(message));
    await settle();
    expect([gaps, copy.quote(few[2]?.id as never)?.close]).toEqual([1, 42]);
    publisher.stop();
    createPublisher({ board, bus, clock, epoch: 2 }).start();
    await settle();
    expect([gaps, copy.isReady()]).toEqual([1, true]);
  });

  it('reads the prices again, without a gap, after its feed was not sure or has reset its prices', async () => {
    const { board, bus, clock, copy, doubt, settle } = await live();
    let gaps = 0;
    bus.onGap(() => {
      gaps++;
    });
    const prices = () => few.slice(0, 2).map(({ id }) => copy.quote(id as never)?.close);
    doubt(true);
    board.take(0, clock.now(), 7);
    await settle();
    doubt(false);
    await settle();
    expect([gaps, prices()[0], copy.isReady()]).toEqual([0, 7, true]);
    board.recall(1, clock.now(), 9, 8);
    await settle();
    expect([gaps, prices(), copy.isReady()]).toEqual([0, [7, 9], true]);
  });

  it('asks again when prices are reset between the parts of a snapshot', async () => {
    const { board, bus, clock, copy, publisher, source, settle } = await scene(MANY);
    fill(board);
    clock.jump(MINUTES * 60_000);
    publisher.start();
    let parts = 0;
    bus.subscribe(PRICES.snapshot, () => {
      if (++parts === 1) board.recall(0, clock.now(), 4_000, 3_999);
      clock.advance(20);
    });
    void copy.start();
    await settle();
    expect(copy.isReady()).toBe(true);
    expect(copy.quote(MANY[0]?.id as never)?.close).toBe(4_000);
    expect(await told(copy)).toEqual(await told(source));
  });

  it('is ready as soon as it has the ticks that it missed', async () => {
    const past = createTickRecorder();
    const { board, bus, clock, copy, settle } = await live(past);
    bus.through(() => undefined);
    for (const [at] of few.entries()) board.take(at, clock.now(), 42 + at);
    clock.advance(20);
    bus.through((message, deliver) => deliver(message));
    const missedFrom = past.reached();
    bus.gap();
    const backFromMs = clock.now();
    await expect.poll(() => settle().then(copy.isReady)).toBe(true);
    expect(clock.now() - backFromMs).toBeLessThanOrEqual(1_000);
    expect(few.map(({ id }) => past.since(instrumentId(id), missedFrom).at(-1)?.close)).toEqual([42, 43, 44]);
  });

  it('tells whoever judges orders each tick that came late or was missed, once and in order', async () => {
    const { board, bus, clock, ticks, settle } = await live(createTickRecorder());
    await settle();
    ticks.length = 0;
    const prices = () => ticks.splice(0).map((tick) => Number(tick.split(' ')[1]));
    const held: (() => void)[] = [];
    bus.through((message, deliver) => held.push(() => deliver(message)));
    const move = (points: number) => {
      board.take(1, clock.now(), points);
      clock.advance(20);
    };
    for (const points of [501, 502, 503]) move(points);
    for (let i = 0; i < 200; i++) clock.advance(20);
    bus.through((message, deliver) => deliver(message));
    for (const deliver of held) deliver();
    expect(prices()).toEqual([501, 502, 503]);
    bus.through(() => undefined);
    for (const points of [601, 602, 603]) move(points);
    bus.through((message, deliver) => deliver(message));
    bus.gap();
    await expect.poll(() => settle().then(() => ticks.length)).toBeGreaterThan(2);
    expect(prices().slice(0, 3)).toEqual([601, 602, 603]);
    move(604);
    await settle();
    expect(prices().filter((one) => one !== 603)).toEqual([604]);
  });

  it.each([
    ['more, in another order', [...MANY, ...few].toReversed()],
    ['fewer', MANY.slice(20, 40)],
  ])('follows a feed that began with other instruments: the copy has %s', async (_, here) => {
    const { board, clock, copy, publisher, settle, source, store } = await scene(
      MANY,
      createTickRecorder(),
      here,
    );
    // So many that those that are stored leave the memory.
    fill(board, 300);
    clock.jump(300 * 60_000);
    publisher.start();
    void copy.start();
    await settle();
    for (const at of MANY.keys()) board.take(at, clock.now(), 3_000 + at);
    // Of a part: what is not stored must stay in the copies.
    for (const series of board.series.slice(0, 25)) {
      const part = unsaved(series, clock.now() / 1_000);
      await store.save(part.chunks);
      part.confirm();
    }
    board.stored(0, 25, clock.now() / 1_000);
    await settle();
    expect(copy.isReady()).toBe(true);
    const both = here.filter((entry) => MANY.includes(entry));
    const only = (market: Market): Market => ({
      ...market,
      instruments: () => both.flatMap(({ code }) => market.instrumentByCode(code) ?? []),
    });
    expect(await told(only(copy))).toEqual(await told(only(source)));
    expect(both.length).toBeGreaterThan(19);
    const alone = here.find((entry) => !MANY.includes(entry));
    expect(alone && copy.quote(instrumentId(alone.id))).toBeUndefined();
  });

  it('follows the feed that began later, and no longer the other one', async () => {
    const { board, bus, clock, copy, settle } = await live();
    const later = createBoard(few, memoryCandleStore(), 'per-lot');
    clock.advance(2_000);
    later.take(0, clock.now(), 900);
    createPublisher({ board: later, bus, clock, epoch: 2 }).start();
    await settle();
    board.take(0, clock.now(), 1);
    await settle();
    expect(copy.quote(few[0]?.id as never)?.close).toBe(900);
  });

  it('has the recalled asks of a feed that has taken over, in no quote of an earlier time', async () => {
    const { bus, clock, copy, settle } = await live();
    const ids = few.map(({ id }) => instrumentId(id));
    const later = createBoard(few, memoryCandleStore(), 'per-lot');
    for (const at of few.keys()) {
      later.recall(at, START_MS - 60_000, 900, 890, 907);
      if (at > 0) later.setState(at, { status: 'open' });
    }
    clock.advance(2_000);
    quoteAll(later, clock.now());
    createPublisher({ board: later, bus, clock, epoch: 2 }).start();
    const takenOverMs = clock.now();
    await settle();
    expect(ids.map((id) => copy.quote(id))).toMatchObject(
      [START_MS - 60_000, takenOverMs, takenOverMs].map((time) => ({ close: 900, ask: 907, time })),
    );
  });

  it('passes over late frames of a feed that another one has taken over from', async () => {
    const { board, bus, clock, copy, settle } = await live();
    const held: (() => void)[] = [];
    bus.through((message, deliver) => held.push(() => deliver(message)));
    board.take(0, clock.now(), 1);
    clock.advance(20);
    bus.through((message, deliver) => deliver(message));
    const later = createBoard(few, memoryCandleStore(), 'per-lot');
    later.take(0, clock.now(), 900);
    createPublisher({ board: later, bus, clock, epoch: 2 }).start();
    await settle();
    await settle();
    expect(copy.isReady()).toBe(true);
    for (const deliver of held) deliver();
    expect(held.length).toBeGreaterThan(0);
    expect(copy.isReady()).toBe(true);
    expect(copy.quote(few[0]?.id as never)?.close).toBe(900);
  });

  it('gets nothing from a feed that is not sure that it is the feed, and all prices afterwards', async () => {
    const { board, copy, doubt, settle, ticks } = await live();
    doubt(true);
    const before = ticks.length;
    board.take(0, START_MS + 5_000, 7);
    board.take(1, START_MS + 5_000, 8);
    await settle();
    expect(ticks.slice(before)).toEqual([]);
    doubt(false);
    board.take(1, START_MS + 5_001, 9);
    await settle();
    await settle();
    expect(copy.isReady()).toBe(true);
    expect(few.slice(0, 2).map(({ id }) => copy.quote(id as never)?.close)).toEqual([7, 9]);
  });
});

describe.skipIf(natsMissing !== undefined)('the copy of a market behind a broker', () => {
  it('is complete again after the broker was away', async () => {
    const broker = await startBroker();
    const many = simulatedEntries(200);
    const store = memoryCandleStore();
    const board = createBoard(many, store, 'per-lot');
    const source: Market = {
      ...board.view,
      now: systemClock.now,
      wall: systemClock.wall,
      start: async () => {},
      stop: async () => {},
    };
    const firstMs = systemClock.now() - 300 * 60_000;
    for (let i = 0; i < many.length * 200; i++)
      board.take(i % many.length, firstMs + Math.floor(i / many.length) * 60_000, 1 + (i % 977));
    const publisher = createPublisher({
      board,
      bus: await busOf(broker),
      clock: systemClock,
      epoch: 1,
    });
    publisher.start();
    onTestFinished(() => publisher.stop());
    const copy = createRemoteMarket({
      entries: many,
      bus: await busOf(broker),
      clock: systemClock,
      candleStore: store,
      feeType: 'per-lot',
      report: raise,
    });
    await copy.start();
    onTestFinished(() => copy.stop());
    const wanted = await told(source);
    await expect.poll(() => told(copy)).toEqual(wanted);
    await broker.kill();
    await expect.poll(() => copy.isReady()).toBe(false);
    for (let i = 0; i < many.length; i++) board.take(i, systemClock.now(), 5_000 + i);
    await broker.restart();
    await expect.poll(() => copy.isReady()).toBe(true);
    expect(await told(copy)).toEqual(await told(source));
  });
});
