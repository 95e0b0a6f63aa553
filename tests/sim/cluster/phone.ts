import type { Subscription } from '../../../server/socket/audience.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import type { Chance } from '../chance.ts';
import type { Gateway } from './gateway.ts';
import type { Process, Timeline } from './timeline.ts';

/** A trader: sends orders and closes under a `cid` until they are answered, and follows its account. */
export interface Phone {
  readonly account: AccountId;
  /** What was answered, by `cid`: the order, or 0 for none. */
  readonly acknowledged: ReadonlyMap<string, number>;
  readonly intents: ReadonlySet<string>;
  /** What it shows. */
  readonly shown: { readonly open: ReadonlySet<number>; readonly balance: number | undefined };
  /** Sends nothing new from now on. */
  rest(): void;
  isIdle(): boolean;
}

interface PhoneDeps {
  readonly account: AccountId;
  readonly process: Process;
  readonly timeline: Timeline;
  readonly chance: Chance;
  /** A gateway that the balancer chooses; undefined if there is none. */
  readonly gateway: () => Gateway | undefined;
  readonly onDone: (afterMs: number) => void;
}

const TAP_MS = 30_000;
const ANSWER_MS = 10_000;
const PAUSE_MS = 250;
const BACK_OFF_MS = 1_500;
/** A socket without a frame or an answer to a ping for so long is given up. */
const SILENCE_MS = 5_000;

export function startPhone(deps: PhoneDeps): Phone {
  const { account, process, timeline, chance, onDone } = deps;
  const { clock } = process;
  const acknowledged = new Map<string, number>();
  const intents = new Set<string>();
  const link = createLink(deps);
  let isResting = false;
  let underWay = 0;

  const tap = async (): Promise<void> => {
    const cid = uuid(chance);
    const oldest = [...link.shown.open].sort((a, b) => a - b)[0];
    const isClose = oldest !== undefined && chance.happens(0.4);
    const texts: (readonly [string, string])[] = isClose
      ? [['id', String(oldest)]]
      : [
          ['type', '1'],
          ['cont', '0.01'],
          ['forex_id', '401'],
          ['status', '1'],
          ['multiple', '10'],
        ];
    intents.add(cid);
    underWay++;
    const sentAt = clock.now();
    for (;;) {
      const order = await link.ask(isClose ? 'closeOrder' : 'submitOrder', [...texts, ['cid', cid]]);
      if (order !== undefined) {
        acknowledged.set(cid, order);
        onDone(clock.now() - sentAt);
        break;
      }
      await new Promise<void>((resolve) => void clock.after(PAUSE_MS, resolve));
    }
    underWay--;
  };
  const plan = (): void => {
    clock.after(chance.whole(0, 2 * TAP_MS), () => {
      if (isResting) return;
      void tap();
      plan();
    });
  };
  plan();
  timeline.at(timeline.now() + chance.whole(0, 1_000), link.connect);
  return {
    account,
    acknowledged,
    intents,
    shown: link.shown,
    rest() {
      isResting = true;
    },
    isIdle: () => underWay === 0,
  };
}

