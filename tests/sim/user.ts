import type { OrderRequest } from '../../shared/bridge/worker-api.ts';
import { CODE } from '../../shared/contract/codes.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { OrderId } from '../../shared/domain/order.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import type { Volume } from '../../shared/domain/volume.ts';
import { err, LOCAL_CODE, type Result, refusal } from '../../shared/result.ts';
import { createOrderNotes } from '../../src/state/order-intents.ts';
import { createOrderSender, type OrderSender } from '../../src/state/order-sender.ts';
import type { Env } from '../../worker/env.ts';
import { memoryStore } from '../src/manual-clock.ts';
import type { Chance } from './chance.ts';
import { type Drowsy, drowsy } from './drowsy.ts';
import type { Network } from './network.ts';
import { envOf } from './phone.ts';
import { createPlayer, type Player } from './player.ts';
import type { World } from './world.ts';

interface Refused {
  readonly refused: number;
  readonly saidAtMs: number;
}

/** One decision of the user, from the tap until the page says what became of it. */
export interface Intent {
  readonly cid: string;
  readonly what: 'submit' | 'close' | 'draw';
  /** The exchange's time of the tap. */
  readonly tappedAtMs: number;
  /** What the page said at last. `dropped`: the user signed out first, or the page ended. */
  word: 'waiting' | 'dropped' | { readonly id: number } | Refused;
}

export type Account =
  | { readonly kind: 'demo' }
  | { readonly kind: 'real'; readonly email: string; readonly password: string; readonly methodId: number };

export interface UserOptions {
  readonly name: string;
  readonly account: Account;
  readonly world: World;
  readonly network: Network;
  readonly chance: Chance;
  readonly watched: readonly InstrumentId[];
  /** Called with each new engine. */
  readonly onPlayer?: (player: Player) => void;
}

/** A user, the page with its notes on the device, and the engine, which may die and is then started again. */
export type User = ReturnType<typeof createUser>;

/** Codes after which the page goes on asking. */
const UNSETTLED: readonly number[] = [
  LOCAL_CODE.unknown,
  LOCAL_CODE.workerLost,
  LOCAL_CODE.malformed,
  CODE.internal,
];
const TAP_AGAIN_MS = 4_000;
const DRAW_CURRENCY = 1;

interface Life {
  readonly player: Player;
  readonly sleep: Pick<Drowsy, 'suspend' | 'resume'>;
  readonly gone: Promise<void>;
  end(): void;
}

