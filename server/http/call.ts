import * as v from 'valibot';
import { CODE } from '../../shared/contract/codes.ts';
import type { Language } from '../../shared/contract/language.ts';
import { type AnswerOf, type RequestOf, ROUTES, type RouteName } from '../../shared/contract/routes.ts';
import { err, type Refusal, type Result, refusal } from '../../shared/result.ts';
import type { Accounts, Session } from '../accounts/accounts.ts';
import type { Config } from '../config.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Market } from '../feed/market.ts';
import { integer } from './fields.ts';

/** The rooms behind the calls. */
export interface Services {
  readonly market: Market;
  readonly exchange: Exchange;
  readonly accounts: Accounts;
  readonly config: Pick<Config, 'site' | 'feeType'>;
}

/** A request as a call sees it: names and texts, and the token as it came. */
interface CallRequest {
  readonly parameters: URLSearchParams;
  readonly token: string | undefined;
  readonly language: Language;
}

/** A call of the route table, bound to its name: the answer's shape is the contract's. */
export interface Call<N extends RouteName> {
  readonly name: N;
  run(services: Services, request: CallRequest): Promise<Result<AnswerOf<N>>>;
}

type KeysOf<T> = T extends unknown ? keyof T : never;
type Field = v.GenericSchema<string | undefined, unknown>;
type FieldsOf<N extends RouteName> = Readonly<Record<KeysOf<RequestOf<N>>, Field>>;
type NoOthers<N extends RouteName, E> = { readonly [K in Exclude<keyof E, KeysOf<RequestOf<N>>>]: never };
type Asker<N extends RouteName> = {
  readonly session: (typeof ROUTES)[N] extends { readonly session: true } ? Session : undefined;
  readonly language: Language;
};

/**
 * Binds a call's fields and its work. The order of refusals: no session (999), a wrong parameter (4000), the work's own.
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
    async run(services, { parameters, token, language }) {
      const signed = 'session' in ROUTES[name];
      const session = signed && token !== undefined ? await services.accounts.session(token) : undefined;
      if (signed && session === undefined) return err(refusal(CODE.sessionExpired));
      const texts = readTexts(parameters, fields, stamped);
      if (!texts.ok) return texts;
      const values = v.safeParse(schema, texts.value, { abortEarly: true });
      if (!values.success) return badParameter(String(values.issues[0].path?.[0].key ?? ''));
      // It was seen above that a session is there for exactly the calls that need one.
      return work(services, values.output, { session, language } as Asker<N>);
    },
  };
}

/** @param field the parameter's name as the client sent it, or as it should have */
export const badParameter = (field: string): Result<never, Refusal> =>
  err(refusal(CODE.badParameter, '', { field: field.slice(0, 64) }));

/** Each parameter once and none that the call does not know; `t` is the client's time stamp against caches. */
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
    if (!isStamp) texts[name] = value;
    else if (!v.is(integer(0), value)) return badParameter(name);
  }
  return { ok: true, value: texts };
}
