import * as v from 'valibot';
import { CODE } from '../../shared/contract/codes.ts';
import type { Language } from '../../shared/contract/language.ts';
import {
  type AnswerOf,
  type RequestOf,
  ROUTES,
  type RouteName,
  type RouteShape,
} from '../../shared/contract/routes.ts';
import { err, type Refusal, type Result, refusal } from '../../shared/result.ts';
import type { Accounts, Session, Visitor } from '../accounts/accounts.ts';
import type { Membership } from '../accounts/membership.ts';
import type { Chat } from '../chat/chat.ts';
import type { Config } from '../config/config.ts';
import type { Content } from '../content/content.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Faults } from '../faults/faults.ts';
import type { Market } from '../feed/market.ts';
import type { Files } from '../files/files.ts';
import type { Identity } from '../identity/identity.ts';
import type { Leaders } from '../leaders/leaders.ts';
import type { Listings } from '../listings/listings.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Payments } from '../payments/payments.ts';
import type { Verification } from '../verification/verification.ts';
import { integer } from './fields.ts';

/** The rooms behind the calls. */
export interface Services {
  readonly market: Market;
  readonly exchange: Exchange;
  readonly accounts: Accounts;
  readonly membership: Membership;
  readonly verification: Verification;
  readonly outbox: Outbox;
  readonly leaders: Leaders;
  readonly listings: Listings;
  readonly files: Files;
  readonly payments: Payments;
  readonly identity: Identity;
  readonly content: Content;
  readonly chat: Chat;
  readonly config: Pick<Config, 'site' | 'feeType'>;
  /** In development alone; for the operator's command. */
  readonly faults?: Faults | undefined;
}

/** A request as a call sees it: names and texts, and the token as it came. */
interface CallRequest {
  readonly parameters: URLSearchParams;
  readonly token: string | undefined;
  /** The one file of a multipart body, not read before it is asked for. */
  readonly readFile: () => Promise<Result<Uint8Array>>;
  readonly language: Language;
  readonly visitor: Visitor;
}

/** A call of the route table, bound to its name: the answer's shape is the contract's. */
export interface Call<N extends RouteName> {
  readonly name: N;
  /** What each parameter may be, also for the API's description. */
  readonly fields: Readonly<Record<string, Field>>;
  run(services: Services, request: CallRequest): Promise<Result<AnswerOf<N>>>;
}

type KeysOf<T> = T extends unknown ? keyof T : never;
export type Field = v.GenericSchema<string | undefined, unknown>;
type FieldsOf<N extends RouteName> = Readonly<Record<KeysOf<RequestOf<N>>, Field>>;
type NoOthers<N extends RouteName, E> = { readonly [K in Exclude<keyof E, KeysOf<RequestOf<N>>>]: never };
type Asker<N extends RouteName> = {
  readonly session: (typeof ROUTES)[N] extends { readonly session: true } ? Session : undefined;
  readonly language: Language;
  readonly visitor: Visitor;
};

/**
 * Binds a call's fields and its work. The order of refusals: no session (999), a demo account's
 * (4003), a wrong parameter (4000), the work's own.
 */
export function call<N extends RouteName, E extends FieldsOf<N>>(
  name: N,
  fields: E & NoOthers<N, E>,
  work: (
    services: Services,
    values: v.InferOutput<v.ObjectSchema<E, undefined>>,
    asker: Asker<N>,
  ) => Promise<Result<AnswerOf<N>>> | Result<AnswerOf<N>>,
): Call<N> {
  const schema = v.object<E>(fields);
  const stamped = ROUTES[name].method !== 'POST';
  return {
    name,
    fields,
    async run(services, { parameters, token, language, visitor }) {
      const admitted = await admit(services, name, token);
      if (!admitted.ok) return admitted;
      const session = admitted.value;
      const texts = readTexts(parameters, fields, stamped);
      if (!texts.ok) return texts;
      const values = v.safeParse(schema, texts.value, { abortEarly: true });
      if (!values.success) return badParameter(String(values.issues[0].path?.[0].key ?? ''));
      // It was seen above that a session is there for exactly the calls that need one.
      return work(services, values.output, { session, language, visitor } as Asker<N>);
    },
  };
}

/** Who asks: 999 where a session is needed and none is there, 4003 for a demo account where it must be a real one. */
export async function admit(
  services: Pick<Services, 'accounts'>,
  name: RouteName,
  token: string | undefined,
): Promise<Result<Session | undefined>> {
  const route: RouteShape = ROUTES[name];
  const signed = route.session === true;
  const session = signed && token !== undefined ? await services.accounts.session(token) : undefined;
  if (signed && session === undefined) return err(refusal(CODE.sessionExpired));
  if (route.real === true && session?.user.is_demo === 1) return err(refusal(CODE.notForDemo));
  return { ok: true, value: session };
}

/** @param field the parameter's name as the client sent it, or as it should have */
export const badParameter = (field: string): Result<never, Refusal> =>
  err(refusal(CODE.badParameter, '', { field: field.slice(0, 64) }));

/**
 * Each parameter once and none that the call does not know; `t` is the client's time stamp against caches. No text has a
 * NUL in it: not every database can hold one.
 */
function readTexts(
  parameters: URLSearchParams,
  fields: object,
  stamped: boolean,
): Result<Readonly<Record<string, string>>> {
  const texts: Record<string, string> = {};
  const seen = new Set<string>();
  for (const [name, value] of parameters) {
    const isStamp = stamped && name === 't';
    if (seen.has(name) || !(isStamp || Object.hasOwn(fields, name))) return badParameter(name);
    seen.add(name);
    if (value.includes('\0')) return badParameter(name);
    if (!isStamp) texts[name] = value;
    else if (!v.is(integer(0), value)) return badParameter(name);
  }
  return { ok: true, value: texts };
}
