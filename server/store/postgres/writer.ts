import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { Client } from 'pg';
import type { Clock } from '../../clock.ts';
import { StoreError, UnavailableError } from '../errors.ts';
import type { Db, Schema } from '../schema.ts';
import type { PostgresServer } from '../settings.ts';
import { connectClient, describeServer, lend, prepareSession, reasonOf, sendTogether } from './client.ts';
import {
  describeRefusal,
  endSession,
  endSilentFeed,
  isTaken,
  offerPrices,
  ownership,
  type SessionName,
  type Sharing,
  sessionName,
  tryLock,
} from './lock.ts';

export interface WriterOptions {
  readonly server: PostgresServer;
  readonly clock: Clock;
  /** Called with a sentence when the connection is lost and when it is restored. */
  readonly report: (sentence: string) => void;
  /** Called once, with a sentence, when this process will not write again. */
  readonly onLost: (sentence: string) => void;
  readonly patience: Patience;
  readonly sharing: Sharing;
  /** The server ends the session, and frees its locks, when it stands still within a transaction for so long. 0: never. */
  readonly standstillMs: number;
  /**
   * Called once, with a sentence, when another process does the work of this one, whose end is then waited for. Without it
   * the opening is refused after two seconds.
   */
  readonly onWaiting?: ((sentence: string) => void) | undefined;
  /** Whether this process could do that work, which is said to the other one while it waits. Default: never. */
  readonly isAble?: (() => boolean) | undefined;
}

export interface Patience {
  /** Time to reconnect to an unreachable server. */
  readonly giveUpMs: number;
  /**
   * Deadline of one statement, of opening a connection, and of a flush to the disk; longer than any of them
   * takes. On a network that drops packets silently no error arrives.
   */
  readonly answerMs: number;
}

export const USUAL_PATIENCE: Patience = { giveUpMs: 60_000, answerMs: 4_000 };

/**
 * The single writing connection of this process. It also holds the locks that say who may write: losing them means losing
 * the connection to write.
 */
export interface Writer {
  readonly db: Db;
  isHeld(): boolean;
  /**
   * Call once the tables are migrated: from then on a lost connection is reopened, and every statement has a
   * deadline.
   */
  watch(): Promise<void>;
  close(): Promise<void>;
}

interface Held {
  readonly client: Client;
  readonly session: SessionName;
  ended: Error | undefined;
}

export type WriterState =
  /** `mark`: the ownership at `watch`; before it, a lost connection is not reopened. */
  | { readonly status: 'held'; readonly held: Held; readonly mark: string | undefined }
  /** It is being taken again. */
  | { readonly status: 'lost'; readonly session: SessionName; readonly mark: string }
  /** There is no connection, and none is wanted any more. */
  | { readonly status: 'closed' };

export type WriterEvent =
  | { readonly type: 'watched'; readonly mark: string }
  /** `ended`: this connection; `regained`: a new one. */
  | { readonly type: 'ended' | 'regained'; readonly held: Held }
  | { readonly type: 'close' };

/** Pure: the same state and event give the same next state. */
export function step(state: WriterState, event: WriterEvent): WriterState {
  switch (event.type) {
    case 'watched':
      return state.status === 'held' ? { ...state, mark: event.mark } : state;
    case 'ended':
      // An earlier connection may end late.
      if (state.status !== 'held' || state.held !== event.held) return state;
      return state.mark === undefined
        ? { status: 'closed' }
        : { status: 'lost', session: state.held.session, mark: state.mark };
    case 'regained':
      return state.status === 'lost' ? { status: 'held', held: event.held, mark: state.mark } : state;
    case 'close':
      return { status: 'closed' };
  }
}

/** The session of a killed process may outlive it for a moment. */
const LOCK_WAIT_MS = 2_000;
const LOCK_POLL_MS = 50;
const FIRST_PAUSE_MS = 100;
/** A dealer and a gateway both have to be back before an order is done: each pause is felt. */
const LONGEST_PAUSE_MS = 400;

/**
 * @throws StoreError if another process holds the lock, or the driver's error if the server is unreachable
 */
