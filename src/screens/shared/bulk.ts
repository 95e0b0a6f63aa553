import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-react';
import { CODE } from '../../../shared/contract/codes.ts';
import type { InstrumentId } from '../../../shared/domain/instrument.ts';
import { addMoney, type Money, ZERO_MONEY } from '../../../shared/domain/money.ts';
import { totalOf } from '../../../shared/domain/net-position.ts';
import type { ClosedOrder, OrderId, PendingOrder, Position } from '../../../shared/domain/order.ts';
import { VALID_MS } from '../../../shared/limits.ts';
import { err, LOCAL_CODE, ok, type Result, refusal } from '../../../shared/result.ts';
import { positionSignals } from '../../state/account.ts';
import { type CommandOutcome, outcomeOf } from '../../state/command-outcome.ts';
import type { SettledIntent } from '../../state/order-intents.ts';

/** Which positions to close; a number: those of one instrument. */
export type Scope = 'all' | 'winners' | 'losers' | InstrumentId;

/** What a bulk action is for. */
export type BulkPlan =
  | { readonly kind: 'close'; readonly scope: Scope }
  | { readonly kind: 'cancel'; readonly scope: 'all' };

/** The positions of a scope with their floating profit, live; those with an unknown profit are no winners and no losers. */
export const groupOf = (positions: readonly Position[], scope: Scope) =>
  computed(() => {
    const pnlOf = ({ id }: Position) => positionSignals(id).pnl.value;
    const members = positions.filter((position) => isInScope(position, scope, pnlOf(position)));
    return { members, total: totalOf(members.map(pnlOf)) };
  });

function isInScope(position: Position, scope: Scope, pnl: Money | undefined): boolean {
  switch (scope) {
    case 'all':
      return true;
    case 'winners':
      return (pnl ?? 0) > 0;
    case 'losers':
      return (pnl ?? 0) < 0;
    default:
      return position.instrumentId === scope;
  }
}

type Answer = Result<ClosedOrder> | Result<void>;

/** What became of one order of a bulk action: with the closed order, without one it was cancelled. */
export type Fate = { readonly status: 'waiting' } | CommandOutcome<ClosedOrder | undefined>;

export const fateOf = (answer: Answer): Fate => outcomeOf(answer.ok ? ok(answer.value ?? undefined) : answer);

interface BulkProgress {
  /** Orders with an answer, also an unknown one. */
  readonly answered: number;
  readonly executed: number;
  /** The realised profit of those that were closed. */
  readonly realised: Money;
}

/** A running or finished bulk action. */
export interface BulkRun {
  readonly orders: readonly (Position | PendingOrder)[];
  readonly fates: ReadonlyMap<OrderId, ReadonlySignal<Fate>>;
  readonly progress: ReadonlySignal<BulkProgress>;
  /** Resolves when every order has an answer. */
  readonly finished: Promise<void>;
}

/** Orders that are sent at the same time. */
const AT_ONCE = 4;

export interface BulkOptions {
  readonly orders: readonly (Position | PendingOrder)[];
  /** Sends one order's command, with an id of its own. */
  send(order: Position | PendingOrder): Promise<Answer>;
  /** Called for an order that is not sent. */
  skip(id: OrderId): void;
  /** Reports late outcomes. Returns unsubscribe. */
  onSettled(listener: (settled: SettledIntent) => void): () => void;
  wallMs(): number;
}

/**
 * Sends a command for each order, a few at a time, and follows what becomes of each. When nothing was sent or answered for
 * ten seconds (the phone slept, the line is dead) the rest is not sent: nobody expects it to happen later.
 */
export function startBulk({ orders, send, skip, onSettled, wallMs }: BulkOptions): BulkRun {
  const fates = new Map<OrderId, Signal<Fate>>(
    orders.map(({ id }) => [id, signal<Fate>({ status: 'waiting' })]),
  );
  const progress = signal<BulkProgress>({ answered: 0, executed: 0, realised: ZERO_MONEY });
  const settle = (id: OrderId, fate: Fate): void => {
    const own = fates.get(id);
    if (own === undefined) return;
    const before = progress.peek();
    const wasUnknown = own.peek().status === 'unknown';
    own.value = fate;
    const isDone = fate.status === 'executed';
    progress.value = {
      answered: before.answered + (wasUnknown ? 0 : 1),
      executed: before.executed + (isDone ? 1 : 0),
      realised: isDone && fate.order ? addMoney(before.realised, fate.order.realisedPnl) : before.realised,
    };
  };
  const unsubscribe = onSettled((settled) => {
    const { what } = settled.intent;
    if (what.kind !== 'close' || fates.get(what.id)?.peek().status !== 'unknown') return;
    if (settled.status === 'known') settle(what.id, fateOf(closedOnly(settled.result)));
  });
  let lastMs = wallMs();
  let isOver = false;
  const note = (): void => {
    const nowMs = wallMs();
    if (nowMs - lastMs > VALID_MS) isOver = true;
    lastMs = nowMs;
  };
  const queue = orders.values();
  const work = async (): Promise<void> => {
    for (const order of queue) {
      note();
      if (isOver) {
        skip(order.id);
        settle(order.id, fateOf(err(refusal(CODE.cidSealed))));
        continue;
      }
      const own = fates.get(order.id);
      if (own !== undefined) own.value = { status: 'sent' };
      settle(order.id, fateOf(await send(order)));
      note();
    }
  };
  const finished = Promise.all(Array.from({ length: AT_ONCE }, work)).then(() => {
    if (![...fates.values()].some((fate) => fate.peek().status === 'unknown')) unsubscribe();
  });
  return { orders, fates, progress, finished };
}

function closedOnly(result: Extract<SettledIntent, { readonly status: 'known' }>['result']): Answer {
  if (!result.ok) return result;
  return result.value.status === 'closed'
    ? { ok: true, value: result.value }
    : err(refusal(LOCAL_CODE.malformed));
}
