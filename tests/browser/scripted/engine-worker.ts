import { BehaviorSubject, Observable, ReplaySubject, Subject } from 'rxjs';
import type { Engine } from '../../../shared/bridge/worker-api.ts';
import { acknowledged } from '../../../worker/bridge/back-pressure.ts';
import { exposeEngine } from '../../../worker/bridge/expose.ts';
import { marketFrame } from '../../helpers/market-frames.ts';
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
/** What was put into a stream before the page subscribed to it, as it does late on a busy machine. */
const early = new Map<StreamName, unknown[]>();

function put(name: StreamName, value: unknown): void {
  const stream = streams[name];
  if (stream instanceof ReplaySubject || stream.observed) stream.next(value);
  else early.set(name, [...(early.get(name) ?? []), value]);
}

const streamOf = (name: StreamName): Observable<unknown> =>
  new Observable((subscriber) => {
    const subscription = streams[name].subscribe(subscriber);
    const values = early.get(name) ?? [];
    early.delete(name);
    for (const value of values) subscriber.next(value);
    return subscription;
  });

const frame$ = new BehaviorSubject<ScriptedFrame>({ quotes: [], positions: [] });
const answers = new Map<number, (result: unknown) => void>();
let calls = 0;

channel.onmessage = ({ data }: MessageEvent<ToEngine>) => {
  if (data.kind === 'put') put(data.stream, data.value);
  else if (data.kind === 'frame') frame$.next(data.frame);
  else answers.get(data.id)?.(data.result);
};

function ask(name: Answered, args: readonly unknown[]): Promise<unknown> {
  const id = ++calls;
  say({ kind: 'call', id, name, args });
  return new Promise((resolve) => answers.set(id, resolve));
}

const frameOf = ({ quotes, account, positions, serverTimeMs = Number.NaN }: ScriptedFrame) =>
  marketFrame(
    quotes.map((quote) => ({ ...quote, open: quote.close, change: 0 })),
    positions.map(({ id, price, pnl }) => [id, price, pnl] as const),
    { ...account, serverTimeMs },
  );

const scripted = Object.fromEntries([
  ...(Object.keys(streams) as StreamName[]).map((name) => [name, () => streamOf(name)]),
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
