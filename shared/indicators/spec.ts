import { err, ok, type Result } from '../result.ts';
import { factsOf, INDICATOR_KINDS, type IndicatorKind, type IndicatorSpec, kindOf } from './kinds.ts';

/** The longest length, in candles. */
export const MAX_INDICATOR_LENGTH = 1_000;
/** The most deviations of Bollinger's bands. */
export const MAX_DEVIATIONS = 10;

const WHOLE = /^[1-9]\d{0,3}$/;
const DECIMAL = /^\d{1,2}(\.\d{1,2})?$/;

/** As `macd:FAST:SLOW:SIGNAL`. */
const formOf = (kind: IndicatorKind): string =>
  [kind, ...factsOf(kind).fields.map((field) => field.toUpperCase())].join(':');

/** Parses e.g. `sma:20`, `bollinger:20:2`, `macd:12:26:9` or `vwap`. The error is a sentence without its full stop. */
export function parseIndicator(text: string): Result<IndicatorSpec, string> {
  const kind = kindOf(text);
  const parts = text.split(':').slice(1);
  if (kind === undefined)
    return err(
      `${text === '' ? 'an empty name' : text} is no indicator: ${INDICATOR_KINDS.map(formOf).join(', ')}`,
    );
  const { fields } = factsOf(kind);
  if (parts.length !== fields.length) return err(`${text} is incomplete or too long: ${formOf(kind)}`);
  for (const [i, part] of parts.entries()) {
    const isRight = fields[i] === 'deviations' ? isDeviations(part) : isLength(part);
    if (isRight) continue;
    const rule =
      fields[i] === 'deviations'
        ? `deviations are above 0, at most ${MAX_DEVIATIONS}, with up to two decimals`
        : `a length is a whole number from 1 to ${MAX_INDICATOR_LENGTH}`;
    return err(`${text}: ${rule}, not ${part === '' ? 'nothing' : part}`);
  }
  const values = fields.map((field, i) => [field, Number(parts[i])] as const);
  // The kind's own fields, each with a number.
  return ok({ kind, ...Object.fromEntries(values) } as IndicatorSpec);
}

const isLength = (text: string): boolean => WHOLE.test(text) && Number(text) <= MAX_INDICATOR_LENGTH;
const isDeviations = (text: string): boolean =>
  DECIMAL.test(text) && Number(text) > 0 && Number(text) <= MAX_DEVIATIONS;