/** A socket and calls to one gateway, and to another one when it is away. */
function createLink({ account, process, timeline, chance, gateway }: PhoneDeps) {
  const { clock } = process;
  const open = new Set<number>();
  const shown = { open, balance: undefined as number | undefined };
  let current: { readonly to: Gateway; leave: () => void; heardMs: number } | undefined;

  const way = (what: () => void) => timeline.at(timeline.now() + chance.whole(5, 60), what);
  /** Frames of one connection do not overtake each other. */
  const orderly = () => {
    let lastMs = 0;
    return (what: () => void) => {
      lastMs = Math.max(lastMs, timeline.now() + chance.whole(5, 60));
      timeline.at(lastMs, what);
    };
  };
  const drop = (mine: typeof current): void => {
    if (current !== mine || mine === undefined) return;
    current = undefined;
    way(() => mine.to.process.run(mine.leave));
    clock.after(chance.whole(500, BACK_OFF_MS), connect);
  };
  const connect = (): void => {
    const to = gateway();
    if (to === undefined) {
      clock.after(PAUSE_MS, connect);
      return;
    }
    const mine: NonNullable<typeof current> = { to, leave: () => undefined, heardMs: clock.now() };
    current = mine;
    const down = orderly();
    to.process.onEnd(() => down(() => drop(mine)));
    follow(mine, down);
    const ping = (): void => {
      if (current !== mine) return;
      if (clock.now() - mine.heardMs > SILENCE_MS) {
        drop(mine);
        return;
      }
      way(() =>
        to.process.run(() =>
          down(() => {
            mine.heardMs = clock.now();
          }),
        ),
      );
      clock.after(1_000, ping);
    };
    ping();
  };
  const follow = (mine: NonNullable<typeof current>, down: (what: () => void) => void): void => {
    const { to } = mine;
    const counters = { trade: { seq: 0 }, closed: { seq: 0 } };
    const seen = { trade: 0, closed: 0 };
    let isSnapshot = true;
    const join = (): void => {
      const leaveTrade = mine.leave;
      leaveTrade();
      isSnapshot = true;
      const one = (topic: 'trade' | 'closed'): Subscription => {
        const subscription: Subscription = {
          topicJson: '""',
          counter: counters[topic],
          state: 'new',
          sink: {
            bufferedBytes: () => 0,
            send: (head, body) => down(() => take(subscription, topic, JSON.parse(head + body.toString()))),
          },
        };
        return subscription;
      };
      trade = one('trade');
      mine.leave = to.join(account, trade, one('closed'));
    };
    let trade: Subscription | undefined;
    const take = (
      from: Subscription,
      topic: 'trade' | 'closed',
      frame: { seq: number; data: never },
    ): void => {
      if (current !== mine) return;
      mine.heardMs = clock.now();
      const isGap = seen[topic] > 0 && frame.seq !== seen[topic] + 1;
      seen[topic] = frame.seq;
      if (topic === 'trade' && from !== trade) return;
      if (isGap) {
        way(() => to.process.run(() => current === mine && join()));
        trade = undefined;
        return;
      }
      if (topic === 'closed') for (const id of (frame.data as { ids: number[] }).ids) open.delete(id);
      else {
        const { orders, account: figures } = frame.data as {
          orders: { Id: number; Status: number }[];
          account: { balance: number };
        };
        if (isSnapshot) open.clear();
        isSnapshot = false;
        for (const { Id, Status } of orders)
          if (Status === 1) open.add(Id);
          else open.delete(Id);
        shown.balance = figures.balance;
      }
    };
    way(() => to.process.run(() => current === mine && join()));
  };

  return {
    shown,
    connect,
    /** @returns the order, 0 for none; undefined without an answer */
    ask: (call: 'submitOrder' | 'closeOrder', texts: readonly (readonly [string, string])[]) =>
      new Promise<number | undefined>((resolve) => {
        const to = current?.to ?? gateway();
        if (to === undefined) return resolve(undefined);
        const cancel = clock.after(ANSWER_MS, () => resolve(undefined));
        const answer = (order: number | undefined) =>
          way(() => {
            cancel();
            resolve(order);
          });
        to.process.onEnd(() => answer(undefined));
        const session = { id: 's', accountId: account, user: {} as never };
        const visitor = { address: '127.0.0.1', device: '' };
        way(() =>
          to.process.run(() =>
            to.send({ call, session, texts, language: 'en', visitor }).then(
              (result) => answer(result?.ok ? (result.value as { readonly Id: number }).Id : undefined),
              () => answer(undefined),
            ),
          ),
        );
      }),
  };
}

function uuid(chance: Chance): string {
  const digits = Array.from({ length: 32 }, (_, at) =>
    at === 12 ? '4' : at === 16 ? 'a' : chance.whole(0, 15).toString(16),
  ).join('');
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20),
  ].join('-');
}
