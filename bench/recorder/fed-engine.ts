import type { Tap } from '../../replay/record/recorder.ts';
import { createRecorder } from '../../replay/record/recorder.ts';
import type { RecordingFile } from '../../replay/record/recording-file.ts';
import { LATER_ROUTES } from '../../shared/contract/later-routes.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import { money } from '../../shared/domain/money.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { createNamedSeries } from '../../shared/indicators/named-series.ts';
import { createCounters } from '../../shared/stream/counters.ts';
import { createPositionBook } from '../../shared/stream/position-book.ts';
import { createQuoteTable } from '../../shared/stream/quote-table.ts';
import { ACK } from '../../worker/bridge/back-pressure.ts';
import { type Env, type SocketHandlers, workerEnv } from '../../worker/env.ts';
import { createConnection } from '../../worker/socket/connection.ts';
import { createFrames } from '../../worker/streams/frames.ts';
import { createInbox } from '../../worker/streams/inbox.ts';
import { createQuotes } from '../../worker/streams/quotes.ts';
import { openPositions } from '../engine/bench-account.ts';

/** What is tapped: nothing, the recorder's ring of the last minutes, or the ring and a long recording. */
export type Hearing = 'silent' | 'ring' | 'long';

/** The path of a frame from the socket to the page, in this process. */
export interface FedEngine {
  /** The head that a frame must have to be the next one after `ahead` more frames. */
  headOf(ahead: number): string;
  take(text: string): void;
  /** Frames that arrived at the page's side. */
  painted(): number;
}

/** Number of quotes that a phone's list shows. */
const WATCHED = 14;
/** Positions of the account that is logged in. */
const POSITIONS = 5;
const BALANCE = money(100_000_000_000);
const START_MS = 1_700_000_000_000;
const FRAME_MS = 16;
const HEARTBEAT_FRAMES = 300;

const silent: Tap = {
  opened() {},
  closed() {},
  sent() {},
  received() {},
  answered() {},
  asked() {},
};

/** Discards the bytes: the cost of a disk is not part of the recorder's. */
const nowhere = (): RecordingFile => ({
  place: 'disk',
  maxBytes: Number.POSITIVE_INFINITY,
  write() {},
  read: () => new Blob().stream(),
  close: async () => new Blob(),
  remove: async () => {},
});

/** @param prices points by instrument id; the account's positions are opened around them */
export async function feedEngine(
  instruments: readonly Instrument[],
  prices: ReadonlyMap<number, number>,
  hearing: Hearing,
): Promise<FedEngine> {
  let nowMs = START_MS;
  let socket: SocketHandlers | undefined;
  const env: Env = {
    ...workerEnv(),
    now: () => timestampMs(nowMs),
    monotonic: () => nowMs,
    after: () => () => {},
    every: () => () => {},
    openSocket(_url, handlers) {
      socket = handlers;
      return { send() {}, close() {} };
    },
    laterRoutes: async () => LATER_ROUTES,
    indicators: async () => createNamedSeries,
    openRecordingFile: async () => nowhere(),
  };
  const counters = createCounters();
  const table = createQuoteTable();
  const recorder = createRecorder({ env, app: '', marketRows: table.wireRows });
  if (hearing === 'long') await recorder.start();
  const tap = hearing === 'silent' ? silent : recorder.tap;
  const connection = createConnection(env, 'ws://exchange.test', tap);
  const quotes = createQuotes(env, createInbox(env, connection, counters, tap), table, counters);
  const frames = createFrames(env, quotes);
  table.list(instruments);
  const byId = new Map<number, Instrument>(instruments.map((one) => [one.id, one]));
  const byCode = new Map(instruments.map((one) => [one.code, one]));
  // Spread over the whole list, so that a frame of few rows moves few of them.
  const held = instruments.filter((_, at) => at % Math.ceil(instruments.length / POSITIONS) === 0);
  const positions = openPositions(held, POSITIONS, prices);
  frames.setAccount(createPositionBook(positions, byId, byCode, table), BALANCE);
  frames.watch(instruments.slice(0, WATCHED).map(({ id }) => id));
  let painted = 0;
  let latest = new Float64Array(0);
  const stream = frames.stream();
  stream.subscribe((frame) => {
    painted++;
    latest = frame;
  });
  connection.start();
  socket?.opened();
  let seq = 1;
  return {
    headOf: (ahead) => `{"topic":"DAY_MARKET","seq":${seq + ahead},"ts":${nowMs + ahead * FRAME_MS}`,
    take(text) {
      seq++;
      nowMs += FRAME_MS;
      if (seq % HEARTBEAT_FRAMES === 0) socket?.message('pong');
      stream[ACK](latest.buffer);
      socket?.message(text);
    },
    painted: () => painted,
  };
}
