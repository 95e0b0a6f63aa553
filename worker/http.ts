import ky, { type KyInstance } from 'ky';
import { Subject } from 'rxjs';
import type { Tap } from '../replay/record/recorder.ts';
import { CODE } from '../shared/contract/codes.ts';
import { decodeEnvelope } from '../shared/contract/domain.ts';
import { FIRST_ROUTES } from '../shared/contract/first-routes.ts';
import type { Language } from '../shared/contract/language.ts';
import type { Parameters } from '../shared/contract/parameter.ts';
import type { AnswerOf, RequestOf, RouteName, RouteShape } from '../shared/contract/routes.ts';
import { type Decoder, decode, nameOf, type Schema } from '../shared/contract/schema.ts';
import { isFields, parseJson } from '../shared/json.ts';
import { COMMAND_DEADLINE_MS } from '../shared/limits.ts';
import { err, LOCAL_CODE, ok, type Refusal, type Result, refusal } from '../shared/result.ts';
import type { Env } from './env.ts';

/** Why a call has no result. */
export type CallError =
  | ({ readonly kind: 'refused' } & Refusal)
  /**
   * Sent and possibly carried out, but without the exchange's reply: a time-out, a lost connection, a server error, or a
   * reply of something between (`foreign`), e.g. the page of a public Wi-Fi.
   */
  | { readonly kind: 'unanswered'; readonly reason: 'timeout' | 'network' | 'server' | 'foreign' }
  /** Aborted by the caller. */
  | { readonly kind: 'cancelled' }
  /** The exchange's reply, with data that violate the contract. */
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
  readonly route?: RouteShape;
}

interface ExchangeOptions extends CallOptions {
  readonly deadlineMs: number;
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
  /** Reads the answer of a call that was answered. */
  decoder<N extends RouteName>(name: N): Decoder<AnswerOf<N>>;
  /** Fetches an envelope outside of the session: without its token, and no reply ends it. It is not recorded. */
  external(url: string, init?: RequestInit): Promise<Result<unknown, CallError>>;
  /** Asks for a file of this site, without the token. @param address a redirection to another site is refused */
  file(address: string): Promise<Response>;
  setLanguage(language: Language): void;
  setToken(token: string | undefined): void;
  /** Of the session that the next call is made in. */
  token(): string | undefined;
  /** Bytes of calls and answers since the start, as far as the browser says. */
  bytes(): number;
  /** Tokens that the server reported as expired: the one each call was sent with, not the current one. */
  readonly expired$: Subject<string>;
}

/** Of the heads of a call and its answer. */
const HEAD_BYTES = 800;

