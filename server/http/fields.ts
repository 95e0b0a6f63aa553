import * as v from 'valibot';
import { PLAIN_DECIMAL, parseScaled } from '../../shared/domain/decimal.ts';
import { CID_PATTERN } from '../../shared/limits.ts';

/**
 * What a parameter may be. Each takes the text of the query or form and gives the value, or fails as 4000. `metadata` is
 * what the API's description says of it, where that can't be seen from the checks.
 */

const WHOLE = /^(?:0|[1-9][0-9]{0,14})$/;
const SIGNED = /^(?:0|-?[1-9][0-9]{0,14})$/;

export const integer = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  v.pipe(
    v.string(),
    v.regex(WHOLE),
    v.metadata({ type: 'integer', pattern: undefined }),
    v.transform(Number),
    v.minValue(min),
    v.maxValue(max),
  );

/** A whole number that may be below zero. */
export const signed = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(SIGNED),
    v.metadata({ type: 'integer', pattern: undefined }),
    v.transform(Number),
    v.minValue(min),
    v.maxValue(max),
  );

/** A plain decimal, kept as text: how many decimals it may have depends on the instrument. */
export const decimal = () =>
  v.pipe(
    v.string(),
    v.metadata({ format: 'decimal', pattern: PLAIN_DECIMAL.source }),
    v.check((text) => {
      const parsed = parseScaled(text, 12);
      return parsed.ok || parsed.error !== 'malformed';
    }),
  );

/** A plain decimal above zero with up to six decimals, as an integer of millionths. */
export const millionths = () =>
  v.pipe(
    v.string(),
    v.metadata({ format: 'decimal', pattern: PLAIN_DECIMAL.source }),
    v.transform((text) => parseScaled(text, 6)),
    v.check((parsed) => parsed.ok && parsed.value > 0),
    v.transform((parsed) => (parsed.ok ? parsed.value : 0)),
  );

export const choice = <const T extends readonly string[]>(values: T) => v.picklist(values);

export const cid = () => v.pipe(v.string(), v.regex(CID_PATTERN));

export const text = (minLength: number, maxLength: number) =>
  v.pipe(v.string(), v.minLength(minLength), v.maxLength(maxLength));

/** Ids joined by commas, each once. */
export const idList = (max: number) =>
  v.pipe(
    v.string(),
    v.metadata({ type: 'array' }),
    v.transform((joined) => joined.split(',')),
    v.maxLength(max),
    v.array(integer(1)),
    v.transform((ids) => [...new Set(ids)]),
  );

export const maybe = <S extends v.GenericSchema<string, unknown>>(schema: S) => v.optional(schema);