export async function openWriter(options: WriterOptions): Promise<Writer> {
  const { server, clock, report, onLost, patience, sharing, standstillMs } = options;
  // Another writer may hold a row, and does not answer: that must not look like a server that does not.
  const opening = sharing === 'sole' ? {} : { lock_timeout: `${Math.ceil(patience.answerMs / 2)}ms` };
  const watched = { ...opening, idle_in_transaction_session_timeout: `${standstillMs}ms` };
  let state: WriterState = { status: 'closed' };
  let endPause: () => void = () => undefined;
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const cancel = clock.after(ms, resolve);
      endPause = () => {
        cancel();
        resolve();
      };
    });

  const lose = (mine: Held, error: Error): void => {
    mine.ended ??= error;
    const before = state;
    state = step(before, { type: 'ended', held: mine });
    if (state === before) return;
    // To end it in order would wait for the answers to what was sent.
    mine.client.connection.stream.destroy();
    if (state.status !== 'lost') return;
    report(`The connection to the database is lost, nothing is written: ${reasonOf(error)}.`);
    void regain(state.session, state.mark);
  };

  const take = async (own?: SessionName, before?: string): Promise<Held> => {
    let ended: Error | undefined;
    let mine: Held | undefined;
    const client = await connectClient(server, patience.answerMs, (error) => {
      ended = error;
      if (mine) lose(mine, error);
    });
    try {
      await prepareSession(client, own === undefined ? opening : watched);
      await takeLock(client, options, pause, own);
      if (before !== undefined && (await ownership(client, sharing)) !== before)
        throw new StoreError(changedMeanwhile(server));
      mine = { client, session: await sessionName(client), ended };
      return mine;
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
  };

  const regain = async (own: SessionName, before: string): Promise<void> => {
    const lostAt = clock.steady();
    for (let waitMs = FIRST_PAUSE_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_PAUSE_MS)) {
      await pause(waitMs);
      try {
        const again = await take(own, before);
        state = step(state, { type: 'regained', held: again });
        if (state.status === 'closed') return void again.client.end().catch(() => undefined);
        report(`The database is reached again after ${clock.steady() - lostAt} ms.`);
        if (again.ended) lose(again, again.ended);
        return;
      } catch (error) {
        if (state.status === 'closed') return;
        const isRefused = error instanceof StoreError;
        if (!isRefused && clock.steady() - lostAt < patience.giveUpMs) continue;
        state = step(state, { type: 'close' });
        return onLost(isRefused ? error.message : unreachable(server, error));
      }
    }
  };

  const borrow = async (): Promise<PostgresPoolClient> => {
    if (state.status !== 'held') throw new UnavailableError('the database cannot be reached at the moment');
    const mine = state.held;
    return lend(
      async (query) => {
        if (state.status !== 'held' || state.held !== mine)
          throw mine.ended ?? new Error('the connection to the database is lost');
        const cancel =
          state.mark === undefined
            ? () => undefined
            : clock.after(patience.answerMs, () => lose(mine, new Error('it does not answer')));
        try {
          sendTogether(mine.client);
          return await mine.client.query(query);
        } catch (error) {
          // The statement fails before the connection ends, but is no fault of its own.
          if (endsSession(error)) lose(mine, error);
          throw error;
        } finally {
          cancel();
        }
      },
      (broken) => {
        if (broken) lose(mine, new Error('a transaction could not be taken back'));
      },
    );
  };

  state = { status: 'held', held: await take(), mark: undefined };
  return {
    db: new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: { connect: borrow, end: async () => undefined, options: {} } }),
    }),
    isHeld: () => state.status === 'held',
    async watch() {
      if (state.status !== 'held') throw new Error('the connection was lost');
      const { client } = state.held;
      // A migration may compute within its transaction.
      await prepareSession(client, watched);
      const mark = await ownership(client, sharing);
      state = step(state, { type: 'watched', mark });
    },
    async close() {
      const last = state;
      state = step(last, { type: 'close' });
      endPause();
      if (last.status === 'held') await last.held.client.end();
    },
  };
}

async function takeLock(
  client: Client,
  { server, clock, sharing, onWaiting, isAble = () => false }: WriterOptions,
  pause: (ms: number) => Promise<void>,
  own: SessionName | undefined,
): Promise<void> {
  const giveUpAt = clock.steady() + LOCK_WAIT_MS;
  let isWaiting = false;
  let isOffered = false;
  for (;;) {
    const inTheWay = await tryLock(client, sharing);
    // Its last commit may still be under way, also where others may write beside it.
    const isOwn = own !== undefined && (await endSession(client, own));
    if (inTheWay === undefined && !isOwn) return;
    if (clock.steady() >= giveUpAt) {
      // A session that hangs ends only when its server goes on.
      if (inTheWay === undefined || isOwn) throw new Error('the lost session of this process is still there');
      const inUse = `The database ${describeServer(server)} is in use by ${describeRefusal(inTheWay, sharing)}.`;
      // A process whose connection was lost remembers what may not be so any more.
      if (onWaiting === undefined || own !== undefined || !isTaken(inTheWay)) throw new StoreError(inUse);
      if (!isWaiting) onWaiting(inUse);
      isWaiting = true;
      await endSilentFeed(client);
      const canMake = isAble();
      if (canMake !== isOffered) await offerPrices(client, canMake);
      isOffered = canMake;
    }
    await pause(LOCK_POLL_MS);
  }
}

/** PostgreSQL ends the session with an error of this severity. */
const endsSession = (error: unknown): error is Error =>
  error instanceof Error && 'severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC');

const changedMeanwhile = (server: PostgresServer) =>
  `The database ${describeServer(server)} was written by another process or restored while it was out of reach: what this process remembers is no longer so; start it again.`;

const unreachable = (server: PostgresServer, error: unknown) =>
  `The database ${describeServer(server)} is out of reach: ${reasonOf(error)}.`;
