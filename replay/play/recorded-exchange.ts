import { Subject } from 'rxjs';
import type { RouteShape } from '../../shared/contract/routes.ts';
import { PING } from '../../shared/contract/socket.ts';
import { fieldsOf, parseJson } from '../../shared/json.ts';
import { hasAsk } from '../../shared/stream/market-scanner.ts';
import { createFold, type Fold } from '../fold/fold.ts';
import type { RecordEntry } from '../format/format.ts';
import { type Answer, type Answers, createAnswers } from './answers.ts';
import type { RecordedAnswer } from './live-answers.ts';
import { createQuoteMinutes } from './quote-minutes.ts';
import { type ClientLine, createSession, type ServedSession, tailOf } from './served-session.ts';

export interface Call {
  readonly method: RouteShape['method'];
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Calls to the recorded exchange: answered at once, or once the recording contains the answer. */
interface Calls {
  ask(call: Call, give: (answer: Answer) => void): void;
  /** A record was taken, or the replay stands still. */
  moved(): void;
  /** Nothing more comes. */
  end(): void;
}

/** An exchange made from a recording: it has the recording's state so far, and publishes its further frames. */
export interface RecordedExchange {
  readonly fold: Fold;
  /** Emits whenever the recording signs in or out. */
  readonly signedIn$: Subject<boolean>;
  /** Sets the wall clock at the recording's start, epoch ms. */
  startAt(ms: number): void;
  /** The recording has a session somewhere: it counts as signed in from the start, until the recording signs out. */
  expectAccount(): void;
  /** Gives an answer also before the recording has it. */
  expectAnswer(answer: RecordedAnswer): void;
  take(entry: RecordEntry): void;
  /** Whether the recorded connection is open. */
  isUp(): boolean;
  /** @returns undefined while it is closed */
  connect(line: ClientLine): Connected | undefined;
  /** Calls once the recorded connection is open again. @returns cancels the call */
  whenUp(run: () => void): () => void;
  ask: Calls['ask'];
  moved: Calls['moved'];
  /** Nothing more comes. */
  end(): void;
}

export interface Connected {
  receive(text: string): void;
  closed(): void;
}

const BROKEN = 1006;
const KLINE = 'KLINE.';
const FIXED: readonly string[] = ['DAY_MARKET', 'FOREX_TRADE', 'FOREX_CLOSED', 'CHAT', 'ALERT'];

/**
 * @param at ms since the recording's start
 * @param isMoving whether that goes on
 */
export function createRecordedExchange(at: () => number, isMoving: () => boolean): RecordedExchange {
  const signedIn$ = new Subject<boolean>();
  const sessions = new Set<ServedSession>();
  const waiting = new Set<() => void>();
  const clock = createClock(at);
  const lastMinutes = new Map<string, number>();
  const minutes = createQuoteMinutes();
  /** The frame being taken; its topic is empty unless the frame counts. */
  const admitted = { topic: '', isSnapshot: false };
  /** The list of the account's alerts as it was recorded last. */
  let alerts: unknown;
  let hasTwoPrices = false;
  let isUp = true;
  let isIn = false;
  let pingedAt: number | undefined;

  function setIn(next: boolean): void {
    if (next === isIn) return;
    isIn = next;
    if (!next) for (const session of sessions) session.signedOut();
    signedIn$.next(next);
  }

  const fold = createFold({
    quotes(rows) {
      minutes.take(rows);
      hasTwoPrices ||= hasAsk(rows);
    },
    minute: (code, timeS) => lastMinutes.set(code, Math.max(timeS, lastMinutes.get(code) ?? 0)),
    account() {
      if (fold.orders.orders() !== undefined || fold.orders.balance() !== undefined) setIn(true);
    },
    forgotten() {
      alerts = undefined;
      setIn(false);
    },
    admitted(topic, isSnapshot) {
      admitted.topic = topic;
      admitted.isSnapshot = isSnapshot;
    },
  });
  const answers = createAnswers({ fold, minutes, isSignedIn: () => isIn, serverNow: clock.now });
  const calls = createCalls(answers, at, isMoving);
  const deps = {
    serverNow: clock.now,
    at,
    pingedAt: () => pingedAt,
    hasTwoPrices: () => hasTwoPrices,
    snapshot: (topic: string) => jsonOf(topic === 'ALERT' ? alerts : snapshotOf(fold, lastMinutes, topic)),
    isTopic: (topic: string) => FIXED.includes(topic) || isKline(fold, lastMinutes, topic),
  };

  function publish(text: string, atMs: number): void {
    admitted.topic = '';
    fold.take({ at: atMs, kind: 'in', text });
    const { topic, isSnapshot } = admitted;
    if (topic === '') return;
    if (topic === 'ALERT') alerts = fieldsOf(parseJson(text))['data'];
    const { ts, text: rest } = tailOf(text);
    clock.observe(ts, atMs);
    // Snapshots of other topics need no gap: nothing can be missing before them, and nothing outside them remains.
    const isAnew = isSnapshot && (topic === 'FOREX_TRADE' || topic.startsWith(KLINE));
    for (const session of sessions) session.publish(topic, rest, isAnew);
  }

  function lose(code: number): void {
    isUp = false;
    for (const session of [...sessions]) session.drop(code);
    sessions.clear();
  }

  function find(): void {
    isUp = true;
    clock.opened();
    for (const run of [...waiting]) run();
  }

  return {
    fold,
    signedIn$,
    startAt: clock.startAt,
    expectAccount() {
      isIn = true;
    },
    expectAnswer: answers.note,
    take(entry) {
      if (entry.kind === 'in') publish(entry.text, entry.at);
      else fold.take(entry);
      if (entry.kind === 'in') for (const session of sessions) session.received();
      if (entry.kind === 'out' && entry.text === PING) pingedAt = entry.at;
      if (entry.kind === 'http') answers.note(entry);
      if (entry.kind === 'close') lose(entry.code ?? BROKEN);
      if (entry.kind === 'open') find();
      calls.moved();
    },
    connect(line) {
      if (!isUp) return undefined;
      const session = createSession(line, deps);
      sessions.add(session);
      return { receive: session.receive, closed: () => void sessions.delete(session) };
    },
    whenUp(run) {
      waiting.add(run);
      return () => void waiting.delete(run);
    },
    isUp: () => isUp,
    ask: calls.ask,
    moved: calls.moved,
    end: calls.end,
  };
}

/** The exchange's clock by its frames: the least delayed frame of a connection counts. */
function createClock(at: () => number) {
  let startMs = 0;
  let aheadMs: number | undefined;
  let isFresh = true;
  return {
    startAt(ms: number) {
      startMs = ms;
    },
    opened() {
      isFresh = true;
    },
    observe(ts: number, atMs: number) {
      const ahead = ts - atMs;
      aheadMs = isFresh || aheadMs === undefined ? ahead : Math.max(aheadMs, ahead);
      isFresh = false;
    },
    now: () => Math.floor((aheadMs ?? startMs) + at()),
  };
}

const jsonOf = (data: unknown): string | undefined => (data === undefined ? undefined : JSON.stringify(data));

function snapshotOf(fold: Fold, lastMinutes: ReadonlyMap<string, number>, topic: string): unknown {
  switch (topic) {
    case 'DAY_MARKET': {
      const rows = fold.quotes.dayRows();
      return rows.length > 0 ? rows : undefined;
    }
    case 'FOREX_TRADE': {
      const orders = fold.orders.orders();
      const account = { balance: fold.orders.balance() ?? 0, lock_balance: fold.orders.lockBalance() ?? 0 };
      return orders && { orders, account };
    }
    case 'FOREX_CLOSED':
      return { ids: [] };
    case 'CHAT':
      return { messages: [] };
    default: {
      const code = topic.slice(KLINE.length);
      const timeS = lastMinutes.get(code);
      return timeS === undefined ? undefined : fold.candles.liveCandle(code, '1min', timeS);
    }
  }
}

/** True for listed instruments; for any while no list is known. */
function isKline(fold: Fold, lastMinutes: ReadonlyMap<string, number>, topic: string): boolean {
  if (!topic.startsWith(KLINE) || topic === KLINE) return false;
  const code = topic.slice(KLINE.length);
  if (fold.instruments.size === 0 || lastMinutes.has(code)) return true;
  for (const row of fold.instruments.values()) if (row['Code'] === code) return true;
  return false;
}

/**
 * For this long after the recording's start, the first calls of an app wait until the recording contains their
 * answers.
 */
const BEGINNING_MS = 5_000;
/** A screen that opens with the recorded one asks before its answer was recorded, but not long before. */
const SOON_MS = 2_000;
/** What a list of the account is asked for after, as a close, comes before the answer that has it. */
const NEWER_MS = 1_000;

interface Waiting {
  readonly call: Call;
  readonly askedMs: number;
  /** The older answer, while a newer one may follow; undefined without one. */
  readonly older: unknown;
  readonly give: (answer: Answer) => void;
}

function createCalls(answers: Answers, at: () => number, isMoving: () => boolean): Calls {
  let waiting: Waiting[] = [];
  let isOver = false;

  function isWaiting({ call: { method, path, query }, askedMs, older }: Waiting): boolean {
    if (isOver) return false;
    if (at() < BEGINNING_MS && answers.isOnItsWay(path, query)) return true;
    if (!isMoving()) return false;
    if (at() < askedMs + SOON_MS && answers.isMissing(method, path, query)) return true;
    return (
      older !== undefined && at() < askedMs + NEWER_MS && answers.recorded(method, path, query) === older
    );
  }

  const answer = ({ method, path, query }: Call) => answers.answer(method, path, query);

  function moved(): void {
    if (waiting.length === 0) return;
    const due = waiting.filter((one) => !isWaiting(one));
    waiting = waiting.filter((one) => !due.includes(one));
    for (const { call, give } of due) give(answer(call));
  }

  return {
    moved,
    ask(call, give) {
      const older = answers.recorded(call.method, call.path, call.query);
      const asked = { call, askedMs: at(), older, give };
      if (isWaiting(asked)) waiting.push(asked);
      else give(answer(call));
    },
    end() {
      isOver = true;
      moved();
    },
  };
}
