import { filter, of } from 'rxjs';
import type { Engine } from '../shared/bridge/worker-api.ts';
import { CODE } from '../shared/contract/codes.ts';
import { decodeAccount, decodeHistory, decodeInstruments } from '../shared/contract/domain.ts';
import { sessionRoutes } from '../shared/contract/session.ts';
import { err, LOCAL_CODE, ok, type Result, refusal } from '../shared/result.ts';
import type { Counters } from '../shared/stream/counters.ts';
import { type Assembly, assemble } from './assemble.ts';
import { ask } from './commands/ask.ts';
import { upload } from './commands/upload.ts';
import type { Env } from './env.ts';
import { refusalOf } from './http.ts';
import { decoded } from './loader.ts';
import { alertsOf } from './streams/alerts.ts';
import { messagesOf } from './streams/chat.ts';
import { connectionView } from './streams/connection-view.ts';
import { rankingOf } from './streams/ranking.ts';

/** The engine, and its counters for tests and simulations. */
export interface EngineHost extends Engine {
  counters(): Readonly<Counters>;
}

/**
 * Everything behind the page: the public end of the worker. It takes all of the outside from one `Env` and uses no globals,
 * so that a worker, a test, a recording or a simulation can drive it. What to do with data belongs to `streams/` and
 * `commands/`. `configure` must be the first call; an earlier one throws.
 */
export function createEngine(env: Env): EngineHost {
  let configured: Assembly | undefined;
  const parts = (): Assembly => {
    if (configured === undefined) throw new Error('the engine is not configured');
    return configured;
  };
  return {
    configure(settings) {
      if (configured !== undefined) throw new Error('the engine is configured already');
      configured = assemble(env, settings);
      configured.recorder.tap.asked('configure', [{ language: settings.language }]);
      configured.market.load();
      configured.sparklines.first(settings.firstRows);
      configured.session.check(settings.token);
    },
    ...streams(env, parts),
    ...recorded(commands(env, parts), (name, args) => parts().recorder.tap.asked(name, args)),
    counters: () => parts().counters,
  };
}

/** Names of commands that are not recorded. */
const UNHEARD = /^(echo|lateLogout|ranking|mark|pageRecord|setPace|dataUsed|\w+Recording|\w+Replay)$/;

/** The same commands, each recorded before it runs. */
function recorded<T extends Readonly<Record<string, (...args: never) => unknown>>>(
  commands: T,
  record: (name: string, args: readonly unknown[]) => void,
): T {
  const wrapped = Object.entries(commands).map(([name, run]) => [
    name,
    UNHEARD.test(name)
      ? run
      : (...args: never) => {
          record(name, args);
          return run(...args);
        },
  ]);
  // The entries keep their names and signatures.
  return Object.fromEntries(wrapped) as T;
}

function streams(env: Env, parts: () => Assembly) {
  return {
    connection() {
      const { connection, newestAgeMs } = parts();
      return connectionView(env, connection, newestAgeMs);
    },
    session: () => parts().session.session$.asObservable(),
    market: () => parts().market.market$.asObservable(),
    baseData: () => parts().market.baseData$.pipe(filter((base) => base !== undefined)),
    working: () => parts().orders.working$,
    orderEvents: () => parts().orders.events$.asObservable(),
    frames: () => parts().frames.stream(),
    sparklines: () => parts().sparklines.points$.asObservable(),
    candles(id, period, indicators = []) {
      parts().recorder.tap.asked('candles', [id, period, indicators]);
      return parts().candles.candles(id, period, indicators);
    },
    chat: () => messagesOf(parts().inbox.topic('CHAT')),
    alerts: () => alertsOf(parts().inbox.topic('ALERT')),
    recording: () => parts().recorder.states$,
    replay: () => of({ status: 'live' } as const),
    vitals: () => parts().vitals$,
    // A file of the page is always a Blob.
    upload: (file) => upload(env, parts().http, file as Blob),
  } satisfies Partial<Engine>;
}

