import { Subject } from 'rxjs';
import type { RouteShape } from '../../shared/contract/routes.ts';
import { createFold, type Fold } from '../fold/fold.ts';
import type { RecordEntry } from '../format/format.ts';
import { type Answer, type Answers, createAnswers } from './answers.ts';
import { type ClientLine, createSession, type ServedSession, tailOf } from './served-session.ts';

export interface Call {
  readonly method: RouteShape['method'];
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Calls to an exchange made from a recording: answered at once, or when the recording tells what they ask for. */
interface Calls {
  ask(call: Call, give: (answer: Answer) => void): void;
  /** The recording told something. */
  moved(): void;
  /** Nothing more comes. */
  end(): void;
}

/** An exchange made from a recording: it knows what the recording told so far, and tells its clients what comes. */
export interface RecordedExchange {
  readonly fold: Fold;
  /** Whether anybody is signed in, each time that the recording changes it. */
  readonly signedIn$: Subject<boolean>;
  /** The wall clock of whoever recorded began here; epoch ms. */
  startAt(ms: number): void;
  /** Somebody is signed in sooner or later: until the recording says otherwise, from its beginning on. */
  expectAccount(): void;
  take(entry: RecordEntry): void;
  /** Whether the recorded connection is there. */
  isUp(): boolean;
  /** Undefined while it is not. */
  connect(line: ClientLine): Connected | undefined;
  /** Calls when the recorded connection is there again. @returns gives up */
  whenUp(run: () => void): () => void;
  ask: Calls['ask'];
  /** Nothing more comes. */
  end(): void;
}

export interface Connected {
  receive(text: string): void;
  closed(): void;
}

const BROKEN = 1006;
const KLINE = 'KLINE.';
const FIXED: readonly string[] = ['DAY_MARKET', 'FOREX_TRADE', 'FOREX_CLOSED', 'CHAT'];

/** @param at ms since the recording's start */
export function createExchange(at: () => number): RecordedExchange {
  const signedIn$ = new Subject<boolean>();
  const sessions = new Set<ServedSession>();
  const waiting = new Set<() => void>();
  const clock = createClock(at);
  const lastMinutes = new Map<string, number>();
  /** The frame that is being taken; without a topic while it does not count. */
  const admitted = { topic: '', isSnapshot: false };
  let isUp = true;
  let isIn = false;

  function setIn(next: boolean): void {
    if (next === isIn) return;
    isIn = next;
    if (!next) for (const session of sessions) session.signedOut();
    signedIn$.next(next);
  }

  const fold = createFold({
    minute: (code, timeS) => lastMinutes.set(code, Math.max(timeS, lastMinutes.get(code) ?? 0)),
    account() {
      if (fold.orders.orders() !== undefined || fold.orders.balance() !== undefined) setIn(true);
    },
    forgotten: () => setIn(false),
    admitted(topic, isSnapshot) {
      admitted.topic = topic;
      admitted.isSnapshot = isSnapshot;
    },
  });
  const answers = createAnswers({ fold, isSignedIn: () => isIn, serverNow: clock.now });
  const calls = createCalls(answers, at);
  const deps = {
    serverNow: clock.now,
    snapshot: (topic: string) => jsonOf(snapshotOf(fold, lastMinutes, topic)),
    isTopic: (topic: string) => FIXED.includes(topic) || isKline(fold, lastMinutes, topic),
  };

  function publish(text: string, atMs: number): void {
    admitted.topic = '';
    fold.take({ at: atMs, kind: 'in', text });
    const { topic, isSnapshot } = admitted;
    if (topic === '') return;
    const { ts, text: rest } = tailOf(text);
    clock.observe(ts, atMs);
    // Other topics' snapshots are frames like any other: they leave nothing out, and nothing stays that is not in them.
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
    take(entry) {
      if (entry.kind === 'in') publish(entry.text, entry.at);
      else fold.take(entry);
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
    end: calls.end,
  };
}

/** The exchange's clock as its frames told it: of one connection, the frame that was least late. */
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
      const rows = fold.quotes.wireRows();
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

/** Of an instrument that is listed; of any while no list is known. */
function isKline(fold: Fold, lastMinutes: ReadonlyMap<string, number>, topic: string): boolean {
  if (!topic.startsWith(KLINE) || topic === KLINE) return false;
  const code = topic.slice(KLINE.length);
  if (fold.instruments.size === 0 || lastMinutes.has(code)) return true;
  for (const row of fold.instruments.values()) if (row['Code'] === code) return true;
  return false;
}

/** Calls at the start of an app wait this long, in the recording's time, for the recording to tell what they ask for. */
const BEGINNING_MS = 5_000;

function createCalls(answers: Answers, at: () => number): Calls {
  let waiting: { readonly call: Call; readonly give: (answer: Answer) => void }[] = [];
  let isOver = false;

  const isWaiting = ({ path, query }: Call) =>
    !isOver && at() < BEGINNING_MS && answers.isOnItsWay(path, query);
  const answer = ({ method, path, query }: Call) => answers.answer(method, path, query);

  function moved(): void {
    if (waiting.length === 0) return;
    const due = waiting.filter(({ call }) => !isWaiting(call));
    waiting = waiting.filter((one) => !due.includes(one));
    for (const { call, give } of due) give(answer(call));
  }

  return {
    moved,
    ask(call, give) {
      if (isWaiting(call)) waiting.push({ call, give });
      else give(answer(call));
    },
    end() {
      isOver = true;
      moved();
    },
  };
}
