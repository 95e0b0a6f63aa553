import { type Money, moneyFromWire } from '../domain/money.ts';
import { isFields } from '../json.ts';
import { err, ok, type Result } from '../result.ts';

/**
 * What the contract's answers are made of. A schema is a JSON Schema (draft 2020-12) with two TypeScript types:
 * `Infer<typeof schema>` is what the exchange sends, `Domain<typeof schema>` what the app works with. `decode` checks the
 * first and returns the second: fields in camelCase or under the name given by `as`, amounts of money as integers, flags
 * as booleans. The API's description is the schema itself with words from `server/http/openapi/descriptions`. Parameters
 * of requests are in `parameter.ts`. No words for people in here: this reaches the worker's bundle.
 */

declare const TYPE: unique symbol;
declare const DOMAIN: unique symbol;

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: 'string' | 'number' | 'integer' | 'object' | 'array' | 'null';
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string | undefined;
  readonly const?: string | number;
  readonly enum?: readonly (string | number)[];
  readonly default?: string;
  readonly minimum?: number;
  readonly maximum?: number | undefined;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema | false;
  readonly prefixItems?: readonly JsonSchema[];
  /** How many items a list has. This and the next are no keywords: `server/http/openapi` says it in those of JSON Schema. */
  readonly length?: number;
  /** A text that may be empty in place of a time. */
  readonly mayBeEmpty?: true;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | false;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

/** `W`: the type on the wire. `D`: the type in the app. */
export interface Schema<W, D = W> extends JsonSchema {
  readonly [TYPE]?: W;
  readonly [DOMAIN]?: D;
}
export type Infer<S> = S extends Schema<infer W, unknown> ? W : never;
export type Domain<S> = S extends Schema<unknown, infer D> ? D : never;

declare const NAMED: unique symbol;
/** Marks a schema that the description lists under a name of its own. */
export interface Named {
  readonly [NAMED]?: true;
}
/** Marks a field, or a parameter, that may be absent. */
export interface Optional {
  readonly optional: true;
}
/** Marks a field, or a parameter, that has a name of its own in the app. */
interface Renamed<N extends string> {
  readonly as: N;
}

type Camel<S> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S;
/** The app's name of the field or parameter `K`. */
export type NameOf<K, S> = S extends Renamed<infer N> ? N : Camel<K>;

/** The app's name of a field or parameter. */
export const nameOf = (wireName: string, schema: JsonSchema | Renamed<string> = {}): string =>
  'as' in schema ? schema.as : wireName.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

export type Fields = Readonly<Record<string, Schema<unknown>>>;
type ValueOf<F extends Fields> = {
  readonly [K in keyof F as F[K] extends Optional ? never : K]: Infer<F[K]>;
} & {
  readonly [K in keyof F as F[K] extends Optional ? K : never]?: Infer<F[K]>;
};
type DomainOf<F extends Fields> = {
  readonly [K in keyof F as F[K] extends Optional ? never : NameOf<K, F[K]>]: Domain<F[K]>;
} & {
  readonly [K in keyof F as F[K] extends Optional ? NameOf<K, F[K]> : never]?: Domain<F[K]>;
};
type Flat<T> = { readonly [K in keyof T]: T[K] };

export interface ObjectSchema<F extends Fields> extends Schema<Flat<ValueOf<F>>, Flat<DomainOf<F>>> {
  readonly properties: F;
}
export interface ListSchema<S extends Schema<unknown>>
  extends Schema<readonly Infer<S>[], readonly Domain<S>[]> {
  readonly items: S;
}
export interface MapSchema<S extends Schema<unknown>>
  extends Schema<Readonly<Record<string, Infer<S>>>, Readonly<Record<string, Domain<S>>>> {
  readonly additionalProperties: S;
}

/** @param pattern that every text of the exchange has */
export const text = (pattern?: string): Schema<string> => ({ type: 'string', pattern });

/** One of a few words. A word that a later exchange adds is read as the last of them. */
export const word = <const W extends readonly [string, ...string[]]>(...words: W): Schema<W[number]> => ({
  type: 'string',
  enum: words,
});

/** ISO 8601, UTC. */
export const time = (): Schema<string> => ({ type: 'string', format: 'date-time' });

/** A time, or empty while there is none. */
export const timeOrEmpty = (): Schema<string> => ({ ...time(), mayBeEmpty: true });

export const number = (): Schema<number> => ({ type: 'number' });

/** An amount in a currency, or a rate, with up to six decimals: a decimal number on the wire. */
export const amount = (): Schema<number, Money> => AMOUNT;
const AMOUNT = { type: 'number', isMoney: true } as const;

