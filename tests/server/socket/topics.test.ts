import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../../server/chat/chat.ts';
import type { AccountEvent, Exchange } from '../../../server/exchange/exchange.ts';
import type { Subscription, Topic } from '../../../server/socket/audience.ts';
import { createHub, type Hub } from '../../../server/socket/hub.ts';
import { type Minutes, step } from '../../../server/socket/market-topics.ts';
import type { CandleParams, MarketParams } from '../../../shared/contract/socket.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import type { CandleRow } from '../../../shared/domain/candle.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { orderId } from '../../../shared/domain/order.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { OTHER_ROWS_MS, SOCKET_BUFFER_MAX_BYTES } from '../../../shared/limits.ts';
import { INSTRUMENTS, START } from '../../helpers/dealing.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';
import { createScriptedMarket } from '../../helpers/scripted-market.ts';

// biome-ignore lint/suspicious/noExplicitAny: frames are looked into freely here
type Frame = any;

/** A reader whose buffer the test fills and drains. */
interface Reader extends Subscription {
  readonly frames: Frame[];
  readonly bodies: Buffer[];
  buffered: number;
}

function reader(name: string, counter = { seq: 0 }): Reader {
  const frames: Frame[] = [];
  const bodies: Buffer[] = [];
  const one: Reader = {
    frames,
    bodies,
    buffered: 0,
    topicJson: JSON.stringify(name),
    counter,
    state: 'new',
    sink: {
      bufferedBytes: () => one.buffered,
      send(head, body) {
        frames.push(JSON.parse(head + body.toString()));
        bodies.push(body);
      },
    },
  };
  return one;
}

const FULL = SOCKET_BUFFER_MAX_BYTES;
const ACCOUNT = 7 as AccountId;
const figures = { balance: moneyFromWire(1_000), lockBalance: moneyFromWire(0) };

