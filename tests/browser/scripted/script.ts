import { vi } from 'vitest';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { ok } from '../../../shared/result.ts';
import { startAppState, startLater } from '../../../src/state/app-state.ts';
import {
  type Answered,
  CHANNEL,
  type FromEngine,
  type ScriptedFrame,
  type StreamName,
  type ToEngine,
} from './protocol.ts';

export interface ScriptedCall {
  readonly name: Answered;
  readonly args: readonly unknown[];
  answer(result: unknown): void;
}

const channel = new BroadcastChannel(CHANNEL);
const tell = (message: ToEngine): void => channel.postMessage(message);
/** The page's calls to the engine, oldest first. */
export const calls: ScriptedCall[] = [];
/** The page's messages without an answer, oldest first. */
export const told: Extract<FromEngine, { readonly kind: 'told' }>[] = [];
/** The account's favourites. */
let starred: readonly number[] = [];
let isReady = false;
let engine: Worker | undefined;

channel.onmessage = ({ data }: MessageEvent<FromEngine>) => {
  if (data.kind === 'ready') isReady = true;
  else if (data.kind === 'told') told.push(data);
  else {
    const { id, name, args } = data;
    const answer = (result: unknown) => tell({ kind: 'answer', id, result });
    const [route, request] = name === 'ask' ? (args as [string, { readonly ids?: string }]) : [];
    if (route === 'setFavourites') starred = request?.ids?.split(',').filter(Boolean).map(Number) ?? [];
    // The page asks for them whenever somebody is signed in, and before each change.
    if (route === 'getFavourites') answer(ok({ ids: starred }));
    else calls.push({ name, args, answer });
  }
};

/** Starts the page's state with an engine that the test scripts. Once per file. */
export async function startScripted(): Promise<void> {
  startAppState(() => {
    engine = new Worker(new URL('./engine-worker.ts', import.meta.url), { type: 'module' });
    return engine;
  });
  await startLater();
  await vi.waitUntil(() => isReady);
}

/** The engine dies as one whose script throws, or cannot be loaded. */
export const killEngine = (): unknown => engine?.dispatchEvent(new ErrorEvent('error'));

export const put = (stream: StreamName, value: unknown): void => tell({ kind: 'put', stream, value });
export const putFrame = (frame: ScriptedFrame): void => tell({ kind: 'frame', frame });

/** Waits for the page's next call that no test has handled yet. */
export async function nextCall(name: Answered): Promise<ScriptedCall> {
  const call = await vi.waitUntil(() => calls[0]);
  calls.shift();
  if (call.name !== name) throw new Error(`${call.name} was called, not ${name}`);
  return call;
}

/** As `nextCall`, but skips calls with other names. */
export async function nextOf(name: Answered): Promise<ScriptedCall> {
  const call = await vi.waitUntil(() => calls.find((one) => one.name === name));
  calls.splice(calls.indexOf(call), 1);
  return call;
}

export const putMarket = (...instruments: readonly Instrument[]): void =>
  put('market', { status: 'ready', instruments, categories: [] });

export const putSignedIn = (isDemo = true): void =>
  put('session', {
    status: 'signed-in',
    token: 'a-token',
    user: { uid: 42, email: '', phone: '', isDemo, inviteCode: '' },
  });

export const putAnonymous = (): void => put('session', { status: 'anonymous', because: 'start' });

export const putBaseData = (): void =>
  put('baseData', {
    serviceLink: '',
    serviceLinkType: 1,
    verifyRegType: 1,
    feeType: 2,
    areas: [],
  });
