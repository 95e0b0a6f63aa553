import type { CrossingName } from '../../../server/cluster/crossing.ts';
import type { Subscription } from '../../../server/socket/audience.ts';
import type { WireOrder } from '../../../shared/contract/order-row.ts';
import { type RequestOf, ROUTES, type RouteName, type RouteShape } from '../../../shared/contract/routes.ts';
import { nameOf } from '../../../shared/contract/schema.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { orderId } from '../../../shared/domain/order.ts';
import type { TimestampMs } from '../../../shared/domain/time.ts';
import { COMMAND_DEADLINE_MS } from '../../../shared/limits.ts';
import { err, LOCAL_CODE, ok, type Result } from '../../../shared/result.ts';
import { askOutcome, sendUntilAnswered } from '../../../worker/commands/ask.ts';
import type { CallError, CallOptions } from '../../../worker/http.ts';
import type { Chance } from '../chance.ts';
import type { Gateway } from './gateway.ts';
import type { Process, Timeline } from './timeline.ts';

/** A trader: sends orders and closes with the app's own loop until their outcome is known, and follows its account. */
export interface Phone {
  readonly account: AccountId;
  /** What was answered, by `cid`: the order, or 0 for none. */
  readonly acknowledged: ReadonlyMap<string, number>;
  /** What was refused, or never came before it was asked for. */
  readonly notExecuted: ReadonlySet<string>;
  /** When each was tapped, by `cid`. */
  readonly intents: ReadonlyMap<string, number>;
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
  /** What a command came to is first shown (an order, a refusal, or that it is unknown), and known. */
  readonly onShown: (afterMs: number) => void;
  readonly onKnown: (afterMs: number) => void;
}

const TAP_MS = 30_000;
const PAUSE_MS = 250;
/** So many of the calls come once more, so late and perhaps to another gateway. */
const COPIED = 0.1;
const LATEST_COPY_MS = 20_000;
/** Of the page, which asks for an unknown outcome. */
const FIRST_LOOK_MS = 1_000;
const LONGEST_LOOK_MS = 15_000;
const BACK_OFF_MS = 1_500;
/** A socket without a frame or an answer to a ping for so long is given up. */
const SILENCE_MS = 5_000;

const ORDER = { type: 1, cont: '0.01', forexId: instrumentId(401), status: 1, multiple: 10 } as const;

export function startPhone(deps: PhoneDeps): Phone {
  const { account, process, timeline, chance, onShown, onKnown } = deps;
  const { clock } = process;
  const acknowledged = new Map<string, number>();
  const notExecuted = new Set<string>();
  const intents = new Map<string, number>();
  const link = createLink(deps);
  let isResting = false;
  let underWay = 0;

  const send = (cid: string, seenAt: TimestampMs) => {
    const oldest = [...link.shown.open].sort((a, b) => a - b)[0];
    const options = {
      decode: (value: unknown) => ok(value),
      isRepeatable: true,
      waitMs: () => PAUSE_MS,
      outcome: 'getOrderOutcome',
    } as const;
    if (oldest !== undefined && chance.happens(0.4))
      return sendUntilAnswered(clock, link, 'closeOrder', { id: orderId(oldest), cid, seenAt }, options);
    return sendUntilAnswered(clock, link, 'submitOrder', { ...ORDER, cid, seenAt }, options);
  };
  const tap = async (): Promise<void> => {
    const cid = uuid(chance);
    const tappedAt = clock.now();
    intents.set(cid, tappedAt);
    underWay++;
    let { answer }: { answer: Result<unknown> } = await send(cid, tappedAt);
    onShown(clock.now() - tappedAt);
    for (let lookMs = FIRST_LOOK_MS; !answer.ok && answer.error.code === LOCAL_CODE.unknown; ) {
      await new Promise<void>((resolve) => void clock.after(lookMs, resolve));
      lookMs = Math.min(2 * lookMs, LONGEST_LOOK_MS);
      const found = await askOutcome(link, 'getOrderOutcome', cid);
      if (found.ok) answer = found;
      else if (found.error.kind === 'refused') answer = err(found.error);
    }
    onKnown(clock.now() - tappedAt);
    if (answer.ok) acknowledged.set(cid, (answer.value as WireOrder).Id);
    else notExecuted.add(cid);
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
    notExecuted,
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
    const watch = (): void => {
      if (current !== mine) return;
      const silentMs = clock.now() - Math.max(mine.heardMs, to.aliveMs());
      if (silentMs > SILENCE_MS) drop(mine);
      else clock.after(SILENCE_MS - silentMs + chance.whole(1, 1_000), watch);
    };
    watch();
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
        // Both topics show it.
        if (trade === undefined) return;
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
    token: () => 's',
    decoder: () => (value: unknown) => ok(value as never),
    call: <N extends RouteName>(
      name: N,
      request: RequestOf<N>,
      { deadlineMs = COMMAND_DEADLINE_MS }: CallOptions = {},
    ) =>
      new Promise<Result<unknown, CallError>>((resolve) => {
        const unanswered = (reason: 'timeout' | 'network' | 'server') =>
          resolve(err({ kind: 'unanswered', reason }));
        const to = current?.to ?? gateway();
        if (to === undefined) return unanswered('network');
        const cancel = clock.after(deadlineMs, () => unanswered('timeout'));
        const answer = (settle: () => void) =>
          way(() => {
            cancel();
            settle();
          });
        to.process.onEnd(() => answer(() => unanswered('network')));
        const session = { id: 's', accountId: account, user: {} as never };
        const visitor = { address: '127.0.0.1', device: '' };
        const sent = {
          call: name as CrossingName,
          session,
          texts: textsOf(name, request),
          language: 'en',
          visitor,
        } as const;
        way(() =>
          to.process.run(() =>
            to.send(sent).then(
              (result) =>
                answer(() => {
                  if (result === undefined) unanswered('server');
                  else resolve(result.ok ? result : err({ kind: 'refused', ...result.error }));
                }),
              () => answer(() => unanswered('server')),
            ),
          ),
        );
        if (!chance.happens(COPIED)) return;
        timeline.at(timeline.now() + chance.whole(0, LATEST_COPY_MS), () => {
          const other = gateway();
          other?.process.run(() => void other.send(sent).catch(() => undefined));
        });
      }),
  };
}

function textsOf<N extends RouteName>(
  name: N,
  request: RequestOf<N>,
): readonly (readonly [string, string])[] {
  const given: Readonly<Record<string, unknown>> = request;
  const route: RouteShape = ROUTES[name];
  return Object.entries(route.request ?? {}).flatMap(([wireName, parameter]) => {
    const value = given[nameOf(wireName, parameter)];
    return value === undefined ? [] : [[wireName, String(value)] as const];
  });
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