/** 0 or 1 on the wire. */
export const flag = (): Schema<number, boolean> => FLAG;
const FLAG = { type: 'integer', enum: [0, 1], isFlag: true } as const;

export const whole = (minimum = 0): Schema<number> => ({ type: 'integer', minimum });

/** One of a few numbers that stand for something. Read as any number: a later exchange may add one. */
export const oneOf = (...values: readonly number[]): Schema<number> => ({ type: 'integer', enum: values });

/** Any JSON value; read as it is. */
export const anything = (): Schema<unknown> => ({});

/** The answer of a call that only reports that it was done; anything is read as null. */
export const nothing = (): Schema<null> => ({ type: 'null' });

export const list = <S extends Schema<unknown>>(items: S): ListSchema<S> => ({ type: 'array', items });

/** Numbers by position. */
export const tuple = <T extends readonly number[]>(length: T['length']): Schema<Readonly<T>> => ({
  type: 'array',
  items: number(),
  length,
});

/** An object with a value for each of any keys. */
export const map = <S extends Schema<unknown>>(additionalProperties: S): MapSchema<S> => ({
  type: 'object',
  additionalProperties,
});

/** Every field is required that is not marked as optional; the description's writer says so. */
export const object = <const F extends Fields>(properties: F): ObjectSchema<F> => ({
  type: 'object',
  properties,
});

/** `{ list }`: the whole of a list. */
export const listed = <S extends Schema<unknown>>(items: S) => object({ list: list(items) });

/** A page of a longer list; `total` counts the items of all pages. */
export const page = <S extends Schema<unknown>>(items: S) => object({ list: list(items), total: whole() });

/** A value of another kind counts as absent. */
export const optional = <S extends JsonSchema>(schema: S): S & Optional => ({ ...schema, optional: true });

/** @param name of the field, or parameter, in the app; without it the wire's name in camelCase */
export const as = <const N extends string, S extends JsonSchema>(name: N, schema: S): S & Renamed<N> => ({
  ...schema,
  as: name,
});

/** The name stands in `server/http/openapi/descriptions`. */
export const named = <S extends JsonSchema>(schema: S): S & Named => schema;

/** The field of a value from the network that is missing or of the wrong kind. */
export interface DecodeError {
  readonly field: string;
}
export type Decoder<T> = (value: unknown) => Result<T, DecodeError>;

/** Stops a decoding at the first bad field; caught by `decoding` and nowhere else. */
export class BadField extends Error {
  readonly field: string;
  constructor(field: string) {
    super(field);
    this.field = field;
  }
}

export function decoding<T>(decode: () => T): Result<T, DecodeError> {
  try {
    return ok(decode());
  } catch (error) {
    if (error instanceof BadField) return err({ field: error.field });
    if (error instanceof RangeError) return err({ field: error.message });
    throw error;
  }
}

/**
 * Reads a value by its schema. Fields that the schema does not have are left out. Kinds are checked, bounds and formats
 * are not: they are what the exchange promises, and a client can do without.
 */
export const decode = <D>(schema: Schema<unknown, D>, value: unknown): Result<D, DecodeError> =>
  // `read` follows the schema, and the schema's type was made with it.
  decoding(() => read(schema, value, 'data') as D);

function read(schema: JsonSchema, value: unknown, name: string): unknown {
  switch (schema.type) {
    case undefined:
      return value;
    case 'null':
      return null;
    case 'string':
      if (typeof value !== 'string') throw new BadField(name);
      return schema.enum === undefined || schema.enum.includes(value) ? value : schema.enum.at(-1);
    case 'array':
      return readList(schema, value, name);
    case 'object':
      if (!isFields(value)) throw new BadField(name);
      return Object.fromEntries(readFields(schema, value));
    default:
      if (typeof value !== 'number' || !Number.isFinite(value)) throw new BadField(name);
      if ('isMoney' in schema) return moneyFromWire(value);
      return 'isFlag' in schema ? value === 1 : value;
  }
}

function readList({ items, length }: JsonSchema, value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value) || (length !== undefined && value.length !== length)) throw new BadField(name);
  return value.map((one) => read(items || {}, one, name));
}

function readFields(
  { properties, additionalProperties }: JsonSchema,
  from: Readonly<Record<string, unknown>>,
) {
  if (additionalProperties)
    return Object.entries(from).map(([name, one]) => [name, read(additionalProperties, one, name)] as const);
  return Object.entries(properties ?? {}).flatMap(([name, schema]) => {
    const field = from[name];
    if ('optional' in schema && !decode(schema, field).ok) return [];
    return [[nameOf(name, schema), read(schema, field, name)] as const];
  });
}
