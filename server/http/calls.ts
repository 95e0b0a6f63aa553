import { CODE } from '../../shared/contract/codes.ts';
import type { Language } from '../../shared/contract/language.ts';
import { ROUTES, type RouteName, type RouteShape } from '../../shared/contract/routes.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import { accountCalls } from '../accounts/account-calls.ts';
import type { Session } from '../accounts/sessions.ts';
import { alertCalls } from '../alerts/alert-calls.ts';
import type { Calls, Handler } from '../call.ts';
import { readValues } from '../call-values.ts';
import { chatCalls } from '../chat/chat-calls.ts';
import type { SendCall } from '../cluster/calls/call-sender.ts';
import { isCrossing } from '../cluster/crossing.ts';
import { contentCalls } from '../content/content-calls.ts';
import { orderCalls } from '../exchange/order-calls.ts';
import { factorCalls } from '../factors/factor-calls.ts';
import { favouriteCalls } from '../favourites/favourite-calls.ts';
import { identityCalls } from '../identity/identity-calls.ts';
import { leaderCalls } from '../leaders/leaders.ts';
import { marketCalls } from '../listings/market-calls.ts';
import { paymentCalls } from '../payments/payment-calls.ts';
import { portfolioCalls } from '../portfolio/portfolio.ts';
import { pushCalls } from '../push/push-calls.ts';
import type { Services } from '../services.ts';
import { siteCalls } from '../site/site-calls.ts';
import type { Visitor } from '../visitor.ts';

/** A request as the calls see it: raw names and texts, and the token as received. */
interface CallRequest {
  readonly parameters: URLSearchParams;
  readonly token: string | undefined;
  /** The one file of a multipart body; read only when the call asks for it. */
  readonly readFile: () => Promise<Result<Uint8Array>>;
  readonly language: Language;
  readonly visitor: Visitor;
  /** Whether the client has surely given the call up, by all that has arrived here. Default: never. */
  readonly isGone?: () => Promise<boolean>;
}

/** Runs a call of the contract for a request; undefined when its outcome is unknown. */
export type RunCall = (name: RouteName, request: CallRequest) => Promise<Result<unknown> | undefined>;

/**
 * Order of refusals: no session (999), demo account (4003), invalid parameter (4000), the call's own.
 * @param send where another process deals: sends it the calls that are its own
 */
export function createCalls(services: Services, send?: SendCall): RunCall {
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
    ...favouriteCalls(services),
    ...pushCalls(services),
    ...portfolioCalls(services),
  };
  return async (name, { parameters, token, readFile, language, visitor, isGone }) => {
    const route: RouteShape = ROUTES[name];
    const admitted = await admit(services, route, token);
    if (!admitted.ok) return admitted;
    const values = route.body === 'multipart' ? ok({ file: readFile }) : readValues(route, parameters);
    if (!values.ok) return values;
    if (send !== undefined && admitted.value !== undefined && isCrossing(name)) {
      // Another gateway may have sent a later call: without a `cid` the dealer would take this one for the newest.
      if (!parameters.has('cid') && (await isGone?.())) return undefined;
      return send({ call: name, session: admitted.value, texts: [...parameters], language, visitor });
    }
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
