import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { marketRoutes } from '../../../shared/contract/market.ts';
import type { WireOrder } from '../../../shared/contract/orders.ts';
import { orderRoutes } from '../../../shared/contract/orders.ts';
import { sessionRoutes } from '../../../shared/contract/session.ts';
import type { Note } from './recording.ts';
import { BITCOIN, followAccount } from './socket.ts';

const ANSWER_MS = 10_000;
/** A command is repeated under its `cid` for so long. */
const REPEATED_MS = 30_000;
const PAUSE_MS = 250;
/** How long what is asked for before and after the drill may take, and what sockets show may lag behind. */
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
  /** Of these, answered with 503. */
  readonly unavailable: number;
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

interface PhoneDeps {
  readonly origin: string;
  /** Called when an order is answered as done, with the time at which it was sent, epoch ms. */
  readonly onDone: (sentAt: number) => void;
  /** If given, the phone follows the prices as well: the time of a quote that it shows, epoch ms. */
  readonly onQuote?: (time: number) => void;
  /** Receives what reaches the phone. */
  readonly note?: Note | undefined;
}

export async function openPhone({ origin, onDone, onQuote, note }: PhoneDeps): Promise<Phone> {
  let token = '';
  const ask = async (path: string, values: Readonly<Record<string, string | number>> = {}, post = false) => {
    const form = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));
    const response = await fetch(`${origin}${path}${post || form.size === 0 ? '' : `?${form}`}`, {
      ...(post ? { method: 'POST', body: form } : {}),
      headers: token === '' ? {} : { authorization: token },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const body = (await response.json()) as Omit<Envelope, 'status'>;
    note?.({ kind: 'http', path, query: post ? {} : Object.fromEntries(form), body });
    return { ...body, status: response.status } satisfies Envelope;
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
  const refused: number[] = [];
  const unknown: string[] = [];
  let taps = 0;
  let answered = 0;
  let [calls, unavailable] = [0, 0];
  // What the app has loaded when it shows prices.
  if (note) await askPatiently(marketRoutes.getTradeList.path);
  const socket = followAccount({ origin, token, onQuote, note });

  /** @returns the order; undefined if it is refused or given up */
  const send = async (path: string, values: Readonly<Record<string, string | number>>) => {
    const cid = randomUUID();
    const sentAt = Date.now();
    taps++;
    while (Date.now() < sentAt + REPEATED_MS) {
      calls++;
      const answer = await ask(path, { ...values, cid }).catch(() => undefined);
      if (answer?.status === 503) unavailable++;
      if (answer?.status === 200 && answer.code === DONE) {
        answered++;
        onDone(sentAt);
        return answer.data as WireOrder;
      }
      if (answer?.status === 200) {
        refused.push(answer.code);
        return undefined;
      }
      await pause(PAUSE_MS);
    }
    unknown.push(cid);
    return undefined;
  };

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
      if (taps % 3 === 2 && oldest !== undefined) {
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
      for (const cid of unknown) {
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
        return shown.size === open.length && open.every(({ Id }) => shown.has(Id));
      };
      for (const from = Date.now(); !isShown() && Date.now() < from + PATIENCE_MS; ) await pause(PAUSE_MS);
      return {
        taps,
        answered,
        calls,
        unavailable,
        refused,
        givenUp: unknown.length,
        lost,
        doubled: Math.max(0, stands - answered - found),
        isSocketWrong: !isShown(),
      };
    },
    end: socket.end,
  };
}
