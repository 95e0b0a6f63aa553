import { BehaviorSubject, Subject } from 'rxjs';
import type {
  MarketList,
  OrderEvent,
  SessionState,
  WorkingOrders,
} from '../../../shared/bridge/worker-api.ts';
import { money } from '../../../shared/domain/money.ts';
import { err, LOCAL_CODE, ok, refusal } from '../../../shared/result.ts';
import { acknowledged } from '../../../worker/bridge/back-pressure.ts';
import { exposeEngine } from '../../../worker/bridge/expose.ts';
import { marketFrame } from '../../helpers/market-frames.ts';
import { quietEngine } from './quiet-engine.ts';

/** An engine with one account: any name signs in, the language `en` ends the session, every answer to an order is lost. */
const user = { uid: 42, email: '', phone: '', isDemo: true, inviteCode: '' };
const session$ = new BehaviorSubject<SessionState>({ status: 'checking' });
const working$ = new BehaviorSubject<WorkingOrders>({ status: 'unknown' });
const events$ = new Subject<OrderEvent>();

let submitted = 0;
const market$ = new BehaviorSubject<MarketList>({ status: 'loading' });

const enter = (token: string) => {
  session$.next({ status: 'signed-in', token, user });
  working$.next({ status: 'ready', positions: [], pending: [] });
};

const accountFrames = () =>
  acknowledged(working$, () => {
    const isSignedIn = working$.value.status === 'ready';
    return marketFrame([], [], isSignedIn ? { equity: money(7) } : {});
  });

exposeEngine({
  ...quietEngine(),
  session: () => session$,
  working: () => working$,
  orderEvents: () => events$,
  market: () => market$,
  connection: () => new BehaviorSubject({ status: 'live' } as const),
  frames: accountFrames,
  configure({ token }) {
    setTimeout(() => market$.next({ status: 'ready', instruments: [], categories: [] }), 100);
    if (token === null) session$.next({ status: 'anonymous', because: 'start' });
    else setTimeout(enter, 100, token);
  },
  async signInDemo() {
    enter('a-token');
    return ok(user);
  },
  setLanguage: () => session$.next({ status: 'anonymous', because: 'expired' }),
  async signOut() {
    session$.next({ status: 'anonymous', because: 'signed-out' });
    return ok(undefined);
  },
  surveyReplay: async () => err(refusal(LOCAL_CODE.replay)),
  async submitOrder() {
    submitted++;
    return err(refusal(LOCAL_CODE.unknown));
  },
  echo: () => submitted,
  async leaders() {
    setTimeout(() => {
      throw new Error('a bug');
    });
    return new Promise(() => {});
  },
});
