import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals-react';
import {
  HEADER,
  HEADER_LENGTH,
  POSITION,
  POSITION_LENGTH,
  QUOTE_LENGTH,
} from '../../shared/bridge/market-frame.ts';
import type { Money } from '../../shared/domain/money.ts';
import { type OrderId, orderId } from '../../shared/domain/order.ts';
import { type Price, price } from '../../shared/domain/price.ts';
import { getOrCreate } from '../../shared/get-or-create.ts';
import type { Writable } from './quote-registry.ts';

/** The account at the last frame; each signal is undefined while its value is unknown. */
export interface Figures {
  readonly balance: ReadonlySignal<Money | undefined>;
  readonly floatingPnl: ReadonlySignal<Money | undefined>;
  readonly equity: ReadonlySignal<Money | undefined>;
  readonly margin: ReadonlySignal<Money | undefined>;
  readonly freeMargin: ReadonlySignal<Money | undefined>;
  /** Hundredths of a percent; undefined while nothing is open. */
  readonly marginLevel: ReadonlySignal<number | undefined>;
  /** Hundredths of a percent; undefined while nothing is open. */
  readonly riskRate: ReadonlySignal<number | undefined>;
}

/** The ticking values of an open position. */
export interface PositionSignals {
  /** At which it would close. */
  readonly price: ReadonlySignal<Price | undefined>;
  readonly pnl: ReadonlySignal<Money | undefined>;
}

export interface AccountSignals {
  readonly figures: Figures;
  of(id: OrderId): PositionSignals;
  /** Number of signals with at least one subscriber. */
  readonly watched: number;
  /** Writes the account and the position rows of a market frame. Call it inside a `batch`. */
  apply(frame: Float64Array): void;
  /** Forgets the positions that are no longer open. */
  keepOnly(open: readonly OrderId[]): void;
  /** Forgets the account. */
  clear(): void;
}

/**
 * @param onWatched called when the first signal gets a subscriber and when the last one loses its last
 * @param onNew called once a task when positions were added: they need a frame, and a closed market makes none by itself
 */
export function createAccountSignals(onWatched: () => void, onNew: () => void): AccountSignals {
  let watched = 0;
  const watchedSignal = <T>(): Signal<T | undefined> =>
    signal<T | undefined>(undefined, {
      watched() {
        if (++watched === 1) onWatched();
      },
      unwatched() {
        if (--watched === 0) onWatched();
      },
    });
  const figures = {
    balance: watchedSignal<Money>(),
    floatingPnl: watchedSignal<Money>(),
    equity: watchedSignal<Money>(),
    margin: watchedSignal<Money>(),
    freeMargin: watchedSignal<Money>(),
    marginLevel: watchedSignal<number>(),
    riskRate: watchedSignal<number>(),
  };
  const entries = new Map<OrderId, Writable<PositionSignals>>();
  let isAsked = false;
  const createPosition = (): Writable<PositionSignals> => {
    if (!isAsked)
      queueMicrotask(() => {
        isAsked = false;
        onNew();
      });
    isAsked = true;
    return { price: watchedSignal<Price>(), pnl: watchedSignal<Money>() };
  };
  return {
    figures,
    of: (id) => getOrCreate(entries, id, createPosition),
    get watched() {
      return watched;
    },
    apply(frame) {
      applyFigures(figures, frame);
      const start = HEADER_LENGTH + (frame[HEADER.quotes] ?? 0) * QUOTE_LENGTH;
      const end = start + (frame[HEADER.positions] ?? 0) * POSITION_LENGTH;
      for (let at = start; at < end; at += POSITION_LENGTH) {
        const entry = entries.get(orderId(frame[at + POSITION.id] ?? 0));
        if (!entry) continue;
        const now = known(frame[at + POSITION.price]);
        entry.price.value = now === undefined ? undefined : price(now);
        entry.pnl.value = amount(frame[at + POSITION.pnl]);
      }
    },
    keepOnly(open) {
      const stay = new Set(open);
      for (const id of entries.keys()) if (!stay.has(id)) entries.delete(id);
    },
    clear() {
      batch(() => {
        for (const figure of Object.values(figures)) figure.value = undefined;
        for (const entry of entries.values()) {
          entry.price.value = undefined;
          entry.pnl.value = undefined;
        }
      });
      entries.clear();
    },
  };
}

function applyFigures(figures: Writable<Figures>, frame: Float64Array): void {
  const has = frame[HEADER.hasAccount] === 1;
  figures.balance.value = has ? amount(frame[HEADER.balance]) : undefined;
  figures.floatingPnl.value = has ? amount(frame[HEADER.floatingPnl]) : undefined;
  figures.equity.value = has ? amount(frame[HEADER.equity]) : undefined;
  figures.margin.value = has ? amount(frame[HEADER.margin]) : undefined;
  figures.freeMargin.value = has ? amount(frame[HEADER.freeMargin]) : undefined;
  figures.marginLevel.value = has ? known(frame[HEADER.marginLevel]) : undefined;
  figures.riskRate.value = has ? known(frame[HEADER.riskRate]) : undefined;
}

const known = (value: number | undefined): number | undefined =>
  value === undefined || Number.isNaN(value) ? undefined : value;

/** Frames carry exact millionths, computed by the worker as money. */
const amount = (value: number | undefined): Money | undefined => known(value) as Money | undefined;