function scene() {
  const clock = createManualClock(START);
  const market = createScriptedMarket(INSTRUMENTS, START);
  let minute: CandleRow | undefined;
  Object.assign(market, { lastMinute: () => minute });
  const listeners = new Set<(event: AccountEvent) => void>();
  const loads: (() => void)[] = [];
  /** Changes of the account that are stored. */
  let stored = 0;
  const exchange = {
    onAccountEvent(listener: (event: AccountEvent) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot() {
      const read = { n: stored, orders: [], figures };
      return new Promise((resolve) => loads.push(() => resolve(read)));
    },
    mark: () => undefined,
  } as unknown as Exchange;
  const faults: unknown[] = [];
  const said: ChatMessage[] = [];
  const chatListeners = new Set<(message: ChatMessage) => void>();
  const chat = {
    latest: () => new Promise<readonly ChatMessage[]>((resolve) => loads.push(() => resolve([...said]))),
    onMessage(listener: (message: ChatMessage) => void) {
      chatListeners.add(listener);
      return () => chatListeners.delete(listener);
    },
  };
  const alerts = { list: async () => [], onChange: () => () => undefined };
  const hub = createHub({ market, exchange, chat, alerts, clock, onFault: (_, error) => faults.push(error) });
  return {
    clock,
    market,
    hub,
    join: (name: string, counter?: { seq: number }, params?: CandleParams) =>
      joined(hub, name, counter, params),
    joinRated: (params: MarketParams) => joined(hub, 'DAY_MARKET', undefined, params),
    candle(row: CandleRow, code = 'EURUSD') {
      minute = row;
      market.tick(code, row[4] / 100_000);
    },
    /** Without a number it is the next change of the account. */
    tell: (closedIds: number[], n = ++stored) => {
      const event = {
        accountId: ACCOUNT,
        n,
        orders: [],
        closedIds: closedIds.map(orderId),
        account: figures,
      };
      for (const listener of listeners) listener(event);
    },
    say(id: number, accountId = ACCOUNT) {
      const message: ChatMessage = {
        id,
        accountId,
        from: 'user',
        text: 'x',
        image: '',
        at: timestampMs(START),
      };
      if (accountId === ACCOUNT) said.push(message);
      for (const listener of chatListeners) listener(message);
    },
    async loaded() {
      for (const load of loads.splice(0)) load();
      await new Promise((resolve) => setImmediate(resolve));
    },
    loads,
  };
}

function joined(hub: Hub, name: string, counter?: { seq: number }, params?: MarketParams | CandleParams) {
  const topic = hub.find(name, ACCOUNT, params) as Topic;
  const one = reader(name, counter);
  hub.join(topic, one);
  return { topic, one, frames: one.frames, leave: () => hub.leave(topic, one) };
}

const numbers = (frames: readonly Frame[]) => frames.map(({ seq }) => seq);

describe('DAY_MARKET', () => {
  // spec: 7.64
  it('begins with all quotes, then has the changed rows, each once per frame', () => {
    const { clock, market, join } = scene();
    market.tick('EURUSD', 1.1);
    market.tick('XAUUSD', 2_000);
    const { frames } = join('DAY_MARKET');
    clock.advance(16);
    expect(frames).toEqual([
      {
        topic: 'DAY_MARKET',
        seq: 1,
        ts: START,
        data: [
          [1, 1.1, 1.1, 1, START],
          [2, 2_000, 2_000, 1, START],
        ],
      },
    ]);
    market.tick('EURUSD', 1.2);
    market.tick('EURUSD', 1.3);
    clock.advance(15);
    expect(frames).toHaveLength(1);
    clock.advance(1);
    expect(frames[1]).toMatchObject({ seq: 2, data: [[1, 1.3, 1.1, 1, START]] });
    clock.advance(1_000);
    expect(frames).toHaveLength(2);
  });

  it('has a row when a market closes', () => {
    const { clock, market, join } = scene();
    market.tick('EURUSD', 1.1);
    const { frames } = join('DAY_MARKET');
    clock.advance(16);
    market.session('EURUSD', { status: 'closed' });
    clock.advance(16);
    expect(frames.at(-1)).toMatchObject({ seq: 2, data: [[1, 1.1, 1.1, expect.any(Number), START]] });
  });

  it('sends all subscribers the same buffer, each with its own number', () => {
    const { clock, market, join } = scene();
    market.tick('EURUSD', 1.1);
    const [a, b] = [join('DAY_MARKET'), join('DAY_MARKET', { seq: 41 })];
    clock.advance(16);
    market.tick('EURUSD', 1.2);
    clock.advance(16);
    expect(a.one.bodies[1]).toBe(b.one.bodies[1]);
    expect([numbers(a.frames), numbers(b.frames)]).toEqual([
      [1, 2],
      [42, 43],
    ]);
  });

  it('gives a slow reader only the latest, without a gap, and the others everything', () => {
    const { clock, market, join } = scene();
    market.tick('EURUSD', 1.1);
    market.tick('XAUUSD', 2_000);
    const [slow, quick] = [join('DAY_MARKET'), join('DAY_MARKET')];
    clock.advance(16);
    slow.one.buffered = FULL;
    for (let i = 1; i <= 50; i++) {
      market.tick('EURUSD', 1.1 + i / 1_000);
      clock.advance(16);
    }
    expect(slow.frames).toHaveLength(1);
    expect(quick.frames).toHaveLength(51);
    slow.one.buffered = 0;
    clock.advance(200);
    expect(slow.frames).toHaveLength(2);
    expect(slow.frames[1].seq).toBe(2);
    expect(slow.frames[1].data.map((row: number[]) => row[1])).toEqual([1.15, 2_000]);
  });
});

describe('DAY_MARKET with params', () => {
  const BEAT = OTHER_ROWS_MS;
  /** Quotes of the frames, as [time since the start, code of the id, close]. */
  const closes = (frames: readonly Frame[]) =>
    frames.map(({ data }) => data.map(([id, close]: number[]) => [id, close]));

  function ratedScene(params: MarketParams) {
    const all = scene();
    all.clock.advanceTo(Math.ceil(START / BEAT) * BEAT + 1);
    all.market.tick('EURUSD', 1.1);
    all.market.tick('XAUUSD', 2_000);
    const { one, frames } = all.joinRated(params);
    all.clock.advance(20);
    return { ...all, one, frames };
  }

  it('begins with all quotes, then has its rows at its rate and all that changed every two seconds', () => {
    const { clock, market, frames } = ratedScene({ rows: [1], hz: 4 });
    expect(closes(frames)).toEqual([
      [
        [1, 1.1],
        [2, 2_000],
      ],
    ]);
    // 20 ticks of each in two seconds.
    for (let i = 1; i <= 20; i++) {
      market.tick('EURUSD', 1.1 + i / 1_000);
      market.tick('XAUUSD', 2_000 + i);
      clock.advance(100);
    }
    expect(numbers(frames)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(
      closes(frames)
        .slice(1, -1)
        .flat()
        .every(([id]: number[]) => id === 1),
    ).toBe(true);
    expect(closes(frames).at(-1)).toEqual([
      [1, 1.12],
      [2, 2_020],
    ]);
  });

  it.each([1, 7, 60])('never has a row more often than asked for, at %i a second', (hz) => {
    const { clock, market, frames } = ratedScene({ rows: [2], hz });
    const before = frames.length;
    for (let ms = 0; ms < 5 * BEAT; ms += 5) {
      market.tick('EURUSD', 1 + (ms % 500) / 1_000);
      market.tick('XAUUSD', 2_000 + (ms % 700));
      clock.advance(5);
    }
    const rows = closes(frames.slice(before)).flat();
    const times = (id: number) => rows.filter(([one]: number[]) => one === id).length;
    expect(times(2)).toBeLessThanOrEqual((5 * BEAT * hz) / 1_000);
    expect(times(2)).toBeGreaterThanOrEqual(Math.floor((5 * BEAT * Math.min(hz, 25)) / 1_000) - 1);
    expect(times(1)).toBe(5);
  });

  it('has no frame while nothing changes, and no row that has not changed', () => {
    const { clock, market, frames } = ratedScene({ rows: [1], hz: 10 });
    clock.advance(3 * BEAT);
    expect(frames).toHaveLength(1);
    market.tick('XAUUSD', 2_001);
    clock.advance(3 * BEAT);
    expect(closes(frames).slice(1)).toEqual([[[2, 2_001]]]);
  });

  it('has no frame before its time when others join', () => {
    const { clock, market, joinRated, frames } = ratedScene({ rows: [1], hz: 1 });
    for (let i = 0; i < 9; i++) {
      market.tick('EURUSD', 1.2 + i);
      joinRated({ rows: [1], hz: 1 });
      clock.advance(100);
    }
    expect(frames).toHaveLength(1);
  });

  it('never goes back to an earlier price, whoever joins when', () => {
    const { clock, market, joinRated, frames } = ratedScene({ rows: [1, 2], hz: 3 });
    const all = [frames, ...[1, 10, 60].map((hz) => joinRated({ rows: [2], hz }).frames)];
    for (let i = 0; i < 2_000; i++) {
      market.tick(i % 3 === 0 ? 'EURUSD' : 'XAUUSD', 3_000 + i);
      clock.advance(i % 11);
      if (i % 97 === 0) all.push(joinRated({ rows: [1], hz: 1 + (i % 60) }).frames);
    }
    for (const received of all) {
      const last = new Map<number, number>();
      for (const [id, close] of closes(received).flat()) {
        expect(close).toBeGreaterThanOrEqual(last.get(id) ?? 0);
        last.set(id, close);
      }
    }
    clock.advance(BEAT + 20);
    for (const received of all) {
      const last = new Map(closes(received).flat());
      expect([...last.values()].sort()).toEqual([4_998, 4_999]);
    }
  });

  it('has the ask for those who asked for it, with rows or without, and one body a kind', () => {
    const { clock, market, one, frames, joinRated } = ratedScene({ rows: [1], hz: 4 });
    const asking = [{ rows: [1], hz: 4, ask: 1 } as const, { ask: 1 } as const].map(joinRated);
    clock.advance(20);
    market.tick('EURUSD', 1.2, 1.2003);
    clock.advance(250);
    expect(frames.at(-1).data).toEqual([[1, 1.2, 1.1, 1, expect.any(Number)]]);
    for (const { frames: own } of asking)
      expect(own.at(-1).data).toEqual([[1, 1.2, 1.1, 1, expect.any(Number), 1.2003]]);
    const [rated, all] = asking.map((reader) => reader.one);
    expect(joinRated({ ask: 1 }).topic).toBe(asking[1]?.topic);
    expect(rated?.bodies.at(-1)).not.toBe(one.bodies.at(-1));
    market.tick('XAUUSD', 2_001, 2_002);
    clock.advance(20);
    expect(all?.frames.at(-1).data).toEqual([[2, 2_001, 2_000, 1, expect.any(Number), 2_002]]);
    expect(frames.at(-1).data).toHaveLength(1);
  });

  it('has one body for all with the same rows and rate, and one body a beat for everybody', () => {
    const { clock, market, one, joinRated } = ratedScene({ rows: [2, 1], hz: 2 });
    const [same, other] = [joinRated({ rows: [1, 2], hz: 2 }).one, joinRated({ rows: [1], hz: 5 }).one];
    clock.advance(20);
    market.tick('EURUSD', 1.2);
    clock.advance(500);
    expect(one.bodies[1]).toBe(same.bodies[1]);
    market.tick('XAUUSD', 2_001);
    clock.advance(BEAT);
    const latest = [one, same, other].map(({ bodies }) => bodies.at(-1));
    expect(new Set(latest).size).toBe(1);
  });

  it('gives a slow reader only the latest, without a gap', () => {
    const { clock, market, one, frames } = ratedScene({ rows: [1], hz: 10 });
    one.buffered = FULL;
    for (let i = 1; i <= 50; i++) {
      market.tick('EURUSD', 1.1 + i / 1_000);
      clock.advance(100);
    }
    expect(frames).toHaveLength(1);
    one.buffered = 0;
    clock.advance(250);
    expect(closes(frames)[1]).toEqual([
      [1, 1.15],
      [2, 2_000],
    ]);
    expect(numbers(frames)).toEqual([1, 2]);
  });

  it('has the others in beats of the length asked for, and its rows less than once a second', () => {
    const { clock, market, frames, joinRated } = ratedScene({ rows: [1], hz: 1, beat: 10 });
    const { frames: slowest } = joinRated({ rows: [1], hz: 1 / 8, beat: 60 });
    for (let s = 0; s < 120; s++) {
      market.tick('EURUSD', 1.2 + s / 1_000);
      market.tick('XAUUSD', 2_000 + s);
      clock.advance(1_000);
    }
    const of = (id: number, received: readonly Frame[]) =>
      closes(received)
        .flat()
        .filter(([one]: number[]) => one === id).length;
    // The first is of the snapshot.
    expect([of(1, frames), of(2, frames)]).toEqual([121, 13]);
    expect([of(1, slowest), of(2, slowest)]).toEqual([16, 3]);
  });

  it('has no timer once everybody has left', () => {
    const { clock, hub } = scene();
    const { leave } = joined(hub, 'DAY_MARKET', undefined, { rows: [1], hz: 4 });
    clock.advance(1_000);
    leave();
    clock.advance(1_000);
    expect(clock.dueAt()).toBeUndefined();
  });
});

describe('KLINE', () => {
  const row = (minute: number, close: number): CandleRow => [
    minute * 60,
    110_000,
    110_100,
    109_900,
    close,
    1,
  ];

  // spec: 7.65
  it('begins with the current minute, and sends its states conflated', () => {
    const { clock, candle, join } = scene();
    candle(row(1, 110_000));
    const { frames } = join('KLINE.EURUSD');
    clock.advance(16);
    candle(row(1, 110_001));
    candle(row(1, 110_002));
    clock.advance(16);
    expect(frames.map(({ seq, data }) => [seq, data])).toEqual([
      [1, [60, 1.1, 1.101, 1.099, 1.1, 1]],
      [2, [60, 1.1, 1.101, 1.099, 1.10002, 1]],
    ]);
  });

  it('sends the last state of a minute before the first of the next, even if both fall into one frame', () => {
    const { clock, candle, join } = scene();
    candle(row(1, 110_000));
    const { frames } = join('KLINE.EURUSD');
    clock.advance(16);
    candle(row(1, 110_007));
    candle(row(2, 110_008));
    candle(row(3, 110_009));
    clock.advance(16);
    expect(frames.map(({ seq, data }) => [seq, data[0], data[4]])).toEqual([
      [1, 60, 1.1],
      [2, 60, 1.10007],
      [3, 120, 1.10008],
      [4, 180, 1.10009],
    ]);
  });

  it('comes once in so many seconds for who asked for that, each minute with its last state', () => {
    const { clock, candle, join } = scene();
    candle(row(1, 110_000));
    const { frames } = join('KLINE.EURUSD', undefined, { beat: 5 });
    const { frames: usual, leave } = join('KLINE.EURUSD');
    clock.advance(16);
    for (let tick = 1; tick <= 20; tick++) {
      candle(row(tick > 12 ? 2 : 1, 110_000 + tick));
      clock.advance(1_000);
    }
    leave();
    expect(usual).toHaveLength(21);
    expect(frames.map(({ data }) => [data[0], data[4]])).toEqual([
      [60, 1.1],
      [60, 1.10001],
      [60, 1.10006],
      [60, 1.10011],
      [60, 1.10012],
      [120, 1.10016],
    ]);
  });

  it('begins with the first candle if there was none', () => {
    const { clock, candle, join } = scene();
    const { frames } = join('KLINE.EURUSD');
    clock.advance(500);
    expect(frames).toEqual([]);
    candle(row(5, 110_000));
    clock.advance(16);
    expect(numbers(frames)).toEqual([1]);
  });

  it('shows a reader who missed the end of a minute a gap', () => {
    const { clock, candle, join } = scene();
    candle(row(1, 110_000));
    const { one, frames } = join('KLINE.EURUSD');
    clock.advance(16);
    one.buffered = FULL;
    candle(row(1, 110_001));
    clock.advance(16);
    candle(row(2, 110_002));
    clock.advance(16);
    candle(row(3, 110_003));
    clock.advance(16);
    one.buffered = 0;
    clock.advance(200);
    expect(numbers(frames)).toEqual([1, 3]);
  });

  it('shows no gap to a reader who missed only states of the current minute', () => {
    const { clock, candle, join } = scene();
    candle(row(1, 110_000));
    const { one, frames } = join('KLINE.EURUSD');
    clock.advance(16);
    one.buffered = FULL;
    candle(row(1, 110_001));
    clock.advance(16);
    one.buffered = 0;
    clock.advance(200);
    expect(frames.map(({ seq, data }) => [seq, data[4]])).toEqual([
      [1, 1.1],
      [2, 1.10001],
    ]);
  });

  it('shows a gap instead of thousands of minutes when a recording runs all at once', () => {
    const { clock, candle, join } = scene();
    candle(row(1, 110_000));
    const { frames } = join('KLINE.EURUSD');
    clock.advance(16);
    for (let minute = 2; minute < 5_000; minute++) candle(row(minute, 110_000));
    clock.advance(16);
    expect(frames.map(({ seq, data }) => [seq, data[0]])).toEqual([
      [1, 60],
      [3, 4_999 * 60],
    ]);
  });

  it('is unknown for a code that is not listed', () => {
    const { hub } = scene();
    for (const name of ['KLINE.', 'KLINE.NOPE', 'KLINE.eurusd', 'KLINE.__proto__', '', 'toString']) {
      expect(hub.find(name, ACCOUNT)).toBeUndefined();
      expect(hub.has(name)).toBe(false);
    }
  });
});

describe('the minutes of a KLINE topic', () => {
  const row = (minute: number, close: number): CandleRow => [minute * 60, 1, 9, 1, close, 1];
  const [early, late, next, after] = [row(1, 5), row(1, 6), row(2, 7), row(3, 8)];
  const many = Array.from({ length: 61 }, () => early);
  const none: Minutes = { status: 'none' };
  const sent: Minutes = { status: 'sent', current: early };
  const changed = (current: CandleRow): Minutes => ({ status: 'changed', current });
  const turned = (current: CandleRow, finished: readonly CandleRow[] = []): Minutes => ({
    status: 'turned',
    current,
    finished,
  });

  it.each<[string, Minutes, CandleRow, Minutes]>([
    ['begin with the first candle', none, early, changed(early)],
    ['change after they were sent', sent, late, changed(late)],
    ['turn without an unsent end', sent, next, turned(next)],
    ['keep only the last state of the current minute', changed(early), late, changed(late)],
    ['keep the last state of a minute that ended unsent', changed(late), next, turned(next, [late])],
    ['keep all that ended', turned(next, [late]), after, turned(after, [late, next])],
    ['keep them while the current one changes', turned(late, [early]), late, turned(late, [early])],
    ['remember a turn while the current one changes', turned(early), late, turned(late)],
    [
      'keep one more than are sent',
      turned(late, many.slice(1)),
      next,
      turned(next, [...many.slice(1), late]),
    ],
    ['keep no more than that', turned(late, many), next, turned(next, many)],
  ])('%s', (_, minutes, to, expected) => expect(step(minutes, to)).toEqual(expected));
});

describe('the private topics', () => {
  it('require a login', () => {
    const { hub } = scene();
    expect(hub.find('FOREX_TRADE', undefined)).toBe('needs-login');
    expect(hub.find('FOREX_CLOSED', undefined)).toBe('needs-login');
    expect(hub.find('CHAT', undefined)).toBe('needs-login');
  });

  it('begin with a snapshot, even if events arrive while it is read', async () => {
    const { clock, join, tell, loaded } = scene();
    const [trade, closed] = [join('FOREX_TRADE'), join('FOREX_CLOSED')];
    clock.advance(16);
    await Promise.resolve();
    tell([5]);
    await loaded();
    tell([6]);
    expect(trade.frames.map(({ seq, data }) => [seq, data.account.balance])).toEqual([
      [1, 1_000],
      [2, 1_000],
      [3, 1_000],
    ]);
    expect(closed.frames[0]).toMatchObject({ seq: 1, data: { ids: [] } });
    expect(closed.frames.at(-1)).toMatchObject({ data: { ids: [6] } });
  });

  it('send each event at once in its own frame', async () => {
    const { clock, join, tell, loaded } = scene();
    const { frames } = join('FOREX_CLOSED');
    clock.advance(16);
    await loaded();
    tell([1]);
    tell([2, 3]);
    expect(frames.map(({ data }) => data.ids)).toEqual([[], [1], [2, 3]]);
  });

  it('do not wait behind prices: while a buffer is not empty, it gets orders and no price', async () => {
    const { clock, market, join, tell, loaded } = scene();
    market.tick('EURUSD', 1.1);
    const [prices, orders] = [join('DAY_MARKET'), join('FOREX_CLOSED')];
    clock.advance(16);
    await loaded();
    for (const { one } of [prices, orders]) one.buffered = 1;
    for (let i = 1; i <= 5; i++) {
      market.tick('EURUSD', 1.1 + i / 1_000);
      tell([i]);
      clock.advance(500);
    }
    expect([prices.frames.length, orders.frames.length]).toEqual([1, 6]);
    prices.one.buffered = 0;
    clock.advance(200);
    expect(prices.frames.map(({ data }) => data[0][1])).toEqual([1.1, 1.105]);
  });

  it('show a gap to a reader who missed an event, and then the whole state', async () => {
    const { clock, join, tell, loaded } = scene();
    const { one, frames } = join('FOREX_TRADE');
    clock.advance(16);
    await loaded();
    one.buffered = FULL;
    tell([1]);
    tell([2]);
    clock.advance(100);
    one.buffered = 0;
    clock.advance(300);
    await loaded();
    clock.advance(300);
    await loaded();
    expect(numbers(frames)).toEqual([1, 3]);
  });

  it('have the messages of their account, including those that arrive while the last ones are read', async () => {
    const { clock, join, say, loaded } = scene();
    say(1);
    const { frames } = join('CHAT');
    clock.advance(16);
    say(2);
    say(3, 8 as AccountId);
    await loaded();
    say(4);
    const ids = frames.map(({ data }) => data.messages.map(({ id }: { id: number }) => id));
    expect([ids, numbers(frames)]).toEqual([
      [[1, 2], [2], [4]],
      [1, 2, 3],
    ]);
  });

  it('read nothing for a topic without subscribers', async () => {
    const { clock, join, tell, loads, leave } = { ...scene(), leave: undefined };
    const { leave: go } = join('FOREX_TRADE');
    go();
    clock.advance(500);
    tell([1]);
    expect([loads.length, leave]).toEqual([0, undefined]);
  });
});
