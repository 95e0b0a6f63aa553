/*
 * What a user decided and what became of it: noted on this device, sent, and asked for until that is known, also after a
 * reload and by another tab. Orders (order-sender.ts) and payments (payment-intent.ts) say how theirs are sent and asked for.
 */
import { type Fields, parseJson } from '../../shared/json.ts';
import { CID_KEPT_DAYS, COMMAND_DEADLINE_MS } from '../../shared/limits.ts';
import type { Result } from '../../shared/result.ts';
import type { PageClock } from '../clock.ts';
import type { TextStore } from '../link/storage.ts';

/** A decision of the user that is noted on this device until its outcome is known. */
export interface Note {
  readonly cid: string;
  readonly uid: number;
  /** The tab that sent it. */
  readonly tab: string;
  readonly madeAtMs: number;
}

/** The end of an intent whose outcome had been unknown. */
export type Settled<N extends Note, T> =
  | { readonly status: 'known'; readonly intent: N; readonly result: Result<T> }
  /** The server no longer remembers its cid. Its lists show what became of it. */
  | { readonly status: 'given-up'; readonly intent: N };

export interface IntentsOptions<N extends Note, T> {
  readonly notes: Notes<N>;
  readonly clock: Pick<PageClock, 'wallMs' | 'after'>;
  /** The id of this tab. */
  tab(): string;
  /** The account whose intents these are; undefined without one. */
  uid(): number | undefined;
  /** Whether outcomes can be asked for. The owner calls `lookUp` when this becomes true. */
  canAsk(): boolean;
  /** What it stands for: one of the same key that is in flight is not asked for. */
  keyOf(note: N): string;
  /** Whether the answer to its send says what became of it. */
  isKnown(answer: Result<unknown>, note: N): boolean;
  /** What became of it; undefined while that is unknown. An unknown cid is sealed by that: its sender must have given up. */
  askOutcome(note: N): Promise<Result<T> | undefined>;
  /** Whether something was sent some time ago whose outcome is still unknown; called on each change. */
  onWaiting?(isWaiting: boolean): void;
}

const CID_KEPT_MS = CID_KEPT_DAYS * 86_400_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;
/** An answer within this time is no waiting. */
const SOON_MS = 1_000;
/** The next account on this device may decide the same while an answer to the one before is still on its way. */
const flightOf = (uid: number | undefined, key: string): string => `${uid} ${key}`;

export type Intents<N extends Note, T> = ReturnType<typeof createIntents<N, T>>;

