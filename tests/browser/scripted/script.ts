import { expect, vi } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import type { User } from '../../../shared/contract/session.ts';
import type { BasicInfo } from '../../../shared/contract/site.ts';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { err, ok, refusal } from '../../../shared/result.ts';
import { startAppState, startLater } from '../../../src/state/app-state.ts';
import { connection } from '../../../src/state/connection.ts';
import { baseData, instrumentOf } from '../../../src/state/market.ts';
import { session } from '../../../src/state/session.ts';
import {
  type Answered,
  CHANNEL,
  type FromEngine,
  type ScriptedAccount,
  type ScriptedFrame,
  type ScriptedQuote,
  type StreamName,
  type ToEngine,
} from './protocol.ts';

export interface ScriptedCall {
  readonly name: Answered;
  readonly args: readonly unknown[];
  answer(result: unknown): void;
}

const channel = new BroadcastChannel(CHANNEL);
const tell = (message: ToEngine): void => {
  if (message.kind !== 'answer') latest.set(message.kind === 'put' ? message.stream : message.kind, message);
  channel.postMessage(message);
};
/** What the engine was last given of each state, and the last frame. */
const latest = new Map<string, ToEngine>();
/** What happened, and is no state. */
const EVENTS: readonly string[] = ['orderEvents', 'chat', 'upload'] satisfies readonly StreamName[];
/** The page's calls to the engine that no test has handled yet, oldest first. */
export const calls: ScriptedCall[] = [];
/** The calls without an answer. */
const unanswered = new Set<ScriptedCall>();
/** The page's messages without an answer, oldest first. */
export const told: Extract<FromEngine, { readonly kind: 'told' }>[] = [];
/** The account's favourites. */
let starred: readonly number[] = [];
let isReady = false;
let isTrading = false;
let engine: Worker | undefined;

channel.onmessage = ({ data }: MessageEvent<FromEngine>) => {
  if (data.kind === 'ready') {
    if (isTrading) repeatStates();
    isReady = true;
  } else if (data.kind === 'told') told.push(data);
  else {
    const { id, name, args } = data;
    const call: ScriptedCall = {
      name,
      args,
      answer(result) {
        unanswered.delete(call);
        tell({ kind: 'answer', id, result });
      },
    };
    unanswered.add(call);
    const [route, request] = name === 'ask' ? (args as [string, { readonly ids?: string }]) : [];
    if (route === 'setFavourites') starred = request?.ids?.split(',').filter(Boolean).map(Number) ?? [];
    // The page asks for them whenever somebody is signed in, and before each change.
    if (route === 'getFavourites') call.answer(ok({ ids: starred }));
    else calls.push(call);
  }
};

/** On a busy machine the page may take an engine for dead that only waits for its turn: the next one knows nothing. */
function repeatStates(): void {
  for (const [name, message] of latest) if (!EVENTS.includes(name)) channel.postMessage(message);
}

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

/** EURUSD at 1.08500 in an open market, unless `over` says otherwise. */
export const aQuote = (over: Partial<ScriptedQuote> = {}): ScriptedQuote => ({
  id: 1,
  close: 108_500,
  marketOpen: true,
  timeMs: 1,
  freshness: 'live',
  ...over,
});

/** 10,000 and nothing open, unless `over` says otherwise; equity and free margin follow from the rest. */
function anAccount(over: Partial<ScriptedAccount> = {}): ScriptedAccount {
  const { balance = 1e10, floatingPnl = 0, margin = 0, equity = balance + floatingPnl } = over;
  return { balance, floatingPnl, equity, margin, freeMargin: equity - margin, ...over };
}

export function putFrame(frame: {
  readonly quotes?: readonly Partial<ScriptedQuote>[];
  readonly account?: Partial<ScriptedAccount>;
  readonly positions?: ScriptedFrame['positions'];
  readonly serverTimeMs?: number;
}): void {
  const { quotes = [], account, positions = [], ...more } = frame;
  const whole = { quotes: quotes.map(aQuote), positions, ...more };
  tell({
    kind: 'frame',
    frame: account === undefined ? whole : { ...whole, account: anAccount(account) },
  });
}

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

/** Refuses each call without an answer, and so those that waited for it, until `isDone`. */
export const refuseUnanswered = (isDone: () => boolean): Promise<unknown> =>
  vi.waitUntil(() => {
    for (const call of unanswered) call.answer(err(refusal(CODE.marketClosed)));
    return isDone();
  });

/** The connection to the exchange becomes this one; waits until the page knows. */
export async function putConnection(status: 'connecting' | 'live' | 'offline'): Promise<void> {
  put('connection', { status, ...(status === 'connecting' ? { attempt: 1 } : {}) });
  await vi.waitFor(() => expect(connection.value.status).toBe(status));
}

export const putMarket = (...instruments: readonly Instrument[]): void =>
  put('market', { status: 'ready', instruments, categories: [] });

/** Signs in, to a demo account unless `user` says otherwise, and waits until the page knows. */
export async function signIn(user: Partial<User> = {}, token = 'a-token'): Promise<void> {
  const whole: User = { uid: 42, email: '', phone: '', isDemo: true, inviteCode: '', ...user };
  put('session', { status: 'signed-in', token, user: whole });
  await vi.waitFor(() => expect(session.value).toMatchObject({ status: 'signed-in', user: whole }));
}

/** Ends the session, and waits until the page knows. */
export async function signOut(because: 'start' | 'expired' | 'signed-out' = 'signed-out'): Promise<void> {
  put('session', { status: 'anonymous', because });
  await vi.waitFor(() => expect(session.value).toEqual({ status: 'anonymous', because }));
}

export const putBaseData = (more: Partial<BasicInfo> = {}): void =>
  put('baseData', {
    serviceLink: '',
    serviceLinkType: 1,
    verifyRegType: 1,
    feeType: 2,
    areas: [],
    ...more,
  });

/** Starts as `startScripted`, live, with these instruments and a demo account. Once per file. */
export async function startTrading(...instruments: readonly Instrument[]): Promise<void> {
  localStorage.clear();
  // The account has dealt before: nothing is said about a first fill.
  localStorage.setItem('pipstream.first-fill.42', 'answered');
  await startScripted();
  await putConnection('live');
  putMarket(...instruments);
  putBaseData();
  await signIn();
  await vi.waitFor(() => {
    expect(baseData.value?.feeType).toBe(2);
    for (const { id } of instruments) expect(instrumentOf(id)).toBeDefined();
  });
  isTrading = true;
}
