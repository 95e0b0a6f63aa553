import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { marketRoutes } from '../../../shared/contract/market.ts';
import type { WireOrder } from '../../../shared/contract/order-row.ts';
import { orderRoutes } from '../../../shared/contract/orders.ts';
import { sessionRoutes } from '../../../shared/contract/session.ts';
import type { Note } from './drill-recording.ts';
import { BITCOIN, followAccount, isSameOrder } from './follow-account.ts';
import { createPhoneClient, formOf } from './phone-client.ts';

/** How long a command is repeated under its `cid`. */
const REPEATED_MS = 30_000;
const PAUSE_MS = 250;
/** The deadline for requests before and after the drill, and for sockets to show what is stored. */
const PATIENCE_MS = 60_000;
const DONE = 1;
const PAGE = 100;

interface Envelope {
  readonly status: number;
  readonly code: number;
  readonly data: unknown;
}

/** A trader on one demo account: sends orders and closes, and follows its positions on a socket. */
export interface Phone {
  /** Opens a position, or closes the oldest one. Resolves when it is answered, or given up. */
  tap(): Promise<void>;
  /** Compares what was answered with what is stored. */
  settle(): Promise<Settled>;
  end(): void;
}

export interface Settled {
  readonly taps: number;
  /** Done, as the answer said. */
  readonly answered: number;
  /** Calls that were sent for them. */
  readonly calls: number;
  /** How many of these calls were answered with 503. */
  readonly unavailable: number;
  /** How long after its first 503 each command had another answer under its `cid`, ms; infinite for one that had none. */
  readonly afterUnavailableMs: readonly number[];
  /** Refused with these codes. */
  readonly refused: readonly number[];
  /** No answer until it was given up; then its outcome was asked for. */
  readonly givenUp: number;
  /** Answered as done, but not stored. */
  readonly lost: number;
  /** Stored, but more than was answered or found out. */
  readonly doubled: number;
  /** What the socket showed last is not what is stored. */
  readonly isSocketWrong: boolean;
}

type Values = Readonly<Record<string, string | number>>;

interface PhoneDeps {
  readonly origin: string;
  /** Of this machine, by which the balancer chooses the gateway. Default: any. */
  readonly localAddress?: string | undefined;
  /** Called when an order is answered as done, with the time at which it was sent, epoch ms. */
  readonly onDone: (sentAt: number) => void;
  /** If given, the phone follows the prices as well: the time of a quote that it shows, epoch ms. */
  readonly onQuote?: (time: number) => void;
  /** Receives what reaches the phone. */
  readonly note?: Note | undefined;
}

