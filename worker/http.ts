import ky, { type KyInstance } from 'ky';
import { Subject } from 'rxjs';
import type { Tap } from '../replay/record/recorder.ts';
import { CODE } from '../shared/contract/codes.ts';
import { decodeEnvelope } from '../shared/contract/domain.ts';
import type { Language } from '../shared/contract/language.ts';
import { type RequestOf, ROUTES, type RouteName } from '../shared/contract/routes.ts';
import { parseJson } from '../shared/json.ts';
import { COMMAND_DEADLINE_MS } from '../shared/limits.ts';
import { err, LOCAL_CODE, ok, type Result, refusal } from '../shared/result.ts';
import type { Env } from './env.ts';

/** Why a call has no result. */
export type CallError =
  | { readonly kind: 'refused'; readonly code: number; readonly message: string; readonly data: unknown }
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
    return exchange({ deadlineMs, signal, isInitial }, async (sent, given) => {
      const route = ROUTES[name];
      const { path, fields } = placed(route.path, textFields(request));
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
    { deadlineMs, signal, isInitial }: CallOptions & { readonly deadlineMs: number },
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
      const outcome = read(body, status);
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

/** Fills the path's placeholders from the fields and returns the remaining fields. */
function placed(path: string, fields: Record<string, string>) {
  const left = { ...fields };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    delete left[name];
    return encodeURIComponent(fields[name] ?? '');
  });
  return { path: filled, fields: left };
}

/** Numbers print as plain decimals below 1e21; absent fields are omitted. */
function textFields(request: object): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(request)) if (value !== undefined) fields[name] = String(value);
  return fields;
}

function read(body: unknown, status: number): Result<unknown, CallError> {
  // A failing server may have carried out the request first: its code does not decide the outcome.
  if (status >= 500) return err({ kind: 'unanswered', reason: 'server' });
  const envelope = decodeEnvelope(body);
  if (!envelope.ok) return err({ kind: 'malformed' });
  const { code, msg, data } = envelope.value;
  if (code === CODE.success) return ok(data);
  return err({ kind: 'refused', code, message: msg, data });
}

/** Converts a failed call to the page's refusal. Numbers and texts of `data` become its facts. */
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
