import type * as v from 'valibot';
import type { AnswerOf, RouteName } from '../../../shared/contract/routes.ts';
import { contentAnswers, contentShapes } from './answers/content.ts';
import { marketAnswers, marketShapes } from './answers/market.ts';
import { orderAnswers, orderShapes } from './answers/orders.ts';
import { paymentAnswers, paymentShapes } from './answers/payments.ts';
import { peopleAnswers, peopleShapes } from './answers/people.ts';
import { siteAnswers, siteShapes } from './answers/site.ts';

/** The shapes that more than one answer is made of, by the names under which the description lists them. */
export const SHAPES = {
  ...marketShapes,
  ...orderShapes,
  ...paymentShapes,
  ...peopleShapes,
  ...siteShapes,
  ...contentShapes,
} satisfies Readonly<Record<string, v.GenericSchema>>;

const answers = {
  ...siteAnswers,
  ...peopleAnswers,
  ...paymentAnswers,
  ...marketAnswers,
  ...orderAnswers,
  ...contentAnswers,
} satisfies { readonly [N in RouteName]: v.GenericSchema };

/** Whatever is read-only in one and not in the other is the same on the wire. */
type Plain<T> = T extends object ? { -readonly [K in keyof T]: Plain<T[K]> } : T;
/** Both ways: neither has what the other lacks, optional parts included. */
type Same<A, B> =
  (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2 ? true : false;
type Drifted = {
  [N in RouteName]: Same<v.InferOutput<(typeof answers)[N]>, AnswerOf<N>> extends true ? never : N;
}[RouteName];

/** What each call answers with. A schema that differs from the contract's type does not compile, and is named. */
export const ANSWERS: [Drifted] extends [never] ? typeof answers : Drifted = answers;
