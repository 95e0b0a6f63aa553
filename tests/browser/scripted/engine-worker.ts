import { BehaviorSubject, ReplaySubject, Subject } from 'rxjs';
import {
  FRESHNESS,
  frameLength,
  HEADER,
  HEADER_LENGTH,
  POSITION,
  POSITION_LENGTH,
  QUOTE,
  QUOTE_LENGTH,
} from '../../../shared/bridge/market-frame.ts';
import type { Engine } from '../../../shared/bridge/worker-api.ts';
import { acknowledged } from '../../../worker/bridge/back-pressure.ts';
import { exposeEngine } from '../../../worker/bridge/expose.ts';
import { quietEngine } from '../bridge/quiet-engine.ts';
import {
  ANSWERED,
  type Answered,
  CHANNEL,
  type FromEngine,
  type ScriptedFrame,
  type StreamName,
  TOLD,
  type ToEngine,
} from './protocol.ts';

/** An engine that sends the messages of a test, over the real bridge. */
const channel = new BroadcastChannel(CHANNEL);
const say = (message: FromEngine): void => channel.postMessage(message);

const streams: Record<StreamName, Subject<unknown>> = {
  connection: new ReplaySubject(1),
  session: new ReplaySubject(1),
  market: new ReplaySubject(1),
  baseData: new ReplaySubject(1),
  working: new ReplaySubject(1),
  orderEvents: new Subject(),
  recording: new ReplaySubject(1),
  replay: new ReplaySubject(1),
  vitals: new ReplaySubject(1),
  alerts: new ReplaySubject(1),
  chat: new Subject(),
  upload: new Subject(),
  candles: new ReplaySubject(1),
};
const frame$ = new BehaviorSubject<ScriptedFrame>({ quotes: [], positions: [] });
const answers = new Map<number, (result: unknown) => void>();
let calls = 0;

channel.onmessage = ({ data }: MessageEvent<ToEngine>) => {
  if (data.kind === 'put') streams[data.stream].next(data.value);
  else if (data.kind === 'frame') frame$.next(data.frame);
  else answers.get(data.id)?.(data.result);
};

function ask(name: Answered, args: readonly unknown[]): Promise<unknown> {
  const id = ++calls;
  say({ kind: 'call', id, name, args });
  return new Promise((resolve) => answers.set(id, resolve));
}

function frameOf({
  quotes,
  account,
  positions,
  serverTimeMs = Number.NaN,
}: ScriptedFrame): Float64Array<ArrayBuffer> {
  const frame = new Float64Array(frameLength(quotes.length, positions.length)).fill(Number.NaN);
  frame[HEADER.quotes] = quotes.length;
  frame[HEADER.positions] = positions.length;
  frame[HEADER.hasAccount] = Number(account !== undefined);
  frame[HEADER.serverTimeMs] = serverTimeMs;
  for (const [name, value] of Object.entries(account ?? {})) {
    const at = Object.entries(HEADER).find(([key]) => key === name)?.[1];
    if (at !== undefined && typeof value === 'number') frame[at] = value;
  }
  quotes.forEach((quote, i) => {
    const at = HEADER_LENGTH + i * QUOTE_LENGTH;
    frame[at + QUOTE.id] = quote.id;
    frame[at + QUOTE.close] = quote.close;
    frame[at + QUOTE.open] = quote.close;
    frame[at + QUOTE.change] = 0;
    frame[at + QUOTE.marketOpen] = Number(quote.marketOpen);
    frame[at + QUOTE.timeMs] = quote.timeMs;
    frame[at + QUOTE.freshness] = FRESHNESS[quote.freshness];
  });
  positions.forEach((position, i) => {
    const at = HEADER_LENGTH + quotes.length * QUOTE_LENGTH + i * POSITION_LENGTH;
    frame[at + POSITION.id] = position.id;
    frame[at + POSITION.price] = position.price;
    frame[at + POSITION.pnl] = position.pnl;
  });
  return frame;
}

const scripted = Object.fromEntries([
  ...Object.entries(streams).map(([name, stream]) => [name, () => stream]),
  ...ANSWERED.map((name) => [name, (...args: unknown[]) => ask(name, args)]),
  ...TOLD.map((name) => [name, (...args: unknown[]) => say({ kind: 'told', name, argument: args[0], args })]),
]) as unknown as Engine;

exposeEngine({
  ...quietEngine(),
  ...scripted,
  // Shows rows that have just become visible at once, as the real engine does.
  watch: () => frame$.next(frame$.value),
  frames: () => acknowledged(frame$, () => frameOf(frame$.value)),
});
say({ kind: 'ready' });
