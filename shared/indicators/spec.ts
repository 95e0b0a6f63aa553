import { err, ok, type Result } from '../result.ts';

/** What to compute; lengths in candles. Definitions: docs/recordings.md, "Indicators". */
export type IndicatorSpec =
  | { readonly kind: 'sma' | 'ema' | 'rsi' | 'atr'; readonly length: number }
  | { readonly kind: 'bollinger'; readonly length: number; readonly deviations: number }
  | { readonly kind: 'macd'; readonly fast: number; readonly slow: number; readonly signal: number }
  | { readonly kind: 'vwap' };

export type IndicatorKind = IndicatorSpec['kind'];

/** The longest length, in candles. */
export const MAX_INDICATOR_LENGTH = 1_000;
/** The most deviations of Bollinger's bands. */
export const MAX_DEVIATIONS = 10;

const FORMS = {
  sma: 'sma:LENGTH',
  ema: 'ema:LENGTH',
  bollinger: 'bollinger:LENGTH:DEVIATIONS',
  rsi: 'rsi:LENGTH',
  macd: 'macd:FAST:SLOW:SIGNAL',
  atr: 'atr:LENGTH',
  vwap: 'vwap',
} as const satisfies Record<IndicatorKind, string>;

const WHOLE = /^[1-9]\d{0,3}$/;
const DECIMAL = /^\d{1,2}(\.\d{1,2})?$/;

/** Parses e.g. `sma:20`, `bollinger:20:2`, `macd:12:26:9` or `vwap`. The error is a sentence without its full stop. */
export function parseIndicator(text: string): Result<IndicatorSpec, string> {
  const [kind = '', ...parts] = text.split(':');
  if (!isKind(kind))
    return err(`${text === '' ? 'an empty name' : text} is no indicator: ${Object.values(FORMS).join(', ')}`);
  if (parts.length !== FORMS[kind].split(':').length - 1)
    return err(`${text} is incomplete or too long: ${FORMS[kind]}`);
  const [deviations, lengths] = kind === 'bollinger' ? [parts[1], parts.slice(0, 1)] : [undefined, parts];
  const wrong = lengths.find((part) => !WHOLE.test(part) || Number(part) > MAX_INDICATOR_LENGTH);
  if (wrong !== undefined)
    return err(`${text}: a length is a whole number from 1 to ${MAX_INDICATOR_LENGTH}, not ${quoted(wrong)}`);
  const [length = 0, slow = 0, signal = 0] = lengths.map(Number);
  switch (kind) {
    case 'vwap':
      return ok({ kind });
    case 'macd':
      return ok({ kind, fast: length, slow, signal });
    case 'bollinger':
      if (deviations === undefined || !isDeviations(deviations))
        return err(
          `${text}: deviations are above 0, at most ${MAX_DEVIATIONS}, with up to two decimals, not ${quoted(deviations)}`,
        );
      return ok({ kind, length, deviations: Number(deviations) });
    default:
      return ok({ kind, length });
  }
}

const isKind = (text: string): text is IndicatorKind => Object.hasOwn(FORMS, text);
const quoted = (text = ''): string => (text === '' ? 'nothing' : text);
const isDeviations = (text: string): boolean =>
  DECIMAL.test(text) && Number(text) > 0 && Number(text) <= MAX_DEVIATIONS;