export function createUser(options: UserOptions) {
  const { name, account, world, network, chance, watched, onPlayer } = options;
  const { clock } = world;
  const intents: Intent[] = [];
  const notes = memoryStore();
  const calls = new Map<object, { readonly name: string; sinceMs: number }>();
  let skewMs = 0;
  let made = 0;
  let isAsleep = false;
  let wasAskable = false;
  let token: string | null = null;
  let lastUid: number | undefined;
  let latestCid = '';
  /** The engine says its first states while it is being made. */
  let isMade = false;
  let life = begin();
  let sender = openPage();
  isMade = true;

  function begin(): Life {
    let isAlive = true;
    let tellGone = () => {};
    const gone = new Promise<void>((resolve) => {
      tellGone = resolve;
    });
    const outside = envOf(world, network, chance);
    const phone = { ...outside, now: () => timestampMs(Math.floor(clock.now() + skewMs)) };
    const { env, ...sleep } = drowsy(mortal(phone, () => isAlive));
    const player = createPlayer(env, name, { token, onChange: () => isAlive && changed() });
    player.engine.watch(watched);
    onPlayer?.(player);
    return {
      player,
      sleep,
      gone,
      end() {
        isAlive = false;
        network.cutAll();
        tellGone();
      },
    };
  }

  /** A call of the page, as its link to the worker makes it. */
  async function call<T>(what: string, run: (player: Player) => Promise<Result<T>>): Promise<Result<T>> {
    const { player, gone } = life;
    const entry = { name: what, sinceMs: clock.now() };
    calls.set(entry, entry);
    const lost = gone.then(() => err(refusal(LOCAL_CODE.workerLost)));
    const result = await Promise.race([run(player), lost]);
    calls.delete(entry);
    return result;
  }

  function uid(): number | undefined {
    const session = life.player.session();
    return session.status === 'signed-in' ? session.user.uid : undefined;
  }
  function canAsk(): boolean {
    const { session, market, connection } = life.player;
    return session().status === 'signed-in' && market().status === 'ready' && connection().status === 'live';
  }

  /** As the page's effects. */
  function changed(): void {
    if (!isMade) return;
    const session = life.player.session();
    if (session.status === 'signed-in') {
      ({ token } = session);
      lastUid = session.user.uid;
    }
    if (session.status === 'anonymous') {
      if (session.because !== 'expired' && lastUid !== undefined) sender.clear(lastUid);
      token = null;
    }
    const isAskable = canAsk();
    if (isAskable && !wasAskable) sender.lookUp();
    wasAskable = isAskable;
  }

  function openPage(): OrderSender {
    const page = createOrderSender({
      notes: createOrderNotes(notes),
      clock: {
        nowMs: clock.now,
        wallMs: () => Math.floor(clock.now() + skewMs),
        after: (delayMs, run) => clock.after(delayMs, () => page === sender && run()),
      },
      tab: () => name,
      newCid: () => newCid(),
      uid,
      canAsk,
      // An order that waits for its turn ends with its page, which is gone after a reload.
      sendSubmit: (request, at) =>
        page === sender
          ? call('submitOrder', (one) => one.engine.submitOrder(request, at))
          : new Promise(() => undefined),
      sendClose: (id, cid, at, volume) =>
        call('closeOrder', (one) => one.engine.closeOrder(id, cid, at, volume)),
      askOutcome: (cid) => call('orderOutcome', (one) => one.engine.orderOutcome(cid)),
    });
    page.onSettled((settled) => {
      if (page === sender && settled.status === 'known') say(settled.intent.cid, settled.result);
    });
    return page;
  }

  function newCid(): string {
    latestCid = `${name}-${String(made++).padStart(6, '0')}`;
    return latestCid;
  }

  function say(cid: string, result: Result<{ readonly id: number }>): void {
    const intent = intents.find((one) => one.cid === cid);
    if (intent === undefined) return;
    if (result.ok) intent.word = { id: result.value.id };
    else if (!UNSETTLED.includes(result.error.code))
      intent.word = { refused: result.error.code, saidAtMs: clock.now() };
  }

  const isNoted = (cid: string): boolean =>
    createOrderNotes(notes)
      .all(uid() ?? 0)
      .some((one) => one.cid === cid);

  /** Notes the tap and follows what the page says about it. */
  function tap<T extends { readonly id: number }>(
    what: Intent['what'],
    send: () => Promise<Result<T>>,
    cidOf: () => string,
  ): void {
    const tappedAtMs = clock.now();
    const page = sender;
    const sent = send();
    // The page took it for a second tap on the same button.
    if (!isNoted(cidOf())) return;
    const intent: Intent = { cid: cidOf(), what, tappedAtMs, word: 'waiting' };
    intents.push(intent);
    void sent.then((result) => {
      if (page === sender && intent.word === 'waiting' && !isNoted(intent.cid)) say(intent.cid, result);
    });
  }

  function replaceWorker(): void {
    const chart = life.player.chart();
    life.end();
    wasAskable = false;
    isAsleep = false;
    life = begin();
    if (chart) life.player.openChart(chart.id, chart.period);
  }

  return {
    name,
    account,
    intents,
    network,
    calls: () => [...calls.values()],
    player: () => life.player,
    uid,
    isAsleep: () => isAsleep,
    async signIn(): Promise<void> {
      if (life.player.session().status !== 'anonymous') return;
      await call<unknown>('signIn', ({ engine }) =>
        account.kind === 'demo'
          ? engine.signInDemo()
          : engine.signIn({ account: account.email, password: account.password, kind: 'email' }),
      );
    },
    async signOut(): Promise<void> {
      for (const intent of intents) if (intent.word === 'waiting') intent.word = 'dropped';
      await call('signOut', ({ engine }) => engine.signOut());
    },
    submit(request: Omit<OrderRequest, 'cid'>): void {
      if (uid() === undefined) return;
      const cid = newCid();
      tap(
        'submit',
        () => sender.submit({ ...request, cid }),
        () => cid,
      );
    },
    close(id: OrderId, volume?: Volume): void {
      if (uid() === undefined) return;
      tap(
        'close',
        () => sender.close(id, volume),
        () => latestCid,
      );
    },
    /** The user taps again, under the same cid, until the page knows. */
    draw(dollars: number): void {
      if (account.kind !== 'real' || uid() === undefined) return;
      const cid = newCid();
      const intent: Intent = { cid, what: 'draw', tappedAtMs: clock.now(), word: 'waiting' };
      intents.push(intent);
      const request = {
        currencyId: DRAW_CURRENCY,
        amount: String(dollars),
        memo: '',
        methodId: account.methodId,
        cid,
      };
      const send = async (): Promise<void> => {
        const result = await call('draw', ({ engine }) => engine.ask('draw', request));
        if (intent.word !== 'waiting') return;
        if (result.ok) intent.word = { id: result.value.id };
        else if (
          result.error.code > 0 &&
          result.error.code !== CODE.internal &&
          result.error.code !== CODE.sessionExpired
        )
          intent.word = { refused: result.error.code, saidAtMs: clock.now() };
        else clock.after(TAP_AGAIN_MS, () => void send());
      };
      void send();
    },
    cancel: (id: OrderId) => void call('cancelOrder', ({ engine }) => engine.cancelOrder(id)),
    setStops: (id: OrderId, stops: Parameters<Player['engine']['setStops']>[1]) =>
      void call('setStops', ({ engine }) => engine.setStops(id, stops)),
    resetDemo: () => void call('resetDemo', ({ engine }) => engine.resetDemo()),
    jump(ms: number): void {
      skewMs += ms;
      life.player.clockChanged();
    },
    suspend(): void {
      isAsleep = true;
      life.sleep.suspend();
    },
    resume(): void {
      if (!isAsleep) return;
      isAsleep = false;
      for (const one of calls.values()) one.sinceMs = clock.now();
      life.sleep.resume();
    },
    replaceWorker,
    /** The page and its worker start again; what is noted on the device stays. */
    reload(): void {
      for (const intent of intents)
        if (intent.word === 'waiting' && intent.what === 'draw') intent.word = 'dropped';
      const former = life;
      sender = openPage();
      former.end();
      wasAskable = false;
      isAsleep = false;
      life = begin();
      life.player.openChart(watched[0] as InstrumentId, '5min');
    },
    waiting: () => intents.filter(({ word }) => word === 'waiting').length,
    lookUp: () => sender.lookUp(),
    end: () => life.end(),
  };
}

/** An environment that falls silent when its worker dies. Requests under way still reach the server. */
function mortal(env: Env, isAlive: () => boolean): Env {
  const whileAlive =
    <A extends readonly unknown[]>(run: (...args: A) => void) =>
    (...args: A) => {
      if (isAlive()) run(...args);
    };
  const never = new Promise<never>(() => undefined);
  return {
    ...env,
    after: (delayMs, run) => env.after(delayMs, whileAlive(run)),
    every(intervalMs, run) {
      const stop = env.every(intervalMs, () => {
        if (isAlive()) run();
        else stop();
      });
      return stop;
    },
    openSocket: (url, handlers) =>
      env.openSocket(url, {
        opened: whileAlive(handlers.opened),
        message: whileAlive(handlers.message),
        closed: whileAlive(handlers.closed),
      }),
    async fetch(input, init) {
      const answer = await env.fetch(input, init).catch((error: unknown) => {
        if (isAlive()) throw error;
        return never;
      });
      return isAlive() ? answer : never;
    },
  };
}
