import { serialize } from 'node:v8';
import {
  FROM_PAGE,
  FROM_WORKER,
  type PageMessage,
  STREAM_ACK_EVERY,
  type WorkerMessage,
} from '../../../shared/bridge/stream-protocol.ts';
import type { EngineStreams, Stream } from '../../../shared/bridge/worker-api.ts';
import { isLanguage } from '../../../shared/contract/language.ts';
import { LATER_ROUTES } from '../../../shared/contract/later-routes.ts';
import { createNamedSeries } from '../../../shared/indicators/named-series.ts';
import { fieldsOf } from '../../../shared/json.ts';
import { publish } from '../../../worker/bridge/publish.ts';
import type { EngineHost } from '../../../worker/engine.ts';
import type { Env } from '../../../worker/env.ts';
import { saveBytes } from '../../../worker/streams/byte-saver.ts';
import type { ReadFailure } from '../../fold/recording-reader.ts';
import { parseEntry, type RecordEntry } from '../../format/format.ts';
import { createEngineRun } from '../engine-run.ts';
import type { Traffic } from './cost.ts';

/*
 * Plays a recording to its end: the real engine, the real bridge, and a page that takes every message at once and looks at
 * what the user of the recording looked at. Nothing waits for a clock, a disk or a thread, so every run is the same.
 */

export interface CountedPlay {
  play(): Promise<void>;
  traffic(): Readonly<Record<string, Traffic>>;
  /** False where the file has not even a header. */
  isRecording(): boolean;
  failure(): ReadFailure | undefined;
}

type Command = Extract<RecordEntry, { kind: 'command' }>;
/** Notes a message of a kind. */
type Note = (kind: string, bytes: number) => void;

const STREAMS = [
  'connection',
  'session',
  'market',
  'baseData',
  'working',
  'orderEvents',
  'frames',
  'sparklines',
  'alerts',
  'chat',
] as const satisfies readonly (keyof EngineStreams)[];
/** A recording that does not say which rows were on the screen: so many of the list. */
const ROWS = 20;
/** @param text of the recording */
export async function createCountedPlay(text: string): Promise<CountedPlay> {
  globalThis.MessageChannel = PromptChannel as unknown as typeof MessageChannel;
  const traffic = new Map<string, Traffic>();
  const note: Note = (kind, bytes) => {
    const [messages, before] = traffic.get(kind) ?? [0, 0];
    traffic.set(kind, [messages + 1, before + bytes]);
  };
  const commands = commandsOf(text);
  const [language] = commands.flatMap(({ name, args }) =>
    name === 'configure' ? [fieldsOf(args[0])['language']] : [],
  );
  const { replay, play } = await createEngineRun({
    source: async function* () {
      yield text;
    },
    through: (env) => countedEnv(env, note),
  });
  return {
    async play() {
      await play(
        (engine) => showPage(engine, commands, replay.env, note),
        isLanguage(language) ? language : undefined,
      );
    },
    traffic: () => Object.fromEntries([...traffic].sort(([a], [b]) => (a < b ? -1 : 1))),
    isRecording: () => replay.player.state$.value.status !== 'failed',
    failure: replay.player.failure,
  };
}

/** Up to where the file makes no sense. */
function commandsOf(text: string): readonly Command[] {
  const commands: Command[] = [];
  for (const line of text.split('\n').slice(1)) {
    try {
      const entry = line.trim() === '' ? undefined : parseEntry(line);
      if (entry?.kind === 'command') commands.push(entry);
    } catch {
      break;
    }
  }
  return commands;
}

/** Subscribes to all that the app shows, and repeats what its user looked at. */
function showPage(engine: EngineHost, commands: readonly Command[], env: Env, note: Note): void {
  const isWatched = commands.some(({ name }) => name === 'watch');
  for (const name of STREAMS) {
    const stream: Stream<unknown> = engine[name]();
    follow(stream, (bytes) => note(`page: ${name}`, bytes), note);
  }
  if (!isWatched)
    engine.market().subscribe({
      next(market) {
        if (market.status !== 'ready') return;
        const ids = market.instruments.slice(0, ROWS).map(({ id }) => id);
        engine.watch(ids);
        engine.watchSparklines(ids);
      },
    });
  let closeChart = () => {};
  const looks: { readonly [name: string]: (...args: never) => void } = {
    watch: engine.watch,
    watchSparklines: engine.watchSparklines,
    pageEvent: engine.pageEvent,
    setLanguage: engine.setLanguage,
    olderCandles: (...args: Parameters<EngineHost['olderCandles']>) => void engine.olderCandles(...args),
    refreshMarket: (...args: Parameters<EngineHost['refreshMarket']>) => void engine.refreshMarket(...args),
    candles(...args: Parameters<EngineHost['candles']>) {
      closeChart();
      closeChart = follow(engine.candles(...args), (bytes) => note('page: candles', bytes), note);
    },
  };
  for (const { at, name, args } of commands) {
    const look = looks[name];
    // The arguments are those of the engine that made the recording.
    if (look !== undefined) env.after(at, () => Reflect.apply(look, undefined, args));
  }
}

/** Takes each message of a stream at once. @returns unsubscribe */
function follow(stream: Stream<unknown>, noted: (bytes: number) => void, note: Note): () => void {
  const port = publish(stream);
  let taken = 0;
  const send = (message: PageMessage) => {
    note('worker: of the streams', sizeOf(message));
    port.postMessage(message);
  };
  port.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
    noted(sizeOf(data));
    if (data[0] === FROM_WORKER.frame) send([FROM_PAGE.returned, data[1].buffer as ArrayBuffer]);
    if (data[0] !== FROM_WORKER.next) return;
    taken++;
    if (taken % STREAM_ACK_EVERY === 0) send([FROM_PAGE.took, STREAM_ACK_EVERY]);
  };
  send([FROM_PAGE.subscribe]);
  return () => send([FROM_PAGE.unsubscribe]);
}

/** Bytes of what a message is copied as; a frame's buffer is not copied, but filled. */
const sizeOf = (message: unknown): number => serialize(message).byteLength;

/** Two ports whose messages arrive in their order, before the clock goes on. The platform's arrive when its event loop comes to them. */
class PromptChannel {
  readonly port1 = new PromptPort();
  readonly port2 = new PromptPort();
  constructor() {
    this.port1.other = this.port2;
    this.port2.other = this.port1;
  }
}

class PromptPort {
  other: PromptPort | undefined;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  postMessage(data: unknown): void {
    queueMicrotask(() => this.other?.onmessage?.({ data }));
  }
  close(): void {
    this.other = undefined;
  }
}

/** The environment with its traffic counted. All parts of the engine are loaded. */
function countedEnv(env: Env, note: Note): Env {
  return {
    ...env,
    byteSaver: async () => saveBytes,
    laterRoutes: async () => LATER_ROUTES,
    indicators: async () => createNamedSeries,
    openSocket(url, handlers) {
      const link = env.openSocket(url, {
        ...handlers,
        message(data) {
          note('socket: received', Buffer.byteLength(data));
          handlers.message(data);
        },
      });
      return {
        ...link,
        send(text) {
          note('socket: sent', Buffer.byteLength(text));
          link.send(text);
        },
      };
    },
    async fetch(input, init) {
      const response = await env.fetch(input, init);
      const read = response.text;
      return Object.assign(response, {
        async text() {
          const text = await read();
          note('calls: answered', Buffer.byteLength(text));
          return text;
        },
      });
    },
  };
}
