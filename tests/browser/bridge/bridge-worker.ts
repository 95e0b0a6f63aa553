import { expose } from 'comlink';
import { interval, map, Observable, of, range, throwError } from 'rxjs';
import { acknowledged } from '../../../worker/bridge/back-pressure.ts';
import { sendStreams } from '../../../worker/bridge/expose.ts';
import type { BridgeApi } from './bridge-api.ts';

/** The ports that were created here and are still open. */
const openPorts = new Set<MessagePort>();
const PlainChannel = globalThis.MessageChannel;
globalThis.MessageChannel = class extends PlainChannel {
  constructor() {
    super();
    const { port1 } = this;
    const close = port1.close.bind(port1);
    openPorts.add(port1);
    port1.close = () => {
      openPorts.delete(port1);
      close();
    };
  }
};

let subscriptions = 0;
const counted = <T>(source: Observable<T>) =>
  new Observable<T>((subscriber) => {
    subscriptions++;
    const subscription = source.subscribe(subscriber);
    return () => {
      subscriptions--;
      subscription.unsubscribe();
    };
  });

let framesMade = 0;
let ticks = 0;

class Refused extends Error {
  readonly secret = 'stays here';
  override name = 'Refused';
}

const api: BridgeApi = {
  numbers: (count) => counted(range(0, count)),
  never: () => counted(new Observable<number>()),
  failing: () => throwError(() => new Refused('no such stream')),
  uncloneable: () => of(() => {}),
  frames(everyMs) {
    return acknowledged(interval(everyMs).pipe(map(() => ticks++)), (spare) => {
      const frame = new Float64Array(spare ?? new ArrayBuffer(4 * 8));
      frame.set([++framesMade, ticks, spare === undefined ? 0 : 1]);
      return frame;
    });
  },
  counts: () => ({ ports: openPorts.size, subscriptions, framesMade, ticks }),
};

sendStreams();
expose(api);
