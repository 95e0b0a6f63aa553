import type { Engine, OrderEvent, SessionState, WorkingOrders } from '../../../shared/bridge/worker-api.ts';
import { ACK, type Acknowledged } from '../../../worker/bridge/back-pressure.ts';
import { createEngine, type EngineHost } from '../../../worker/engine.ts';
import { wireInstrument } from '../../helpers/wire-rows.ts';
import { type Answer, createScriptedEnv, type ScriptedEnv } from './scripted-env.ts';

const USER = { uid: 1, email: '', phone: '', is_demo: 1, invite_code: '' };

/** What every exchange answers, by path. */
export const STANDARD: Readonly<Record<string, unknown>> = {
  '/v1/api/forex/trade_list': { list: [wireInstrument(1, 'EURUSD'), wireInstrument(2, 'XAUUSD', 2)] },
  '/v1/api/forex/getCategories': [{ Id: 1, NameShowTrans: 'Forex' }],
  '/api/basicSet/getBasicInfo': {
    service_link: '',
    service_link_type: 0,
    verify_reg_type: 0,
    trade_fee_type: 2,
    area_codes: [],
  },
  '/api/user/info': USER,
  '/api/user/createAccountDemoForU': { demo_id: 'demo' },
  '/api/user/loginForU': { token: 'token-of-demo', user: USER },
  '/v1/api/forex/abbreviated_cache_kline': {},
  '/v1/api/forex/kline': [],
};

/** An engine on a scripted env, configured, with its lists loaded. */
export async function openScripted(
  options: { readonly answer?: Answer; readonly token?: string; readonly complaintUrl?: string } = {},
): Promise<{ readonly env: ScriptedEnv; readonly engine: EngineHost }> {
  const env = createScriptedEnv(
    (url) => options.answer?.(url) ?? STANDARD[url.pathname] ?? { code: 4004, msg: '' },
  );
  const engine = createEngine(env);
  engine.configure({
    apiBase: 'http://exchange.test',
    socketUrl: 'ws://exchange.test/v1/ws',
    language: 'en',
    token: options.token ?? null,
    ...(options.complaintUrl === undefined ? {} : { complaintUrl: options.complaintUrl }),
  });
  await env.settle();
  engine.start();
  return { env, engine };
}

/** Collects a stream's values. */
export function collect<T>(stream: { subscribe(next: (value: T) => void): unknown }): T[] {
  const values: T[] = [];
  stream.subscribe((value) => values.push(value));
  return values;
}

/** Market frames, each acknowledged when the test requests the next. */
export function collectFrames(engine: Engine) {
  const stream = engine.frames() as unknown as Acknowledged<Float64Array<ArrayBuffer>>;
  const frames: Float64Array<ArrayBuffer>[] = [];
  stream.subscribe((frame) => frames.push(frame));
  return { frames, acknowledge: (returned?: ArrayBuffer) => stream[ACK](returned) };
}

export const marketFrame = (seq: number, ts: number, ...rows: (readonly number[])[]) => ({
  topic: 'DAY_MARKET',
  seq,
  ts,
  data: rows,
});

const account = (balance: number) => ({ balance, lock_balance: 0 });
export const trade = (seq: number, orders: unknown[], balance = 100_000) => ({
  topic: 'FOREX_TRADE',
  seq,
  ts: 0,
  data: { orders, account: account(balance) },
});

/** Signed in with a stored token, on a live link, before any orders are known. */
export async function openSignedIn() {
  const opened = await openScripted({ token: 'stored' });
  const { env, engine } = opened;
  const working = collect<WorkingOrders>(engine.working() as never);
  const events = collect<OrderEvent>(engine.orderEvents() as never);
  const sessions = collect<SessionState>(engine.session() as never);
  env.socket().accept();
  env.socket().say({ cmd: 'login', code: 1, msg: '' });
  return { ...opened, working, events, sessions };
}
