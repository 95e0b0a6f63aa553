import ky, { type KyInstance } from 'ky';
import { Subject } from 'rxjs';
import { CODE } from '../shared/contract/codes.ts';
import { decodeEnvelope } from '../shared/contract/decode.ts';
import type { Language } from '../shared/contract/language.ts';
import { type RequestOf, ROUTES, type RouteName } from '../shared/contract/routes.ts';
import { COMMAND_DEADLINE_MS } from '../shared/limits.ts';
import { err, LOCAL_CODE, ok, type Result, refusal } from '../shared/result.ts';
import type { Env } from './env.ts';

/** Why a call has no answer to show. */
export type CallError =
  | { readonly kind: 'refused'; readonly code: number; readonly message: string; readonly data: unknown }
  /** Sent, perhaps carried out, and no answer that counts: time ran out, the link broke, or the server failed. */
  | { readonly kind: 'unanswered'; readonly reason: 'timeout' | 'network' | 'server' }
  /** Given up by whoever asked. */
  | { readonly kind: 'cancelled' }
  /** Answered, in a shape that the contract does not have. */
  | { readonly kind: 'malformed' };

export interface CallOptions {
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
  /** The first look at a stored token: 999 is then an answer and no news. */
  readonly isInitial?: true;
}

export interface Http {
  /** The `data` of the answer. Never tried a second time here: only the caller knows whether it may be. */
  call<N extends RouteName>(
    name: N,
    request: RequestOf<N>,
    options?: CallOptions,
  ): Promise<Result<unknown, CallError>>;
  setLanguage(language: Language): void;
  setToken(token: string | undefined): void;
  /** Tokens that the server called expired, each with the call's own token, not the one held since. */
  readonly expired$: Subject<string>;
}

export function createHttp(env: Env, apiBase: string, firstLanguage: Language): Http {
  const expired$ = new Subject<string>();
  const client: KyInstance = ky.create({
    prefix: apiBase,
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    // Quotes and accounts are never worth a stored answer, and a state-changing GET must not have one.
    cache: 'no-store',
    credentials: 'omit',
    fetch: (input, init) => env.fetch(input, init),
  });
  let language = firstLanguage;
  let token: string | undefined;

  async function call<N extends RouteName>(
    name: N,
    request: RequestOf<N>,
    { deadlineMs = COMMAND_DEADLINE_MS, signal, isInitial }: CallOptions = {},
  ): Promise<Result<unknown, CallError>> {
    const abort = new AbortController();
    let isTimeout = false;
    const cancelDeadline = env.after(deadlineMs, () => {
      isTimeout = true;
      abort.abort();
    });
    const onCancel = () => abort.abort();
    signal?.addEventListener('abort', onCancel, { once: true });
    if (signal?.aborted) abort.abort();
    const sent = token;
    try {
      const route = ROUTES[name];
      const fields = textFields(request);
      const isPost = route.method === 'POST';
      const response = await client(route.path, {
        method: route.method,
        headers: { lang: language, ...(sent === undefined ? {} : { authorization: sent }) },
        signal: abort.signal,
        ...(isPost
          ? { body: new URLSearchParams(fields) }
          : { searchParams: { ...fields, t: String(env.now()) } }),
      });
      const outcome = read(await response.text(), response.status);
      const isExpired =
        !outcome.ok && outcome.error.kind === 'refused' && outcome.error.code === CODE.sessionExpired;
      if (isExpired && sent !== undefined && !isInitial) expired$.next(sent);
      return outcome;
    } catch {
      if (isTimeout) return err({ kind: 'unanswered', reason: 'timeout' });
      return err(signal?.aborted ? { kind: 'cancelled' } : { kind: 'unanswered', reason: 'network' });
    } finally {
      cancelDeadline();
      signal?.removeEventListener('abort', onCancel);
    }
  }

  return {
    call,
    expired$,
    setLanguage(next) {
      language = next;
    },
    setToken(next) {
      token = next;
    },
  };
}

/** Numbers print as plain decimals below 1e21; what is absent is not sent. */
function textFields(request: object): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(request)) if (value !== undefined) fields[name] = String(value);
  return fields;
}

function read(text: string, status: number): Result<unknown, CallError> {
  // A server that failed may have failed after the deed: its code says nothing about the outcome.
  if (status >= 500) return err({ kind: 'unanswered', reason: 'server' });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err({ kind: 'malformed' });
  }
  const envelope = decodeEnvelope(value);
  if (!envelope.ok) return err({ kind: 'malformed' });
  const { code, msg, data } = envelope.value;
  if (code === CODE.success) return ok(data);
  return err({ kind: 'refused', code, message: msg, data });
}

/** A failed call as the page is told of it. `data`'s numbers and texts become the refusal's facts. */
export function refusalOf(error: CallError) {
  switch (error.kind) {
    case 'refused':
      return refusal(error.code, error.message, factsOf(error.data));
    case 'unanswered':
      return refusal(error.reason === 'network' ? LOCAL_CODE.offline : LOCAL_CODE.unknown);
    case 'cancelled':
      return refusal(LOCAL_CODE.unknown);
    case 'malformed':
      return refusal(LOCAL_CODE.malformed);
  }
}

function factsOf(data: unknown): Readonly<Record<string, string | number>> | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  const facts: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(data))
    if (typeof value === 'string' || typeof value === 'number') facts[name] = value;
  return facts;
}