function commands(env: Env, parts: () => Assembly) {
  return {
    start: () => parts().connection.start(),
    pageEvent: (event) => parts().connection.page(event),
    pageRecord: (record) => parts().recorder.page(record),
    setLanguage(language) {
      parts().http.setLanguage(language);
      parts().market.load();
    },
    watch: (ids) => parts().frames.watch(ids),
    watchSparklines: (ids) => parts().sparklines.watch(ids),
    ranking: async (by) => ok(rankingOf(parts().quotes.table, by)),
    refreshMarket(withPictures) {
      if (withPictures) {
        parts().sparklines.reload();
        parts().candles.reload();
      }
      return parts().market.refresh();
    },
    refreshAccount: () => refreshAccount(parts(), 'getAccount'),
    signIn: (credentials) => parts().session.signIn(credentials),
    signInDemo: () => parts().session.signInDemo(),
    signOut: () => parts().session.signOut(),
    lateLogout: (token) => lateLogout(parts(), token),
    resetDemo: () => refreshAccount(parts(), 'resetDemoAccount'),
    submitOrder: (order, tappedAt) => parts().commands.submitOrder(order, tappedAt),
    closeOrder: (id, cid, tappedAt, volume) => parts().commands.closeOrder(id, cid, tappedAt, volume),
    orderOutcome: (cid) => parts().commands.orderOutcome(cid),
    amendOrder: (...given) => parts().commands.amendOrder(...given),
    cancelOrder: (id) => parts().commands.cancelOrder(id),
    setStops: (id, stops) => parts().commands.setStops(id, stops),
    history: (page, filter) =>
      parts().loader.onceAs('getDeals', { status: 3, page, ...filter }, decodeHistory),
    search: (keyword) => parts().loader.onceAs('searchInstruments', { keyword }, decodeInstruments),
    leaders: () => parts().loader.once('getLeaders', {}),
    companyStatus: () => parts().loader.once('getCompanyStatus', {}),
    olderCandles: (id, period) => parts().candles.older(id, period),
    complaintEmail: () => complaintEmail(parts()),
    ask: (name, request) => ask(env, parts().http, name, request),
    startRecording: (page) => parts().recorder.start(page),
    stopRecording: () => parts().recorder.stop(),
    mark: (label, agoMs) => parts().recorder.mark(label, agoMs),
    keepRecording: (page) => parts().recorder.keep(page),
    saveRecording: (which, page) => parts().recorder.save(which, page),
    loadRecording: (address) => siteFile(parts().http.file(address)),
    steerReplay() {},
    surveyReplay: async () => err(refusal(CODE.notFound)),
    setPace: (pace) => parts().setPace(pace),
    dataUsed: () => parts().dataUsed(),
    echo: () => env.now(),
  } satisfies Partial<Engine>;
}

/** Loads the account's figures, and its orders by a new snapshot. */
async function refreshAccount(
  { loader, orders, inbox, session }: Assembly,
  call: 'getAccount' | 'resetDemoAccount',
): Promise<Result<void>> {
  const before = session.session$.value;
  if (before.status !== 'signed-in') return err(refusal(CODE.sessionExpired));
  const account = await loader.onceAs(call, {}, decodeAccount);
  if (!account.ok) return account;
  // The session may have changed while the call was in flight.
  if (session.session$.value === before) {
    // Beside positions, only the snapshot has the balance of their moment.
    if (orders.account$.value.working.status === 'unknown') orders.setBalance(account.value.balance);
    inbox.topics.refresh('FOREX_TRADE');
  }
  return ok(undefined);
}

async function complaintEmail({ http, loader, settings }: Assembly): Promise<Result<string>> {
  const { complaintUrl } = settings;
  const answer =
    complaintUrl === undefined
      ? await loader.once('getContactEmail', {})
      : decoded(await http.external(complaintUrl), http.decoder('getContactEmail'));
  if (answer.ok) return ok(answer.value.email);
  return err('kind' in answer.error ? refusalOf(answer.error) : answer.error);
}

/** The part of the engine that this needs. */
interface Caller {
  readonly http: { external(url: string, init: RequestInit): Promise<Result<unknown, object>> };
  readonly settings: { readonly apiBase: string };
}

/** Ends a session at the exchange. The result: whether it has ended, maybe by itself. */
async function lateLogout({ http, settings }: Caller, token: string): Promise<Result<boolean>> {
  const answer = await http.external(settings.apiBase + sessionRoutes.logout.path, {
    method: 'POST',
    headers: { authorization: token },
    body: new URLSearchParams(),
  });
  return ok(answer.ok || ('code' in answer.error && answer.error.code === CODE.sessionExpired));
}

/** A file that this site was asked for. */
async function siteFile(answer: Promise<Response>): Promise<Result<Blob>> {
  try {
    const response = await answer;
    // A path that nobody knows is answered with the app's page.
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
    return response.ok && !isPage ? ok(await response.blob()) : err(refusal(CODE.notFound));
  } catch {
    return err(refusal(LOCAL_CODE.offline));
  }
}
