/*
 * The account's price alerts, as the exchange pushes them. Follows the signed-in account from the moment something first
 * reads them. What a command changes comes by the push too, so that an answer cannot overtake a newer list.
 */
import { effect, type ReadonlySignal, signal } from '@preact/signals-react';
import type { Alert } from '../../shared/contract/alerts.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { Price } from '../../shared/domain/price.ts';
import type { Result } from '../../shared/result.ts';
import { ask } from './ask.ts';
import { link } from './link.ts';
import { accountId } from './session.ts';

/** What the sheet of the alerts shows: those of one instrument, or all. */
interface AlertRequest {
  readonly instrumentId?: InstrumentId;
  /** Fills the form. */
  readonly price?: Price;
}

let isFollowed = false;
const known = signal<readonly Alert[] | undefined>(undefined, { watched: follow });
const listeners = new Set<(alert: Alert) => void>();
const asked = signal<AlertRequest | undefined>();

/** Latest first; undefined until the first list, and while nobody is signed in. */
export const alerts: ReadonlySignal<readonly Alert[] | undefined> = known;

/** Those of an instrument that wait for a price. */
export const alertsOn = (list: readonly Alert[] | undefined, id: InstrumentId): readonly Alert[] =>
  (list ?? []).filter(({ instrumentId, isOn, percent }) => instrumentId === id && isOn && percent === 0);

/** What the sheet of the alerts shows; undefined while it is closed. */
export const alertRequest: ReadonlySignal<AlertRequest | undefined> = asked;

/** Opens the sheet of the alerts of one instrument, or of all. */
export function showAlerts(instrumentId?: InstrumentId): void {
  asked.value = instrumentId === undefined ? {} : { instrumentId };
}

/** Opens the form of a new alert at this price. */
export function offerAlert(instrumentId: InstrumentId, price: Price): void {
  asked.value = { instrumentId, price };
}

export function hideAlerts(): void {
  asked.value = undefined;
}

/** Calls `listener` with each alert that fires from now on. Returns unsubscribe. */
export function onAlertFired(listener: (alert: Alert) => void): () => void {
  listeners.add(listener);
  const release = known.subscribe(() => undefined);
  return () => {
    release();
    listeners.delete(listener);
  };
}

function follow(): void {
  if (isFollowed) return;
  isFollowed = true;
  effect(() => {
    const owner = accountId.value;
    known.value = undefined;
    return owner === undefined ? undefined : link().stream((engine) => engine.alerts(), learn);
  });
}

function learn(list: readonly Alert[]): void {
  const before = known.peek();
  known.value = list;
  if (before === undefined) return;
  const firedBefore = new Map(before.map(({ id, firedAt }) => [id, firedAt]));
  for (const alert of list) {
    if (alert.firedAt === '' || alert.firedAt === firedBefore.get(alert.id)) continue;
    for (const listener of listeners) listener(alert);
  }
}

/** Firings of the alerts, latest first. */
export const loadAlertFirings = () => ask('getAlertFirings', {});

interface NewAlert {
  readonly instrumentId: InstrumentId;
  /** A plain decimal: the price, or the signed move of the day in percent. */
  readonly target: { readonly price: string } | { readonly percent: string };
  readonly repeats: boolean;
}

export const addAlert = ({ instrumentId, target, repeats }: NewAlert): Promise<Result<unknown>> =>
  ask('addAlert', { instrumentId, ...target, repeats: repeats ? 1 : 0 });

export const setAlert = (id: number, isOn: boolean): Promise<Result<unknown>> =>
  ask('setAlert', { id, isOn: isOn ? 1 : 0 });

export const deleteAlert = (id: number): Promise<Result<unknown>> => ask('deleteAlert', { id });
