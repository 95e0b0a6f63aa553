/*
 * Notifications on this device. The browser has the permission and the address, the exchange the account's choices and, until
 * the session ends, the address: it is sent again whenever this is looked at.
 */
import { type ReadonlySignal, signal } from '@preact/signals-react';
import { CODE } from '../../shared/contract/codes.ts';
import type { PushSettings } from '../../shared/contract/push.ts';
import type { Result } from '../../shared/result.ts';
import {
  type PushAddress,
  pushAddress,
  pushSupport,
  subscribeToPush,
  unsubscribeFromPush,
} from '../link/push-manager.ts';
import { lasting } from '../link/storage.ts';
import { ask, onBack } from './ask.ts';
import { refusedInReplay } from './replay-source.ts';
import { accountId } from './session.ts';

export type PushState =
  | { readonly status: 'unknown' }
  /** `when-installed`: an iPhone's browser; `no`: this browser cannot be sent any. */
  | { readonly status: 'unsupported'; readonly why: 'when-installed' | 'no' }
  /** Only the browser's own settings help. */
  | { readonly status: 'denied' }
  | { readonly status: 'off' }
  | { readonly status: 'on' };

/** For which account this device was switched on. */
const OWNER = 'push';

const shown = signal<PushState>({ status: 'unknown' });

export const pushState: ReadonlySignal<PushState> = shown;

/** What the exchange answers to an address that it will send nothing to. */
const REFUSALS: readonly number[] = [CODE.badParameter, CODE.conflict];

let stopWaiting = (): void => {};

/**
 * Finds out how it stands, and sends the exchange the address again. A subscription that the browser has dropped, or that
 * has another key than the exchange, is made again. An exchange that cannot be reached changes nothing about what this
 * device has: it gets the address once the connection is back.
 */
export async function lookAtPush(): Promise<void> {
  const owner = accountId.peek();
  const show = (state: PushState): void => {
    if (accountId.peek() === owner) shown.value = state;
  };
  const isOwn = (): boolean =>
    owner !== undefined &&
    accountId.peek() === owner &&
    lasting.get(OWNER) === String(owner) &&
    Notification.permission === 'granted';
  const support = pushSupport();
  if (support !== 'yes') return show({ status: 'unsupported', why: support });
  if (Notification.permission === 'denied') return show({ status: 'denied' });
  const had = isOwn() ? await pushAddress().catch(() => undefined) : undefined;
  show({ status: had === undefined ? 'off' : 'on' });
  const answer = isOwn() ? await renew(had, isOwn) : undefined;
  // Somebody else is signed in, or it was switched off meanwhile.
  if (!isOwn()) return;
  stopWaiting();
  stopWaiting = answer?.ok === false ? onBack(() => void lookAtPush()) : () => {};
  if (answer?.ok) show({ status: 'on' });
  else if (answer === undefined || REFUSALS.includes(answer.error.code)) show({ status: 'off' });
}

/** @returns what the exchange answers; undefined when this browser has no subscription and gets none */
async function renew(
  had: PushAddress | undefined,
  isOwn: () => boolean,
): Promise<Result<unknown> | undefined> {
  const key = await pushKey();
  if (!key.ok) return key;
  const address = await subscribeToPush(async () => (isOwn() ? key.value.key : undefined)).catch(
    () => undefined,
  );
  if (!address || address === 'denied' || !isOwn()) return undefined;
  if (had && had.endpoint !== address.endpoint) void forget(had);
  return register(address);
}

/** Of the exchange: that of a recording has another one. */
const pushKey = async () => refusedInReplay() ?? (await ask('getPushKey', {}));

const register = (address: PushAddress): Promise<Result<unknown>> => ask('subscribePush', address);

const forget = ({ endpoint }: PushAddress): Promise<Result<unknown>> => ask('unsubscribePush', { endpoint });

/** Call it on a tap: the browser asks for the permission. @returns false when it did not work */
export async function switchPush(isOn: boolean): Promise<boolean> {
  const done = await (isOn ? switchOn() : switchOff()).catch(
    // The browser's push service is out of reach, or there is no service worker.
    () => false,
  );
  await lookAtPush();
  return done;
}

async function switchOn(): Promise<boolean> {
  const address = await subscribeToPush(async () => {
    const answer = await pushKey();
    return answer.ok ? answer.value.key : undefined;
  });
  if (address === undefined) return false;
  if (address === 'denied') return true;
  const answer = await register(address);
  if (answer.ok) lasting.set(OWNER, String(accountId.peek()));
  return answer.ok;
}

async function switchOff(): Promise<boolean> {
  const address = await endHere();
  // Even if the exchange cannot be reached: the push service takes nothing more for this address.
  if (address !== undefined) await forget(address);
  return true;
}

/** Ends the notifications of an account that has signed out; they may be another one's. */
export async function endPushOf(uid: string): Promise<void> {
  if (lasting.get(OWNER) === uid) await endHere();
}

/** @returns the address that this device had */
async function endHere(): Promise<PushAddress | undefined> {
  const owner = lasting.get(OWNER);
  // Removed first: a check that runs meanwhile would subscribe again.
  lasting.remove(OWNER);
  return unsubscribeFromPush().catch((error) => {
    if (owner !== null) lasting.set(OWNER, owner);
    throw error;
  });
}

export const loadPushSettings = (): Promise<Result<PushSettings>> => ask('getPushSettings', {});

/** What the account wants notifications of, by the app's names. */
export type PushChoice = keyof PushSettings;

export const choosePush = (kind: PushChoice, isOn: boolean): Promise<Result<PushSettings>> =>
  ask('setPushSettings', { [kind]: isOn ? 1 : 0 });
