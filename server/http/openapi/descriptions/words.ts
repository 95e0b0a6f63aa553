import type { CODE } from '../../../../shared/contract/codes.ts';
import type { RequestOf, ROUTES, RouteName } from '../../../../shared/contract/routes.ts';
import type {
  Fields,
  ListSchema,
  MapSchema,
  Named,
  ObjectSchema,
  Schema,
} from '../../../../shared/contract/schema.ts';

/**
 * What a schema needs to be described: nothing for what has a name, where its own description stands; a text for a plain
 * value or a list of them; texts by field for an object, with one for the whole of it before them in a list or an object.
 */
type WordsOf<S> = S extends Named | Schema<null>
  ? never
  : S extends ObjectSchema<infer F>
    ? FieldWords<F> | readonly [string, FieldWords<F>]
    : S extends ListSchema<infer I>
      ? ListWords<I>
      : S extends MapSchema<infer I>
        ? readonly [string, WordsOf<I>]
        : string;

type ListWords<I> = I extends Named
  ? never
  : I extends ObjectSchema<infer F>
    ? readonly [string, FieldWords<F>]
    : string;

/** One text for each field that needs one: a field without it does not compile. */
type FieldWords<F extends Fields> = {
  readonly [K in keyof F as [WordsOf<F[K]>] extends [never] ? never : K]: WordsOf<F[K]>;
};

/** As far as the writer of the document looks: words of any schema. */
export type Words = string | { readonly [field: string]: Words } | readonly [string, Words];

/** The words of a subject's named schemas, by the names under which its file exports them. */
export type ShapeWords<Subject> = {
  readonly [K in keyof Subject as Subject[K] extends Named ? K : never]: Subject[K] extends ObjectSchema<
    infer F
  >
    ? FieldWords<F>
    : string;
};

type NamesOf<T> = T extends unknown ? keyof T : never;
type ParameterWords<N extends RouteName> =
  NamesOf<RequestOf<N>> extends never
    ? unknown
    : { readonly parameters: Readonly<Record<NamesOf<RequestOf<N>>, string>> };
type AnswerWords<W> = [W] extends [never]
  ? unknown
  : Record<never, never> extends W
    ? unknown
    : { readonly answer: W };

/** What the document says of a call beyond what its route says. */
export type CallWords<N extends RouteName> = {
  readonly [K in N]: {
    readonly summary: string;
    /** Markdown. */
    readonly text?: string;
    /** Codes of its own refusals; those that follow from the route are added to them. */
    readonly refusals?: readonly (keyof typeof CODE)[];
  } & ParameterWords<K> &
    AnswerWords<WordsOf<(typeof ROUTES)[K]['answer']>>;
};

export const CID = 'your own id for this intent: the same one again is answered with the first reply';
export const PAGE = 'from 1, 20 a page';
export const TOTAL = 'how many there are on all pages';
