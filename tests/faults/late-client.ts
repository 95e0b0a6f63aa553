import type { Clock } from '../../server/clock.ts';
import type { OrderRequest } from '../../shared/bridge/worker-api.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import type { OrderId } from '../../shared/domain/order.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import type { Result } from '../../shared/result.ts';
import type { TextStore } from '../../src/link/storage.ts';
import { createOrderNotes } from '../../src/state/order-intents.ts';
import { createOrderSender } from '../../src/state/order-sender.ts';
import { type Booked, paymentIntent } from '../../src/state/payment-intent.ts';
import { ask } from '../../worker/commands/ask.ts';
import { createOrderCommands } from '../../worker/commands/orders.ts';
import { type Env, workerEnv } from '../../worker/env.ts';
import { createHttp, type Http } from '../../worker/http.ts';
import type { Chance } from '../sim/chance.ts';
import { quietTap } from '../worker/helpers/quiet-tap.ts';

/** The page and the worker of one customer, for one tap. */
export interface LateClient {
  readonly account: AccountId;
  readonly token: string;
  readonly apiBase: string;
  readonly cid: string;
  readonly instruments: readonly Instrument[];
  readonly chance: Chance;
  /** True time; virtual or real. */
  readonly clock: Clock;
  /** How far the phone's clock is from the true time. */
  readonly skewMs: number;
  /** Turns the phone's time into the exchange's. */
  readonly serverTime: (phoneMs: number) => TimestampMs;
  /** The device's storage; it outlives a reload. */
  readonly notes: TextStore;
  readonly fetch: Env['fetch'];
  /** What the page says that it knows. */
  readonly say: (result: Result<unknown>) => void;
}

const MAX_CUT_MS = 60_000;

/** An order or a close; the page may be reloaded, and the phone suspended between page and worker. */
export function orderTap(client: LateClient, what: OrderRequest | OrderId): () => void {
  const { chance, clock } = client;
  const holdMs = chance.happens(0.2) ? chance.whole(0, MAX_CUT_MS) : 0;
  let page = openPage(client, holdMs);
  return () => {
    const { sender } = page;
    const told = typeof what === 'object' ? sender.submit(what) : sender.close(what);
    void told.then((result) => page.tell(sender, result));
    if (!chance.happens(0.4)) return;
    clock.after(chance.whole(0, 20_000), () => {
      page.close();
      page = openPage(client, 0);
      page.sender.lookUp();
    });
  };
}

/** The page and its worker, until a reload ends both. */
function openPage(client: LateClient, holdMs: number) {
  const { account, cid, clock, instruments, notes, say, serverTime } = client;
  let isOpen = true;
  const env = phoneEnv(client, () => isOpen);
  const http = openHttp(client, env);
  const commands = createOrderCommands({
    env,
    http,
    isOffline: () => false,
    instrument: (id) => instruments.find((one) => one.id === id),
    working: () => ({ status: 'unknown' }),
    serverTime,
    hasTwoPrices: () => false,
    clocksAgree: () => true,
  });
  /** A suspended phone: the worker takes the page's call later. */
  const held = <T>(run: () => Promise<T>) =>
    new Promise<T>((resolve) => void env.after(holdMs, () => void run().then(resolve)));
  const sender = createOrderSender({
    notes: createOrderNotes(notes),
    clock: { nowMs: clock.now, wallMs: env.now, after: env.after },
    tab: () => 'tab',
    newCid: () => cid,
    uid: () => account,
    canAsk: () => isOpen,
    sendSubmit: (request, at) => held(() => commands.submitOrder(request, at)),
    sendClose: (id, sent, at, volume) => held(() => commands.closeOrder(id, sent, at, volume)),
    askOutcome: (asked) => commands.orderOutcome(asked),
  });
  sender.onSettled((settled) => {
    if (isOpen && settled.status === 'known') say(settled.result);
  });
  return {
    sender,
    close() {
      isOpen = false;
    },
    /** The result of the tap itself. While its outcome is unknown, its note is kept. */
    tell(from: typeof sender, result: Result<unknown>) {
      if (isOpen && from === sender && createOrderNotes(notes).all(account).length === 0) say(result);
    },
  };
}

type Payment =
  | { readonly kind: 'draw'; readonly methodId: number }
  | { readonly kind: 'deposit'; readonly proof: string; readonly address: string; readonly coinId: number };

/** A withdrawal or a deposit. While its outcome is unknown the page asks for it, also after a reload. */
export function paymentTap(client: LateClient, payment: Payment): () => void {
  const { account, chance, clock, cid, notes, say } = client;
  let isSettled = false;
  const settle = (result: Result<unknown>) => {
    isSettled = true;
    say(result);
  };
  const openPage = () => {
    let isOpen = true;
    const env = phoneEnv(client, () => isOpen);
    const http = openHttp(client, env);
    const intent = paymentIntent(payment.kind === 'draw' ? 'draw' : 'deposit-coin', account, {
      store: notes,
      clock: { wallMs: env.now, after: env.after },
      tab: () => 'tab',
      newCid: () => cid,
      askOutcome: (asked) => ask(env, http, 'getPaymentOutcome', { cid: asked }),
    });
    return {
      follow: () => intent.follow(settle),
      close() {
        isOpen = false;
      },
      async send() {
        const result = await intent.send(payment, () => sendPayment(env, http, cid, payment));
        if (intent.open().length === 0) settle(result);
        else intent.follow(settle);
      },
    };
  };
  return () => {
    const page = openPage();
    void page.send();
    if (!chance.happens(0.4)) return;
    clock.after(chance.whole(0, 20_000), () => {
      if (isSettled) return;
      page.close();
      openPage().follow();
    });
  };
}

const sendPayment = (env: Env, http: Http, cid: string, payment: Payment): Promise<Result<Booked>> => {
  if (payment.kind === 'draw') {
    const { methodId } = payment;
    return ask(env, http, 'draw', { currencyId: 1, amount: '20', memo: '', methodId, cid });
  }
  const { proof, address, coinId } = payment;
  return ask(env, http, 'submitCoinDeposit', { proof, address, coinId, amount: '5', cid });
};

function openHttp({ apiBase, token }: LateClient, env: Env): Http {
  const http = createHttp(env, apiBase, 'en', quietTap);
  http.setToken(token);
  return http;
}

/** A closed page runs no timers and gets no answers; its requests continue. */
function phoneEnv({ chance, clock, skewMs, fetch }: LateClient, isOpen: () => boolean): Env {
  const whileOpen = (run: () => void) => () => {
    if (isOpen()) run();
  };
  return {
    ...workerEnv(),
    now: () => timestampMs(clock.now() + skewMs),
    monotonic: () => clock.now() + skewMs,
    random: chance.next,
    after: (delayMs, run) => clock.after(delayMs, whileOpen(run)),
    every: (intervalMs, run) => clock.every(intervalMs, whileOpen(run)),
    fetch: (input, init) =>
      new Promise((resolve, reject) => {
        fetch(input, init).then(
          (reply) => whileOpen(() => resolve(reply))(),
          (error: unknown) => whileOpen(() => reject(error))(),
        );
      }),
  };
}
