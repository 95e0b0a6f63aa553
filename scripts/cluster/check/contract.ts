import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { orderRoutes } from '../../../shared/contract/orders.ts';
import { ROUTES, type RouteShape } from '../../../shared/contract/routes.ts';
import { decode } from '../../../shared/contract/schema.ts';
import { sessionRoutes } from '../../../shared/contract/session.ts';
import { SOCKET_PATH } from '../../../shared/contract/socket.ts';
import { BITCOIN } from '../drill/socket.ts';

interface ContractCheck {
  /** Addresses of the gateways; at least two. */
  readonly origins: readonly string[];
  readonly report: (line: string) => void;
}

type Values = Readonly<Record<string, string | number>>;

const DONE = 1;
const SESSION_ENDED = 999;
const ANSWER_MS = 10_000;
const LOGOUTS = 200;
/** An account each: of one account only some sessions may be open. */
const AT_ONCE = 10;
/** So soon a socket of a session that has ended must be silenced. */
const SILENT_WITHIN_MS = 1_000;
/** How long it is waited for; later is wrong anyway. */
const SILENT_AFTER_ALL_MS = 2_000;

/**
 * Logs in on each gateway and reads and trades on the next one; then ends sessions on one whose sockets are on another.
 * Prints its figures. @returns whether every answer is as the contract says, and every socket was silenced in time
 */
export async function checkContract({ origins, report }: ContractCheck): Promise<boolean> {
  if (origins.length < 2) throw new Error('--check needs at least two gateways.');
  let isRight = true;
  for (const [at, origin] of origins.entries()) {
    const next = (at + 1) % origins.length;
    const { asked, wrong } = await checkPair(origin, origins[next] ?? '', report);
    report(
      `logged in on gateway ${at + 1}, trading on gateway ${next + 1}: ${wrong} of ${asked} answers are wrong`,
    );
    isRight &&= wrong === 0;
  }
  const [one = '', other = ''] = origins;
  const waits = await logouts(one, other);
  const inTime = waits.filter((ms) => ms <= SILENT_WITHIN_MS).length;
  report(
    `${inTime} of ${LOGOUTS} sockets were silenced within ${SILENT_WITHIN_MS} ms, the slowest after ${Math.max(...waits)} ms`,
  );
  return isRight && inTime === LOGOUTS;
}

async function checkPair(from: string, to: string, report: ContractCheck['report']) {
  let [asked, wrong] = [0, 0];
  const token = await login(from, await newDemo(from));
  const check = async (origin: string, name: string, route: RouteShape, values: Values = {}) => {
    asked++;
    const answer = await ask(origin, route, values, token).catch(() => undefined);
    if (answer?.code === DONE && decode(route.answer, answer.data).ok) return answer.data;
    wrong++;
    report(`${name} is answered with ${answer?.code ?? 'nothing'} at ${origin}`);
    return undefined;
  };
  for (const [name, route] of Object.entries<RouteShape>(ROUTES))
    if (isPlainRead(route)) await check(to, name, route);
  const order = { type: 1, cont: 0.01, forex_id: BITCOIN, status: 1, multiple: 10, cid: randomUUID() };
  const opened = await check(to, 'submitOrder', orderRoutes.submitOrder, order);
  // The same call elsewhere has the stored answer.
  const again = await check(from, 'submitOrder', orderRoutes.submitOrder, order);
  const id = idOf(opened);
  if (id === undefined || idOf(again) !== id) wrong++;
  await check(to, 'closeOrder', orderRoutes.closeOrder, { id: id ?? 0, cid: randomUUID() });
  const deals = await check(from, 'getDeals', orderRoutes.getDeals, { status: 3, page: 1, limit: 10 });
  const closed = (deals as { readonly data?: readonly { readonly Id: number }[] } | undefined)?.data ?? [];
  if (!closed.some(({ Id }) => Id === id)) wrong++;
  return { asked, wrong };
}

const idOf = (order: unknown): number | undefined => (order as { readonly Id: number } | undefined)?.Id;

/** A call without effect that needs no parameters. */
const isPlainRead = ({ method, path, changes, real, request = {} }: RouteShape): boolean =>
  method === 'GET' &&
  changes === undefined &&
  real === undefined &&
  !path.includes(':') &&
  Object.values(request).every((parameter) => 'optional' in parameter);

async function ask(origin: string, { method, path }: RouteShape, values: Values, token = '') {
  const form = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));
  const isPost = method === 'POST';
  const response = await fetch(`${origin}${path}${isPost || form.size === 0 ? '' : `?${form}`}`, {
    method,
    ...(isPost ? { body: form } : {}),
    headers: token === '' ? {} : { authorization: token },
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  return (await response.json()) as { readonly code: number; readonly data: unknown };
}

async function newDemo(origin: string): Promise<string> {
  const { data } = await ask(origin, sessionRoutes.createDemoAccount, {});
  return (data as { readonly demo_id: string }).demo_id;
}

async function login(origin: string, demo_id: string): Promise<string> {
  const { data } = await ask(origin, sessionRoutes.login, { demo_id });
  return (data as { readonly token: string }).token;
}

/** @returns how long each socket on the other gateway took to be silenced, ms; infinite if it was not */
async function logouts(one: string, other: string): Promise<readonly number[]> {
  const waits: number[] = [];
  const lane = async () => {
    const demo = await newDemo(one);
    for (let done = 0; done < LOGOUTS / AT_ONCE; done++) waits.push(await logout(one, other, demo));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return waits;
}

async function logout(one: string, other: string, demo: string): Promise<number> {
  const token = await login(one, demo);
  const socket = new WebSocket(`${other.replace('http', 'ws')}${SOCKET_PATH}`);
  const acknowledged = (code: number, withinMs: number) =>
    new Promise<boolean>((resolve) => {
      const timeout = setTimeout(() => resolve(false), withinMs);
      socket.on('message', (text) => {
        const frame = JSON.parse(String(text));
        if (frame.cmd !== 'login' || frame.code !== code) return;
        clearTimeout(timeout);
        resolve(true);
      });
    });
  socket.on('open', () => socket.send(JSON.stringify({ cmd: 'login', params: { token } })));
  socket.on('error', () => undefined);
  try {
    if (!(await acknowledged(DONE, ANSWER_MS))) return Number.POSITIVE_INFINITY;
    const silenced = acknowledged(SESSION_ENDED, SILENT_AFTER_ALL_MS);
    const from = Date.now();
    await ask(one, sessionRoutes.logout, {}, token);
    return (await silenced) ? Date.now() - from : Number.POSITIVE_INFINITY;
  } finally {
    socket.terminate();
  }
}