/** @param answers that are here already, see `EngineSettings.answers` */
export function createHttp(
  env: Env,
  apiBase: string,
  firstLanguage: Language,
  tap: Tap,
  answers: Readonly<Record<string, unknown>> = {},
): Http {
  const here = new Map(Object.entries(answers));
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
  let bytes = 0;
  let routes: Readonly<Record<string, RouteShape>> = FIRST_ROUTES;

  async function textOf(response: Response): Promise<string> {
    const text = await response.text();
    bytes += HEAD_BYTES + (Number(response.headers.get('content-length')) || text.length);
    return text;
  }

  /** A failed load is a lost connection; the next call loads again. */
  async function loadRoute(name: RouteName, given: AbortSignal): Promise<RouteShape> {
    const aborted = new Promise<never>((_, reject) => {
      given.addEventListener('abort', () => reject(given.reason), { once: true });
    });
    routes = { ...FIRST_ROUTES, ...(await Promise.race([env.laterRoutes(), aborted])) };
    return routeOf(name);
  }

  function routeOf(name: RouteName): RouteShape {
    const route = routes[name];
    if (route === undefined) throw new Error(`${name} was not called before`);
    return route;
  }

  async function call<N extends RouteName>(
    name: N,
    request: RequestOf<N>,
    { deadlineMs = COMMAND_DEADLINE_MS, signal, isInitial }: CallOptions = {},
  ): Promise<Result<unknown, CallError>> {
    return exchange({ deadlineMs, signal, isInitial }, async (sent, given) => {
      const route = routes[name] ?? (await loadRoute(name, given));
      const { path, fields } = placed(route.path, route.request ?? {}, request);
      const isPost = route.method === 'POST';
      const query = isPost ? {} : fields;
      const known = here.get(path);
      if (here.delete(path))
        return { text: JSON.stringify(known), status: 200, call: { path, query }, route };
      const response = await client(path, {
        method: route.method,
        headers: headersWith(sent),
        signal: given,
        ...(isPost
          ? { body: new URLSearchParams(fields) }
          : { searchParams: { ...fields, t: String(env.now()) } }),
      });
      return { text: await textOf(response), status: response.status, call: { path, query }, route };
    });
  }

  const headersWith = (sent: string | undefined) => ({
    lang: language,
    ...(sent === undefined ? {} : { authorization: sent }),
  });

  /** Applies the deadline and the caller's abort signal to a call, and reads the reply. */
  async function exchange(
    { deadlineMs, signal, isInitial }: ExchangeOptions,
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
      const { text, status, call, route } = await transport(sent, abort.signal);
      const body = parseJson(text);
      const isRead = route?.method === 'GET' && !route.changes;
      if (call) tap.answered(call.path, call.query, body, isRead, route?.session);
      const outcome = readEnvelope(body, status, route?.request ?? {});
      const isExpired = !outcome.ok && isSessionOver(outcome.error);
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
      exchange(options, async (sent, signal) => {
        const { path } = routes[name] ?? (await loadRoute(name, signal));
        const body = new FormData();
        body.set('file', file, 'picture');
        bytes += HEAD_BYTES + file.size;
        return env.send({
          url: apiBase + path,
          headers: headersWith(sent),
          body,
          signal,
          onPart,
        });
      }),
    decoder<N extends RouteName>(name: N): Decoder<AnswerOf<N>> {
      // The type of the answer was made from this schema.
      return (value) => decode(routeOf(name).answer as Schema<unknown, AnswerOf<N>>, value);
    },
    external: (url, init) =>
      // Such a reply knows nothing of this session: its 999 must not end it.
      exchange({ deadlineMs: COMMAND_DEADLINE_MS, isInitial: true }, async (_sent, signal) => {
        const response = await env.fetch(url, {
          headers: { lang: language },
          credentials: 'omit',
          signal,
          ...init,
        });
        return { text: await textOf(response), status: response.status };
      }),
    file: (address) => env.fetch(address, { mode: 'same-origin', redirect: 'error' }),
    expired$,
    setLanguage(next) {
      // The answers of the page are in its language.
      here.clear();
      language = next;
    },
    setToken(next) {
      token = next;
    },
    token: () => token,
    bytes: () => bytes,
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

/**
 * A reply as result or refusal. From status 500 on, and for a body that is no envelope, unanswered: it may have been
 * carried out.
 * @param parameters of the call, for the names of refused fields
 */
export function readEnvelope(
  body: unknown,
  status: number,
  parameters: Parameters,
): Result<unknown, CallError> {
  // A failing server may have carried out the request first: its code does not decide the outcome.
  if (status >= 500) return err({ kind: 'unanswered', reason: 'server' });
  const envelope = decodeEnvelope(body);
  if (!envelope.ok) return err({ kind: 'unanswered', reason: 'foreign' });
  const { code, msg, data } = envelope.value;
  if (code === CODE.success) return ok(data);
  return err({ kind: 'refused', ...refusal(code, msg, factsOf(data, parameters)) });
}

/** The exchange does not accept the token of the call. */
export const isSessionOver = (error: CallError): boolean =>
  error.kind === 'refused' && error.code === CODE.sessionExpired;

const UNANSWERED = {
  timeout: LOCAL_CODE.unknown,
  network: LOCAL_CODE.offline,
  server: LOCAL_CODE.unknown,
  foreign: LOCAL_CODE.malformed,
} as const;

/** Converts a failed call to the page's refusal. */
export function refusalOf(error: CallError): Refusal {
  switch (error.kind) {
    case 'refused':
      return refusal(error.code, error.message, error.facts);
    case 'unanswered':
      return refusal(UNANSWERED[error.reason]);
    case 'cancelled':
      return refusal(LOCAL_CODE.unknown);
    case 'malformed':
      return refusal(LOCAL_CODE.malformed);
  }
}

/** Numbers, texts and lists of texts in a refusal's `data`; `field` is the app's name of a parameter. */
function factsOf(data: unknown, parameters: Parameters): Refusal['facts'] {
  if (!isFields(data)) return undefined;
  const facts: Record<string, string | number | readonly string[]> = {};
  for (const [name, value] of Object.entries(data))
    if (typeof value === 'string' || typeof value === 'number' || isTexts(value)) facts[nameOf(name)] = value;
  const { field } = facts;
  if (typeof field === 'string') facts['field'] = nameOf(field, parameters[field]);
  return facts;
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
