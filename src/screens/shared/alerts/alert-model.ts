import type { Alert } from '../../../../shared/contract/alerts.ts';
import { parseScaled } from '../../../../shared/domain/decimal.ts';
import type { Instrument } from '../../../../shared/domain/instrument.ts';
import { type Price, priceFromWire } from '../../../../shared/domain/price.ts';
import { MAX_ALERT_PERCENT } from '../../../../shared/limits.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { formatPercent, formatPrice, UNKNOWN } from '../../../format/number.ts';
import { type PriceProblem, parsePrice, plainPrice } from '../../../format/parse.ts';
import type { Translate } from '../../../i18n/use-translation.ts';

/** What an alert waits for, in points or in hundredths of a percent. */
type Target =
  | { readonly kind: 'price'; readonly points: Price }
  | { readonly kind: 'move'; readonly hundredths: number };

/** The terms of an alert, or of one that has fired. */
type Terms = Pick<Alert, 'price' | 'percent' | 'side'>;

export const targetOf = (alert: Terms, precision: number): Target =>
  alert.percent === 0
    ? { kind: 'price', points: priceFromWire(alert.price, precision) }
    : { kind: 'move', hundredths: Math.round(alert.percent * 100) };

/** @param precision undefined for an instrument that is no longer listed: its prices are unknown */
export const targetText = (alert: Terms, precision: number | undefined): string => {
  const target = targetOf(alert, precision ?? 0);
  if (target.kind === 'move') return formatPercent(target.hundredths);
  return precision === undefined ? UNKNOWN : formatPrice(target.points, precision);
};

/** As a predicate of the instrument: "rises to 1.09000". */
export function targetWords(t: Translate, alert: Terms, precision: number | undefined): string {
  const target = targetText(alert, precision);
  if (alert.percent !== 0) return t('alerts.moves_to', { percent: target });
  return alert.side === 'above'
    ? t('alerts.rises_to', { price: target })
    : t('alerts.falls_to', { price: target });
}

/** The live figures of the instrument; undefined while unknown. */
export interface Now {
  readonly close: Price | undefined;
  /** Hundredths of a percent. */
  readonly change: number | undefined;
}

/** How far the instrument has to go, in points or in hundredths of a percent; undefined while unknown. */
export function distanceOf(target: Target, { close, change }: Now): number | undefined {
  if (target.kind === 'price') return close === undefined ? undefined : Math.abs(target.points - close);
  return change === undefined ? undefined : Math.abs(target.hundredths - change);
}

/** Where the whole rail ends: a hundredth of the price, or the move itself. */
const SCALE = 100;
/** Of the rail, between its end and the target. */
const MARGIN = 0.1;

/** The places of the target and of now on a rail from 0 to 1; a target further away is at the end of it. */
export function railOf(
  target: Target,
  side: Alert['side'],
  now: Now,
): { readonly target: number; readonly now: number | undefined } {
  const distance = distanceOf(target, now);
  const whole =
    target.kind === 'price' ? target.points / SCALE : Math.max(Math.abs(target.hundredths), SCALE);
  const part = distance === undefined ? undefined : Math.min(1, distance / whole) * (1 - 2 * MARGIN);
  return side === 'above'
    ? { target: 1 - MARGIN, now: part === undefined ? undefined : 1 - MARGIN - part }
    : { target: MARGIN, now: part === undefined ? undefined : MARGIN + part };
}

/** The form of a new alert, as it is typed. */
export interface AlertDraft {
  readonly kind: 'price' | 'move';
  readonly price: string;
  readonly direction: 'rises' | 'falls';
  readonly percent: string;
  readonly repeats: boolean;
}

export type DraftProblem = PriceProblem | 'required' | 'at-market' | 'percent';

const HUNDREDTHS = 100;

/** The target as the exchange takes it. */
export function readDraft(
  { kind, price, direction, percent }: AlertDraft,
  { precision }: Pick<Instrument, 'precision'>,
  now: Price | undefined,
): Result<{ readonly price: string } | { readonly percent: string }, DraftProblem> {
  if (kind === 'price') {
    const points = parsePrice(price, precision);
    if (!points.ok) return points;
    if (points.value === undefined) return err('required');
    return points.value === now ? err('at-market') : ok({ price: plainPrice(points.value, precision) });
  }
  const hundredths = parseScaled(percent, 2);
  const most = direction === 'rises' ? MAX_ALERT_PERCENT * HUNDREDTHS : HUNDREDTHS * HUNDREDTHS - 1;
  if (!hundredths.ok || hundredths.value <= 0 || hundredths.value > most) return err('percent');
  return ok({ percent: ((direction === 'rises' ? 1 : -1) * (hundredths.value / HUNDREDTHS)).toFixed(2) });
}
