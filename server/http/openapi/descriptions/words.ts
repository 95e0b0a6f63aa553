import type { CODE } from '../../../../shared/contract/codes.ts';
import type { ParametersOf, ROUTES, RouteName } from '../../../../shared/contract/routes.ts';
import type {
  Fields,
  JsonSchema,
  ListSchema,
  MapSchema,
  Named,
  ObjectSchema,
  Schema,
} from '../../../../shared/contract/schema.ts';

/**
 * The texts that describe a schema. A named schema needs none where it is used, since it has its own. A plain
 * value, or a list of them, needs one text; an object needs a text for each field and may have one for the
 * whole object.
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

/** One text for each field that needs one; a missing text does not compile. */
type FieldWords<F extends Fields> = {
  readonly [K in keyof F as [WordsOf<F[K]>] extends [never] ? never : K]: WordsOf<F[K]>;
};

/** The untyped view that the document writer uses: texts of any schema. */
export type Words = string | { readonly [field: string]: Words } | readonly [string, Words];

/** A named schema of the contract with its texts. */
export interface Shape {
  readonly schema: JsonSchema;
  readonly words: Words;
}

/** @param words one text per field; a missing text does not compile */
export const shape = <S extends Named & JsonSchema>(
  schema: S,
  words: S extends ObjectSchema<infer F> ? FieldWords<F> & Words : string,
): Shape => ({ schema, words });

type NamesOf<T> = T extends unknown ? keyof T : never;
type ParameterWords<N extends RouteName> =
  NamesOf<ParametersOf<N>> extends never
    ? unknown
    : { readonly parameters: Readonly<Record<NamesOf<ParametersOf<N>>, string>> };
type AnswerWords<W> = [W] extends [never]
  ? unknown
  : Record<never, never> extends W
    ? unknown
    : { readonly answer: W };

/** The description of a call beyond its route. */
export type CallWords<N extends RouteName> = {
  readonly [K in N]: {
    readonly summary: string;
    /** Markdown. */
    readonly text?: string;
    /** Codes of the call's own refusals; those that follow from the route are added. */
    readonly refusals?: readonly (keyof typeof CODE)[];
  } & ParameterWords<K> &
    AnswerWords<WordsOf<(typeof ROUTES)[K]['answer']>>;
};

export const CID = 'your own id for this intent: the same one again is answered with the first reply';
/** Of the parameters of a proof; an account without a factor needs none. */
export const FACTOR_WORDS = {
  factor_type: '`totp`, `passkey` or `recovery`; of an account with a second factor (4110)',
  factor: "six digits, the passkey's AuthenticationResponse as JSON text, or a recovery code",
};
export const OUTCOME_CID = 'the `cid` of the command';
export const OUTCOME_TEXT =
  'Executes nothing. An unknown `cid` is sealed by this very call: a command that arrives under it later is answered with 4109 ' +
  'and changes nothing.';
export const PAGE = 'from 1, 20 a page';
export const LIMIT = 'rows a page, at most 200; 20 when absent';
export const TOTAL = 'how many there are on all pages';
