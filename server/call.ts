import type { Language } from '../shared/contract/language.ts';
import type { ValuesOf } from '../shared/contract/parameter.ts';
import type { ParametersOf, ROUTES, RouteName, WireAnswerOf } from '../shared/contract/routes.ts';
import type { Result } from '../shared/result.ts';
import type { Session } from './accounts/sessions.ts';
import type { Visitor } from './visitor.ts';

/**
 * Handlers of the contract's calls. They live in the rooms (`<subject>/<subject>-calls.ts`) and do not depend
 * on HTTP. `server/http` reads the parameters, checks the session and registers the handlers on their paths.
 */

interface Asker<N extends RouteName> {
  /** Present exactly for the calls that need a session. */
  readonly session: (typeof ROUTES)[N] extends { readonly session: true } ? Session : undefined;
  readonly language: Language;
  readonly visitor: Visitor;
}

export type Handler<N extends RouteName> = (
  values: ValuesOf<ParametersOf<N>>,
  asker: Asker<N>,
) => Promise<Result<WireAnswerOf<N>>> | Result<WireAnswerOf<N>>;

export type Calls<N extends RouteName> = { readonly [K in N]: Handler<K> };
