import { BehaviorSubject, Observable } from 'rxjs';
import type { MarketList } from '../../../shared/bridge/worker-api.ts';
import { exposeEngine } from '../../../worker/bridge/expose.ts';
import { quietEngine } from './quiet-engine.ts';

/** An engine whose market stream reports the received messages, and that can be made to die in every way. */
const told: string[] = [];
const market$ = new BehaviorSubject<MarketList>({ status: 'loading' });
const note = (what: string) => {
  told.push(what);
  market$.next({ status: 'failed', code: 0, message: told.join(' ') });
};

exposeEngine({
  ...quietEngine(),
  market: () => market$,
  connection: () => new Observable((subscriber) => subscriber.error(new Error('this stream always fails'))),
  configure: ({ token }) => note(`configure:${token}`),
  start: () => note('start'),
  watch: (ids) => note(`watch:${ids.join()}`),
  pageEvent: (event) => note(event),
  refreshMarket() {
    for (;;);
  },
  refreshAccount: () => new Promise(() => {}),
  async leaders() {
    setTimeout(() => {
      throw new Error('a bug');
    });
    return new Promise(() => {});
  },
});
