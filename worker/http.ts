import ky, { type KyInstance } from 'ky';
import { Subject } from 'rxjs';
import type { Tap } from '../replay/record/recorder.ts';
import { CODE } from '../shared/contract/codes.ts';
import { decodeEnvelope } from '../shared/contract/domain.ts';
import type { Language } from '../shared/contract/language.ts';
import type { Parameters } from '../shared/contract/parameter.ts';
import { type RequestOf, ROUTES, type RouteName, type RouteShape } from '../shared/contract/routes.ts';
import { nameOf } from '../shared/contract/schema.ts';
import { isFields, parseJson } from '../shared/json.ts';
import { COMMAND_DEADLINE_MS } from '../shared/limits.ts';
import { err, LOCAL_CODE, ok, type Refusal, type Result, refusal } from '../shared/result.ts';
import type { Env } from './env.ts';

/** Why a call has no result. */
export type CallError =
  | ({ readonly kind: 'refused' } & Refusal)
  /**
   * Sent and possibly carried out, but without a valid reply: a time-out, a lost connection or a server
   * error.
   */
  | { readonly kind: 'unanswered'; readonly reason: 'timeout' | 'network' | 'server' }
  /** Aborted by the caller. */
  | { readonly kind: 'cancelled' }
  /** Replied in a form that violates the contract. */
  | { readonly kind: 'malformed' };

export interface CallOptions {
  readonly deadlineMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The first check of a stored token: 999 is then an expected reply and is not reported. */
  readonly isInitial?: true | undefined;
}

interface Reply {
  readonly text: string;
  readonly status: number;
  /** Names a call in a recording. */
  readonly call?: { readonly path: string; readonly query: Readonly<Record<string, string>> };
}

interface ExchangeOptions extends CallOptions {
  readonly deadlineMs: number;
  /** Translates the name of a refused parameter. */
  readonly parameters?: Parameters;
}

interface UploadOptions {
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  /** Upload progress, 0 to 1. */
  onPart(part: number): void;
}

export interface Http {
  /** Returns the reply's `data`. Never retries: only the caller knows whether that is safe. */
  call<N extends RouteName>(
    name: N,
    request: RequestOf<N>,
    options?: CallOptions,
  ): Promise<Result<unknown, CallError>>;
  /** Sends a file as the contract's multipart form. */
  upload(name: 'uploadImage', file: Blob, options: UploadOptions): Promise<Result<unknown, CallError>>;
  /** Fetches an envelope from another server, without the token. */
  external(url: string): Promise<Result<unknown, CallError>>;
  setLanguage(language: Language): void;
  setToken(token: string | undefined): void;
  /** Tokens that the server reported as expired: the one each call was sent with, not the current one. */
  readonly expired$: Subject<string>;
}

export function createHttp(env: Env, apiBase: string, firstLanguage: Language, tap: Tap): Http {
  const expired$ = new Subject<string>();
  const client: KyInstance = ky.create({
    prefix: apiBase,
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    // Quotes and accounts must not come from the cache, and a state-changing GET must not be cached.
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
    const route: RouteShape = ROUTES[name];
    const parameters = route.request ?? {};
    return exchange({ deadlineMs, signal, isInitial, parameters }, async (sent, given) => {
      const { path, fields } = placed(route.path, parameters, request);
      const isPost = route.method === 'POST';
      const response = await client(path, {
        method: route.method,
        headers: headersWith(sent),
        signal: given,
        ...(isPost
          ? { body: new URLSearchParams(fields) }
          : { searchParams: { ...fields, t: String(env.now()) } }),
      });
      const query = isPost ? {} : fields;
      return { text: await response.text(), status: response.status, call: { path, query } };
    });
  }

  const headersWith = (sent: string | undefined) => ({
    lang: language,
    ...(sent === undefined ? {} : { authorization: sent }),
  });

  /** Applies the deadline and the caller's abort signal to a call, and reads the reply. */
  async function exchange(
    { deadlineMs, signal, isInitial, parameters = {} }: ExchangeOptions,
    transport: (sent: string | undefined, given: AbortSignal) => Promise<Reply>,
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
      const { text, status, call } = await transport(sent, abort.signal);
      const body = parseJson(text);
      if (call) tap.answered(call.path, call.query, body);
      const outcome = readEnvelope(body, status, parameters);
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
    upload: (name, file, { onPart, ...options }) =>
      exchange(options, (sent, signal) => {
        const body = new FormData();
        body.set('file', file, 'picture');
        return env.send({
          url: apiBase + ROUTES[name].path,
          headers: headersWith(sent),
          body,
          signal,
          onPart,
        });
      }),
    external: (url) =>
      exchange({ deadlineMs: COMMAND_DEADLINE_MS }, async (_sent, signal) => {
        const response = await env.fetch(url, { headers: { lang: language }, credentials: 'omit', signal });
        return { text: await response.text(), status: response.status };
      }),
    expired$,
    setLanguage(next) {
      language = next;
    },
    setToken(next) {
      token = next;
    },
  };
}

/**
 * A request under the wire's names: parameters that the path names are filled in, the others are `fields`. Numbers print
 * as plain decimals below 1e21; absent parameters are omitted.
 */
function placed(path: string, parameters: Parameters, request: Readonly<Record<string, unknown>>) {
  const fields: Record<string, string> = {};
  let filled = path;
  for (const [wireName, parameter] of Object.entries(parameters)) {
    const value = request[nameOf(wireName, parameter)];
    if (value === undefined) continue;
    if (path.includes(`:${wireName}`))
      filled = filled.replace(`:${wireName}`, encodeURIComponent(String(value)));
    else fields[wireName] = String(value);
  }
  return { path: filled, fields };
}

export function readEnvelope(
  body: unknown,
  status: number,
  parameters: Parameters,
): Result<unknown, CallError> {
  // A failing server may have carried out the request first: its code does not decide the outcome.
  if (status >= 500) return err({ kind: 'unanswered', reason: 'server' });
  const envelope = decodeEnvelope(body);
  if (!envelope.ok) return err({ kind: 'malformed' });
  const { code, msg, data } = envelope.value;
  if (code === CODE.success) return ok(data);
  return err({ kind: 'refused', ...refusal(code, msg, factsOf(data, parameters)) });
}

/** Converts a failed call to the page's refusal. */
export function refusalOf(error: CallError): Refusal {
  switch (error.kind) {
    case 'refused':
      return refusal(error.code, error.message, error.facts);
    case 'unanswered':
      return refusal(error.reason === 'network' ? LOCAL_CODE.offline : LOCAL_CODE.unknown);
    case 'cancelled':
      return refusal(LOCAL_CODE.unknown);
    case 'malformed':
      return refusal(LOCAL_CODE.malformed);
  }
}

/** Numbers and texts of a refusal's `data`; `field` is the app's name of a parameter. */
function factsOf(data: unknown, parameters: Parameters): Refusal['facts'] {
  if (!isFields(data)) return undefined;
  const facts: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(data))
    if (typeof value === 'string' || typeof value === 'number') facts[nameOf(name)] = value;
  const { field } = facts;
  if (field !== undefined) facts['field'] = nameOf(String(field), parameters[field]);
  return facts;
}