export async function openPhone(deps: PhoneDeps): Promise<Phone> {
  const { origin, localAddress, onDone, onQuote, note } = deps;
  const client = createPhoneClient(origin, localAddress);
  let token = '';
  const ask = async (path: string, values: Values = {}, post = false) => {
    const { status, body } = await client.ask(path, { token, values, post });
    note?.({ kind: 'http', path, query: post ? {} : Object.fromEntries(formOf(values)), body });
    return { ...body, status } satisfies Envelope;
  };
  const askPatiently = async (...asked: Parameters<typeof ask>): Promise<Envelope> => {
    const from = Date.now();
    for (;;) {
      const answer = await ask(...asked).catch(() => undefined);
      if (answer?.status === 200 && answer.code === DONE) return answer;
      if (Date.now() > from + PATIENCE_MS)
        throw new Error(`${asked[0]} is not answered: ${answer?.code ?? 'no connection'}`);
      await pause(PAUSE_MS);
    }
  };
  const demo = (await askPatiently(sessionRoutes.createDemoAccount.path)).data as {
    readonly demo_id: string;
  };
  token = (
    (await askPatiently(sessionRoutes.login.path, { demo_id: demo.demo_id }, true)).data as {
      readonly token: string;
    }
  ).token;

  const opened = new Set<number>();
  const closed = new Set<number>();
  const { send, sent } = createSender(ask, onDone);
  // What the app has loaded when it shows prices.
  if (note) await askPatiently(marketRoutes.getTradeList.path);
  const socket = followAccount({ origin, localAddress, token, onQuote, note });

  const stored = async (status: number): Promise<readonly WireOrder[]> => {
    const all: WireOrder[] = [];
    for (let page = 1; ; page++) {
      const { data } = await askPatiently(orderRoutes.getDeals.path, { status, page, limit: PAGE });
      const { data: orders, total } = data as { readonly data: readonly WireOrder[]; readonly total: number };
      all.push(...orders);
      if (all.length >= total || orders.length === 0) return all;
    }
  };

  return {
    async tap() {
      const oldest = [...opened].find((id) => !closed.has(id));
      if (sent.taps % 3 === 2 && oldest !== undefined) {
        closed.add(oldest);
        const order = await send(orderRoutes.closeOrder.path, { id: oldest });
        if (order === undefined) closed.delete(oldest);
        return;
      }
      const order = await send(orderRoutes.submitOrder.path, {
        type: 1,
        cont: 0.01,
        forex_id: BITCOIN,
        status: 1,
        multiple: 10,
      });
      if (order !== undefined) opened.add(order.Id);
    },
    async settle() {
      let found = 0;
      for (const cid of sent.unknown) {
        const { data } = await askPatiently(orderRoutes.getOrderOutcome.path, { cid });
        if ((data as { readonly state: string }).state === 'done') found++;
      }
      const [open, history] = [await stored(1), await stored(3)];
      const ids = new Set([...open, ...history].map(({ Id }) => Id));
      const ended = new Set(history.map(({ Id }) => Id));
      const lost =
        [...opened].filter((id) => !ids.has(id)).length + [...closed].filter((id) => !ended.has(id)).length;
      const stands = open.length + 2 * history.length;
      const isShown = () => {
        const shown = socket.positions();
        return shown.size === open.length && open.every((order) => isSameOrder(shown.get(order.Id), order));
      };
      for (const from = Date.now(); !isShown() && Date.now() < from + PATIENCE_MS; ) await pause(PAUSE_MS);
      return {
        ...sent,
        givenUp: sent.unknown.length,
        lost,
        doubled: Math.max(0, stands - sent.answered - found),
        isSocketWrong: !isShown(),
      };
    },
    end() {
      socket.end();
      client.end();
    },
  };
}

/** Sends commands, each under a `cid` of its own, until there is an answer, and counts what became of them. */
function createSender(ask: (path: string, values: Values) => Promise<Envelope>, onDone: PhoneDeps['onDone']) {
  const sent = {
    taps: 0,
    answered: 0,
    calls: 0,
    unavailable: 0,
    afterUnavailableMs: [] as number[],
    refused: [] as number[],
    unknown: [] as string[],
  };
  /** @returns the order; undefined if it is refused or given up */
  const send = async (path: string, values: Values): Promise<WireOrder | undefined> => {
    const cid = randomUUID();
    const sentAt = Date.now();
    let unavailableAt: number | undefined;
    sent.taps++;
    while (Date.now() < sentAt + REPEATED_MS) {
      sent.calls++;
      const answer = await ask(path, { ...values, cid }).catch(() => undefined);
      if (answer?.status === 503) {
        sent.unavailable++;
        unavailableAt ??= Date.now();
      }
      if (answer?.status === 200) {
        if (unavailableAt !== undefined) sent.afterUnavailableMs.push(Date.now() - unavailableAt);
        if (answer.code !== DONE) {
          sent.refused.push(answer.code);
          return undefined;
        }
        sent.answered++;
        onDone(sentAt);
        return answer.data as WireOrder;
      }
      await pause(PAUSE_MS);
    }
    sent.unknown.push(cid);
    if (unavailableAt !== undefined) sent.afterUnavailableMs.push(Number.POSITIVE_INFINITY);
    return undefined;
  };
  return { send, sent };
}
