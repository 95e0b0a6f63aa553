import { CODE } from '../../shared/contract/codes.ts';
import type { Language } from '../../shared/contract/language.ts';
import { parse } from '../../shared/contract/parameter.ts';
import { ROUTES, type RouteName, type RouteShape } from '../../shared/contract/routes.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import { accountCalls } from '../accounts/account-calls.ts';
import type { Session } from '../accounts/sessions.ts';
import type { Visitor } from '../accounts/visitor.ts';
import { alertCalls } from '../alerts/alert-calls.ts';
import type { Calls, Handler } from '../call.ts';
import { chatCalls } from '../chat/chat-calls.ts';
import { contentCalls } from '../content/content-calls.ts';
import { orderCalls } from '../exchange/order-calls.ts';
import { factorCalls } from '../factors/factor-calls.ts';
import { identityCalls } from '../identity/identity-calls.ts';
import { leaderCalls } from '../leaders/leaders.ts';
import { marketCalls } from '../listings/market-calls.ts';
import { paymentCalls } from '../payments/payment-calls.ts';
import { badField } from '../refusals.ts';
import type { Services } from '../services.ts';
import { siteCalls } from '../site/site-calls.ts';

/** A request as the calls see it: raw names and texts, and the token as received. */
interface CallRequest {
  readonly parameters: URLSearchParams;
  readonly token: string | undefined;
  /** The one file of a multipart body; read only when the call asks for it. */
  readonly readFile: () => Promise<Result<Uint8Array>>;
  readonly language: Language;
  readonly visitor: Visitor;
}

/** Runs a call of the contract for a request. */
export type RunCall = (name: RouteName, request: CallRequest) => Promise<Result<unknown>>;

/** Order of refusals: no session (999), demo account (4003), invalid parameter (4000), the call's own. */
export function createCalls(services: Services): RunCall {
  const handlers: Calls<RouteName> = {
    ...siteCalls(services),
    ...accountCalls(services),
    ...factorCalls(services),
    ...identityCalls(services),
    ...leaderCalls(services),
    ...marketCalls(services),
    ...orderCalls(services),
    ...contentCalls(services),
    ...chatCalls(services),
    ...paymentCalls(services),
    ...alertCalls(services),
  };
  return async (name, { parameters, token, readFile, language, visitor }) => {
    const route: RouteShape = ROUTES[name];
    const admitted = await admit(services, route, token);
    if (!admitted.ok) return admitted;
    const values = route.body === 'multipart' ? ok({ file: readFile }) : readValues(route, parameters);
    if (!values.ok) return values;
    // The values were validated by this call's contract, and a session exists where the call needs one.
    const handler = handlers[name] as Handler<never>;
    return handler(values.value as never, { session: admitted.value, language, visitor } as never);
  };
}

async function admit(
  { accounts }: Pick<Services, 'accounts'>,
  route: RouteShape,
  token: string | undefined,
): Promise<Result<Session | undefined>> {
  if (!route.session) return ok(undefined);
  const session = token === undefined ? undefined : await accounts.session(token);
  if (session === undefined) return err(refusal(CODE.sessionExpired));
  if (route.real && session.user.is_demo === 1) return err(refusal(CODE.notForDemo));
  return ok(session);
}

/**
 * Reads the parameters of a call by its contract: each once, no unknown names. `t` is the client's time stamp
 * against caches. A NUL is refused, since PostgreSQL cannot store it.
 */
function readValues(
  { method, request = {} }: RouteShape,
  parameters: URLSearchParams,
): Result<Readonly<Record<string, unknown>>> {
  const texts = new Map<string, string>();
  for (const [name, text] of parameters) {
    const isStamp = method !== 'POST' && name === 't';
    if (texts.has(name) || !(isStamp || Object.hasOwn(request, name))) return badField(name);
    if (text.includes('\0') || (isStamp && !/^(?:0|[1-9][0-9]{0,14})$/.test(text))) return badField(name);
    texts.set(name, text);
  }
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(request)) {
    const parsed = parse(parameter, texts.get(name));
    if (parsed === 'refused') return badField(name);
    values[name] = parsed.value;
  }
  return ok(values);
}
