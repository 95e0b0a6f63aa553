import { alertRepository } from '../alerts/alert-repository.ts';
import type { Alerts } from '../alerts/alerts.ts';
import { createAccountReads } from '../exchange/account-reads.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { readAccount } from '../exchange/load.ts';
import { markOf } from '../exchange/valuation.ts';
import type { Market } from '../feed/market.ts';
import type { Store } from '../store/store.ts';

/*
 * Rooms of a process that does not deal: they read what another one has stored, and pass on its events. Whole calls that
 * change anything cross to it before they reach these rooms.
 */

/** A bug, as no list says that the call crosses: a client that tried again, as after `UnavailableError`, would do so without end. */
const elsewhere = (): Promise<never> =>
  Promise.reject(new Error('this process does not deal: the call should have crossed to another one'));

/** Fills, stops and fired alerts are announced only in the process that carries them out. */
const nothingHere = () => () => undefined;

export function createExchangeElsewhere(
  store: Pick<Store, 'read'>,
  market: Market,
  onAccountEvent: Exchange['onAccountEvent'],
): Exchange {
  return {
    ...createAccountReads({ store, prices: market, stateOf: (account) => readAccount(store, account) }),
    submit: elsewhere,
    close: elsewhere,
    outcome: elsewhere,
    amend: elsewhere,
    cancel: elsewhere,
    setStops: elsewhere,
    resetDemo: elsewhere,
    transfer: elsewhere,
    closeByOperator: elsewhere,
    restrict: elsewhere,
    mark: (order) => markOf(order, market),
    waiting: () => 0,
    onAccountEvent,
    onPriceEvent: nothingHere,
    take: elsewhere,
    release: elsewhere,
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  };
}

export const createAlertsElsewhere = (store: Pick<Store, 'read'>, onChange: Alerts['onChange']): Alerts => ({
  list: (account) => alertRepository(store.read).ofAccount(account),
  firings: (account) => alertRepository(store.read).firings(account),
  add: elsewhere,
  set: elsewhere,
  remove: elsewhere,
  onChange,
  onFired: nothingHere,
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
});