/** Follows intents until their outcomes are known, which it asks for after longer and longer pauses. */
export function createIntents<N extends Note, T>(options: IntentsOptions<N, T>) {
  const { notes, clock, keyOf } = options;
  const inFlight = new Map<string, Promise<Result<T> | undefined>>();
  const listeners = new Set<(settled: Settled<N, T>) => void>();
  let isWaiting = false;
  let pauseMs = FIRST_PAUSE_MS;
  let cancelNext = () => {};

  const ageOf = ({ madeAtMs }: Note): number => clock.wallMs() - madeAtMs;
  const own = (): readonly N[] => {
    const uid = options.uid();
    return uid === undefined ? [] : notes.all(uid);
  };
  const reportWaiting = () => {
    const now = own().some((note) => Math.abs(ageOf(note)) >= SOON_MS);
    if (now === isWaiting) return;
    isWaiting = now;
    options.onWaiting?.(now);
  };
  const drop = (cid: string) => {
    notes.drop(cid);
    reportWaiting();
  };
  const settle = (settled: Settled<N, T>) => {
    drop(settled.intent.cid);
    for (const listener of listeners) listener(settled);
  };
  const open = (): readonly N[] =>
    own().filter((intent) => {
      const isForgotten = ageOf(intent) > CID_KEPT_MS;
      if (isForgotten) settle({ status: 'given-up', intent });
      return !isForgotten;
    });
  const fly = <R extends Result<T> | undefined>(note: N, answer: Promise<R>): Promise<R> => {
    const flight = flightOf(note.uid, keyOf(note));
    const landed = answer.finally(() => inFlight.delete(flight));
    inFlight.set(flight, landed);
    return landed;
  };
  /** Looks after the next pause, in place of a look that was to come. */
  const again = () => {
    cancelNext();
    cancelNext = clock.after(pauseMs, look);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  };
  // Another tab may still be waiting for its answer. `abs`: a clock that was set back must not prolong the wait.
  const isLeftToOther = (note: N): boolean =>
    note.tab !== options.tab() && Math.abs(ageOf(note)) < 2 * COMMAND_DEADLINE_MS;
  const ask = async (intent: N): Promise<void> => {
    const result = await fly(intent, options.askOutcome(intent));
    if (result === undefined) again();
    else settle({ status: 'known', intent, result });
  };
  const look = () => {
    cancelNext();
    reportWaiting();
    if (!options.canAsk()) return;
    for (const intent of open()) {
      if (inFlight.has(flightOf(intent.uid, keyOf(intent)))) continue;
      if (isLeftToOther(intent)) again();
      else void ask(intent);
    }
  };
  return {
    /** Those whose outcome is unknown, the oldest first. */
    open,
    /** What an intent of the account with this key waits for. */
    inFlight: (key: string) => inFlight.get(flightOf(options.uid(), key)),
    /** Notes an intent, then sends it. While its answer leaves the outcome unknown, that is asked for. */
    async send<R extends Result<T>>(note: N, send: () => Promise<R>): Promise<R> {
      notes.put(note);
      clock.after(SOON_MS, reportWaiting);
      const answer = await fly(note, send());
      if (options.isKnown(answer, note)) drop(note.cid);
      else {
        // Earlier unknown outcomes must not delay the first look for this one.
        pauseMs = FIRST_PAUSE_MS;
        again();
      }
      return answer;
    },
    /** Asks for the outcomes that are still unknown. Sends nothing that could be carried out. */
    lookUp() {
      pauseMs = FIRST_PAUSE_MS;
      look();
    },
    /** Forgets what this account has sent: it signed out on this device. */
    clear(uid: number) {
      cancelNext();
      notes.clear(uid);
      reportWaiting();
    },
    /** Returns unsubscribe. */
    onSettled(listener: (settled: Settled<N, T>) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const PREFIX = 'intent.';

/** The unsettled decisions in a store: one entry each, so that two tabs never overwrite each other's. */
export interface Notes<N extends Note> {
  /** Oldest first. */
  all(uid: number): readonly N[];
  put(note: N): void;
  drop(cid: string): void;
  /** Drops an account's notes of every kind. Another tab may have another account. */
  clear(uid: number): void;
}

/** @param isOne whether a note is of this kind: one store may hold several */
export function createNotes<N extends Note>(
  store: TextStore,
  isOne: (value: unknown) => value is N,
): Notes<N> {
  return {
    all: (uid) =>
      store
        .keys(PREFIX)
        .map((key) => parseJson(store.get(key) ?? ''))
        .filter(isOne)
        .filter((note) => note.uid === uid)
        .sort((a, b) => a.madeAtMs - b.madeAtMs),
    put: (note) => store.set(PREFIX + note.cid, JSON.stringify(note)),
    drop: (cid) => store.remove(PREFIX + cid),
    clear(uid) {
      for (const key of store.keys(PREFIX)) {
        const note = parseJson(store.get(key) ?? '');
        if (hasFields(note, { uid: 'number' }) && note['uid'] === uid) store.remove(key);
      }
    },
  };
}

/** Whether it is a note that has also `more`. */
export const isNote = (value: unknown, more: Readonly<Record<string, string>>): value is Fields =>
  hasFields(value, { cid: 'string', uid: 'number', tab: 'string', madeAtMs: 'number', ...more });

export const hasFields = (value: unknown, types: Readonly<Record<string, string>>): value is Fields =>
  typeof value === 'object' &&
  value !== null &&
  // Nothing is said about the kind of any field.
  Object.entries(types).every(([name, type]) => typeof (value as Fields)[name] === type);
