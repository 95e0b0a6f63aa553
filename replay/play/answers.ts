import { CODE, type Envelope } from '../../shared/contract/codes.ts';
import { ROUTES, type RouteName, type RouteShape } from '../../shared/contract/routes.ts';
import { isFields } from '../../shared/json.ts';
import { LOCAL_CODE } from '../../shared/result.ts';
import { NEUTRAL_BASE_DATA } from '../format/neutral-base-data.ts';
import { redactQuery } from '../record/redact.ts';
import { createLiveAnswers, type LiveDeps, type RecordedAnswer } from './live-answers.ts';

export interface Answer {
  /** HTTP status. */
  readonly status: number;
  readonly body: Envelope<unknown>;
}

/** Answers calls from a recording: from the current state if it is known, else with the recorded answer. */
export interface Answers {
  note(entry: RecordedAnswer): void;
  /** Whether nothing is known yet, but the beginning of the recording may still contain it. */
  isOnItsWay(path: string, query: RecordedAnswer['query']): boolean;
  /** Whether the answer would be that the recording does not have it. */
  isMissing(...call: Parameters<Answers['answer']>): boolean;
  /** The last recorded answer of an account's call, if the call gets it: the same object until another one is recorded. */
  recorded(...call: Parameters<Answers['answer']>): unknown;
  answer(method: RouteShape['method'], path: string, query: Readonly<Record<string, string>>): Answer;
}

export interface AnswerDeps extends LiveDeps {
  readonly isSignedIn: () => boolean;
}

/** The calls that an app makes at once and needs. */
const FIRST = [
  'getTradeList',
  'getCategories',
  'getBasicInfo',
  'getKline',
  'getMiniKline',
  'getFirstMiniKlines',
] as const;
const REFUSAL = 'This is a recording: nothing can be ordered.';
/** Number of calls whose last answer is kept; the oldest are dropped. */
const MAX_KEPT = 500;
const NOT_FOUND_STATUS = 404;
/** Calls that sign in; they change nothing in a recording. */
const ENTRIES: readonly RouteName[] = ['login', 'createDemoAccount'];

export function createAnswers(deps: AnswerDeps): Answers {
  const live = createLiveAnswers(deps);
  const kept = new Map<string, Envelope<unknown>>();

  function dataOf(name: RouteName, path: string, query: Readonly<Record<string, string>>): Envelope<unknown> {
    const known = live.data(name, query);
    if (known !== undefined) return success(known);
    const recorded = kept.get(keyOf(path, query));
    if (recorded !== undefined) return recorded;
    const neutral = NEUTRAL[name];
    return neutral === undefined ? refused(LOCAL_CODE.notRecorded) : success(neutral);
  }

  function answer(
    method: RouteShape['method'],
    path: string,
    query: Readonly<Record<string, string>>,
  ): Answer {
    const name = routeOf(method, path);
    if (name === undefined) return { status: NOT_FOUND_STATUS, body: refused(CODE.notFound) };
    const route: RouteShape = ROUTES[name];
    if (name === 'logout') return done(success(null));
    const isEntry = ENTRIES.includes(name);
    if (isEntry ? !deps.isSignedIn() : changes(route)) return done(refused(CODE.conflict, REFUSAL));
    if (route.session && !deps.isSignedIn()) return done(refused(CODE.sessionExpired));
    return done(dataOf(name, path, query));
  }

  return {
    isOnItsWay(path, query) {
      const name = FIRST.find((one) => ROUTES[one].path === path);
      return name !== undefined && isEmpty(live.data(name, query)) && !kept.has(keyOf(path, query));
    },
    note(entry) {
      const { path, query, body } = entry;
      if (!isFields(body) || typeof body['code'] !== 'number') return;
      if (live.note(entry) || body['code'] === CODE.sessionExpired) return;
      const key = keyOf(path, query);
      kept.delete(key);
      kept.set(key, { code: body['code'], msg: String(body['msg'] ?? ''), data: body['data'] ?? null });
      for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
    },
    isMissing: (...call) => answer(...call).body.code === LOCAL_CODE.notRecorded,
    recorded(method, path, query) {
      const recorded = kept.get(keyOf(path, query));
      const name = routeOf(method, path);
      const isOfAccount = name !== undefined && 'session' in ROUTES[name];
      return isOfAccount && answer(method, path, query).body === recorded ? recorded : undefined;
    },
    answer,
  };
}

const isEmpty = (data: unknown): boolean => data === undefined || (Array.isArray(data) && data.length === 0);
const changes = (route: RouteShape): boolean => route.method !== 'GET' || route.changes === true;
const done = (body: Envelope<unknown>): Answer => ({ status: 200, body });
const success = (data: unknown): Envelope<unknown> => ({ code: CODE.success, msg: '', data });
const refused = (code: number, msg = ''): Envelope<unknown> => ({ code, msg, data: null });

/** Equal for calls that differ only in the order of fields, or in what a recording masks. */
const keyOf = (path: string, query: Readonly<Record<string, string>>): string =>
  JSON.stringify([path, Object.entries(redactQuery(query)).sort(([a], [b]) => (a < b ? -1 : 1))]);

function routeOf(method: string, path: string): RouteName | undefined {
  const known: readonly [string, RouteShape][] = Object.entries(ROUTES);
  const found = known.find(([, route]) => route.method === method && isPath(route.path, path));
  // The keys of ROUTES are the names.
  return found?.[0] as RouteName | undefined;
}

function isPath(pattern: string, path: string): boolean {
  const place = pattern.indexOf(':');
  return place < 0 ? pattern === path : path.startsWith(pattern.slice(0, place)) && path.length > place;
}

const EMPTY_LIST = { list: [] };

/**
 * Empty `data` for calls of which a recording has nothing, and which the app needs to show anything. For what a screen
 * is there to show, an empty list would say that there was nothing.
 */
const NEUTRAL: { readonly [N in RouteName]?: unknown } = {
  getBasicInfo: NEUTRAL_BASE_DATA,
  getAreas: [],
  getSetting: { key: 'is_show_mobile', value: 0 },
  getContactEmail: { email: '***' },
  getReview: { review_status: 0, remark: '' },
  getDepositCoins: EMPTY_LIST,
  getDepositSymbols: { coins: [], banks: [] },
  getDepositBanks: EMPTY_LIST,
  getDrawCurrencies: EMPTY_LIST,
  getDrawMethods: EMPTY_LIST,
  getTradeList: EMPTY_LIST,
  getCategories: [],
  getMiniKline: {},
  getFirstMiniKlines: {},
  searchInstruments: EMPTY_LIST,
  getChat: EMPTY_LIST,
  getAlerts: EMPTY_LIST,
};
