import { CODE } from '../../shared/contract/codes.ts';
import { decodeOrder } from '../../shared/contract/order-row.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import type { Order } from '../../shared/domain/order.ts';
import type { NetworkListener } from './network.ts';
import type { Tally } from './tally.ts';

/** What the exchange has said to its clients and its operator: all of it must stay true. */
export interface Promises {
  /** The orders as they were acknowledged last, by their ids. */
  readonly orders: Map<number, Order>;
  /** The cids of commands that were acknowledged as carried out. */
  readonly carriedOut: Set<string>;
  /** The cids that will never be carried out. */
  readonly never: Set<string>;
  /** Payments by table and id, and the status they were said to have. */
  readonly payments: Map<string, string>;
}

/** Hears one phone's network: notes the exchange's promises, and looks for frames that were lost unnoticed. */
export interface Witness extends NetworkListener {
  /** Since when the engine has known, or should know, of lost frames, in the order of their topics. */
  gaps(): readonly { readonly topic: string; sinceMs: number }[];
}

export const newPromises = (): Promises => ({
  orders: new Map(),
  carriedOut: new Set(),
  never: new Set(),
  payments: new Map(),
});

const NUMBERED = /^\{"topic":"([^"]+)","seq":(\d+)/;
const ANSWERED = /^\{"cmd":"(?:sub|unsub)","topic":"([^"]+)"/;
const CARRIES_OUT: readonly string[] = [ROUTES.submitOrder.path, ROUTES.closeOrder.path];
const OUTCOMES: readonly string[] = [ROUTES.getOrderOutcome.path, ROUTES.getPaymentOutcome.path];

export function createWitness(promises: Promises, tally: Tally, now: () => number): Witness {
  const highest = new Map<string, number>();
  const gaps = new Map<string, { readonly topic: string; sinceMs: number }>();

  function keepOrder(cid: string | null, data: unknown): void {
    if (cid !== null) promises.carriedOut.add(cid);
    const order = decodeOrder(data);
    if (!order.ok) return;
    promises.orders.set(order.value.id, order.value);
    tally.count('done', `acknowledged ${order.value.status}`);
  }

  function keepOutcome(path: string, cid: string | null, data: { state: string; reply?: Envelope }): void {
    tally.count('done', `outcome: ${data.state}`);
    if (cid === null) return;
    if (data.state === 'never') promises.never.add(cid);
    if (data.reply?.code !== CODE.success) return;
    if (path === ROUTES.getOrderOutcome.path) keepOrder(cid, data.reply.data);
    else promises.carriedOut.add(cid);
  }

  return {
    answered(path, parameters, text) {
      const { code, data } = JSON.parse(text) as Envelope;
      const cid = parameters.get('cid');
      if (code !== CODE.success) {
        if (cid !== null) tally.count('done', `refused ${code}`);
        return;
      }
      if (OUTCOMES.includes(path)) keepOutcome(path, cid, data as { state: string });
      else if (CARRIES_OUT.includes(path)) keepOrder(cid, data);
      else if (path === ROUTES.cancelOrder.path) keepOrder(null, data);
      else if (path === ROUTES.draw.path) {
        if (cid !== null) promises.carriedOut.add(cid);
        const { id } = data as { readonly id: number };
        promises.payments.set(`withdrawals ${id}`, promises.payments.get(`withdrawals ${id}`) ?? 'pending');
        tally.count('done', 'acknowledged withdrawal');
      }
    },
    received(socket, text) {
      const [, topic, seq] = NUMBERED.exec(text) ?? [];
      if (topic === undefined) {
        // A gap before the answer to an earlier request: a snapshot follows, or nothing of the topic does.
        const [, asked] = ANSWERED.exec(text) ?? [];
        if (asked !== undefined) gaps.delete(`${socket} ${asked}`);
        return;
      }
      const key = `${socket} ${topic}`;
      const known = highest.get(key);
      highest.set(key, Math.max(known ?? 0, Number(seq)));
      if (known !== undefined && Number(seq) > known + 1 && !gaps.has(key))
        gaps.set(key, { topic, sinceMs: now() });
    },
    sent(socket, text) {
      const [, topic] = /^\{"cmd":"(?:sub|unsub)","topic":"([^"]+)"/.exec(text) ?? [];
      if (topic !== undefined && gaps.delete(`${socket} ${topic}`)) tally.count('done', 'gap noticed');
    },
    closed(socket) {
      for (const key of [...gaps.keys()]) if (key.startsWith(`${socket} `)) gaps.delete(key);
    },
    met: (fault) => tally.count('fault', fault),
    gaps: () => [...gaps.values()],
  };
}

interface Envelope {
  readonly code: number;
  readonly data: unknown;
}
