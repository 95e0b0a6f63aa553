import { PLAIN_DECIMAL, parseScaled } from '../domain/decimal.ts';
import { CID_PATTERN, MAX_PAGE_SIZE } from '../limits.ts';
import type { Result } from '../result.ts';
import type { JsonSchema, NameOf, Optional } from './schema.ts';

/**
 * What the parameters of requests may be. One definition gives the type that a client sends, the value that the exchange
 * reads from the text of a query or form (`parse`), and the JSON Schema of the API's description.
 */

declare const SENT: unique symbol;
declare const READ: unique symbol;

export interface Parameter<Sent, Read = Sent> extends JsonSchema {
  readonly [SENT]?: Sent;
  readonly [READ]?: Read;
  /** Empty counts as absent: a form sends the fields that nobody filled in as well. */
  readonly blank?: true;
  /** Decimals of the integer that a decimal text is read as; without it the text stays. */
  readonly decimals?: number;
}

export type Parameters = Readonly<Record<string, Parameter<unknown, unknown>>>;
type SentBy<P> = P extends Parameter<infer S, unknown> ? S : never;
type ReadFrom<P> = P extends Parameter<unknown, infer R> ? R : never;

/** A request as the app makes it: under the app's names. Numbers stand in the query as they print. */
export type SentOf<P> = {
  readonly [K in keyof P as P[K] extends Optional ? never : NameOf<K, P[K]>]: SentBy<P[K]>;
} & { readonly [K in keyof P as P[K] extends Optional ? NameOf<K, P[K]> : never]?: SentBy<P[K]> };

/** The same as the exchange reads it: under the wire's names. */
export type ValuesOf<P> = {
  readonly [K in keyof P as P[K] extends Optional ? never : K]: ReadFrom<P[K]>;
} & { readonly [K in keyof P as P[K] extends Optional ? K : never]?: ReadFrom<P[K]> | undefined };

/** A file as every platform's `Blob` has it. */
export interface BinaryPart {
  readonly size: number;
  readonly type: string;
}

export const integer = (minimum: number, maximum?: number): Parameter<number> => ({
  type: 'integer',
  minimum,
  maximum,
});

/** Number of a page of a list, from 1. */
export const page = () => integer(1, 1_000_000);
/** Rows a page. */
export const pageSize = () => integer(1, MAX_PAGE_SIZE);

/** A plain decimal, kept as text: how many decimals it may have depends on the instrument. */
export const decimal = (): Parameter<string> => DECIMAL;
const DECIMAL: JsonSchema = { type: 'string', format: 'decimal', pattern: PLAIN_DECIMAL.source };

/** A plain decimal above zero with up to six decimals, read as an integer of millionths. */
export const millionths = (): Parameter<string, number> => ({ ...DECIMAL, decimals: 6 });

/** One of a few words or numbers. */
export const choice = <const C extends readonly (string | number)[]>(...values: C): Parameter<C[number]> => ({
  type: typeof values[0] === 'number' ? 'integer' : 'string',
  enum: values,
});

export const text = (minLength: number, maxLength: number): Parameter<string> => ({
  type: 'string',
  minLength,
  maxLength,
});

export const like = (pattern: RegExp): Parameter<string> => ({ type: 'string', pattern: pattern.source });

/** The client's own id of an intent. */
export const cid = () => like(CID_PATTERN);

/** Ids joined by commas, each read once. */
export const idList = (maxItems: number): Parameter<string, readonly number[]> => ({
  type: 'array',
  maxItems,
  items: integer(1),
});

/** The one file of a multipart body, read when the call asks for it. */
export const file = (): Parameter<BinaryPart, () => Promise<Result<Uint8Array>>> => ({
  type: 'string',
  format: 'binary',
});

/** Lets a parameter be absent or empty. */
export const blank = <Sent, Read>(parameter: Parameter<Sent, Read>): Parameter<Sent, Read> & Optional => ({
  ...parameter,
  blank: true,
  optional: true,
});

/** The value of a parameter, or `refused` (4000). */
export type Parsed = { readonly value: unknown } | 'refused';

/** Zero or digits that do not begin with it: no sign, exponent or blank, and a safe integer for sure. */
const WHOLE = /^(?:0|[1-9][0-9]{0,14})$/;

/** @param given undefined when the request does not have the parameter */
export function parse(parameter: Parameter<unknown, unknown>, given: string | undefined): Parsed {
  if (given === undefined) return 'optional' in parameter ? { value: undefined } : 'refused';
  if (given === '' && parameter.blank) return { value: undefined };
  const value = readText(parameter, given);
  return value === undefined ? 'refused' : { value };
}

function readText(parameter: Parameter<unknown, unknown>, given: string): unknown {
  const { type, format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = parameter;
  if (parameter.enum) return parameter.enum.find((one) => String(one) === given);
  if (type === 'integer') return integerOf(parameter, given);
  if (type === 'array') return idsOf(parameter, given);
  if (format === 'decimal') return decimalOf(given, parameter.decimals);
  if (pattern !== undefined && !new RegExp(pattern).test(given)) return undefined;
  return given.length >= minLength && given.length <= maxLength ? given : undefined;
}

function integerOf({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: JsonSchema, given: string) {
  const value = WHOLE.test(given) ? Number(given) : Number.NaN;
  return value >= minimum && value <= maximum ? value : undefined;
}

function idsOf({ maxItems = 0, items }: JsonSchema, given: string): readonly number[] | undefined {
  const ids = given.split(',').map((one) => integerOf(items || {}, one));
  const known = ids.filter((id) => id !== undefined);
  return ids.length <= maxItems && known.length === ids.length ? [...new Set(known)] : undefined;
}

function decimalOf(given: string, decimals: number | undefined): string | number | undefined {
  const parsed = parseScaled(given, decimals ?? 12);
  if (decimals === undefined) return parsed.ok || parsed.error !== 'malformed' ? given : undefined;
  return parsed.ok && parsed.value > 0 ? parsed.value : undefined;
}
