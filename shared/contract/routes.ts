import { FIRST_ROUTES } from './first-routes.ts';
import { LATER_ROUTES } from './later-routes.ts';
import type { Parameters, SentOf } from './parameter.ts';
import type { Domain, Infer, Schema } from './schema.ts';

/**
 * A REST call. `session`: a token is needed, and `real`: it must not be a demo account's. `changes` marks a GET that
 * changes state: never retried, cached or prefetched; docs/api.md, "Calls that must happen once". A path's `:name` is a
 * parameter of the request. `body`: of a POST; a form when absent. The exchange takes flat JSON for a form as well.
 */
export interface RouteShape {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly session?: true;
  readonly real?: true;
  readonly changes?: true;
  readonly body?: 'multipart';
  readonly request?: Parameters;
  readonly answer: Schema<unknown>;
}

/** Every call of the contract by its name; each is defined in the file of its subject. */
export const ROUTES = {
  ...FIRST_ROUTES,
  ...LATER_ROUTES,
} satisfies Readonly<Record<string, RouteShape>>;

export type RouteName = keyof typeof ROUTES;
type Routes = typeof ROUTES;
/** The parameters of a call; `t` is added to every GET and DELETE by the client and not listed. */
export type ParametersOf<N extends RouteName> = Routes[N] extends { readonly request: infer P }
  ? P
  : Record<never, never>;
/** As one type by call: an interface, so that a generic call is compared by its members. */
interface Calls extends CallsOf<Routes> {}
type CallsOf<R extends Readonly<Record<string, RouteShape>>> = {
  readonly [N in keyof R]: {
    readonly request: SentOf<R[N] extends { readonly request: infer P } ? P : Record<never, never>>;
    readonly answer: Domain<R[N]['answer']>;
    readonly wireAnswer: Infer<R[N]['answer']>;
  };
};
/** A call's request and answer as the app has them. */
export type RequestOf<N extends RouteName> = Calls[N]['request'];
export type AnswerOf<N extends RouteName> = Calls[N]['answer'];
/** The answer as the exchange sends it. */
export type WireAnswerOf<N extends RouteName> = Calls[N]['wireAnswer'];
