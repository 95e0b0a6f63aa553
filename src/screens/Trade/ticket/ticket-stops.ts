import type { Instrument } from '../../../../shared/domain/instrument.ts';
import { marginOf } from '../../../../shared/domain/margin.ts';
import { type Money, money, mulDiv, withinMoney } from '../../../../shared/domain/money.ts';
import { type Side, stopAt } from '../../../../shared/domain/order.ts';
import { type PointValue, pnlOfPoints, pointsFor, pointValue } from '../../../../shared/domain/pnl.ts';
import type { Price } from '../../../../shared/domain/price.ts';
import type { Rate } from '../../../../shared/domain/rate.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { type PriceProblem, parsePrice, parseVolume } from '../../../format/parse.ts';
import { type Stops, validStops } from '../../../format/stops.ts';
import { referenceOf, type StopUnit, type TicketDraft, type TypedStop } from './ticket-draft.ts';

/* The stops of the order form: typed as prices or distances, and what each means in the other units. */

export type StopName = 'stopLoss' | 'takeProfit';

/** The live values that stops depend on; undefined while unknown. */
export interface StopFacts {
  readonly now: Price | undefined;
  readonly rate: Rate | undefined;
}

/** `too-near`: less than a point; `too-far`: a price below zero; `unknown`: needs a price, rate or size that is missing. */
type StopReason = PriceProblem | 'too-near' | 'too-far' | 'unknown';
export interface TypedStopProblem {
  readonly field: StopName;
  readonly reason: StopReason | 'wrong-side';
}

/** A stop in all units. */
export interface StopMeaning {
  /** The side that a price is for; undefined for a distance, which fits both. */
  readonly side: Side | undefined;
  /** Distance from the order's price. */
  readonly points: number;
  /** Profit or loss there; undefined while size or rate is unknown. */
  readonly money: Money | undefined;
  /** The amount in hundredths of a percent of the order's margin. */
  readonly percent: number | undefined;
}

/** Decimals of a stop's text. */
export const stopDecimals = (unit: StopUnit, precision: number): number =>
  unit === 'price' ? precision : unit === 'points' ? 0 : 2;

/** Parses the typed stops for an order of `side`, with the rules of the exchange. */
export const readStops = (
  draft: TicketDraft,
  instrument: Instrument,
  side: Side,
  facts: StopFacts,
): Result<Stops, readonly TypedStopProblem[]> =>
  validStops(
    (name) => stopPrice(name, draft, instrument, side, facts),
    side,
    referenceOf(draft, instrument, facts.now),
  );

/** What a typed stop means; undefined while it is empty, malformed, or neither side could have it. */
export function meaningOf(
  name: StopName,
  draft: TicketDraft,
  instrument: Instrument,
  facts: StopFacts,
): StopMeaning | undefined {
  const reference = referenceOf(draft, instrument, facts.now);
  if (reference === undefined) return undefined;
  let side: Side | undefined;
  let points: number | undefined;
  if (draft.stopUnit === 'price') {
    const typed = parsePrice(draft[name], instrument.precision);
    if (!typed.ok || typed.value === undefined) return undefined;
    side = typed.value < reference === (name === 'stopLoss') ? 'buy' : 'sell';
    points = Math.abs(typed.value - reference);
  } else {
    const distance = distanceOf(name, draft, instrument, facts);
    points = distance.ok ? distance.value : undefined;
  }
  if (points === undefined || points === 0) return undefined;
  return { side, points, ...amountsAt(name, points, draft, instrument, facts) };
}

/** Reward as a multiple of the risk, in tenths; undefined without both stops on one side. */
export function rewardOf(
  stopLoss: StopMeaning | undefined,
  takeProfit: StopMeaning | undefined,
): number | undefined {
  if (!stopLoss || !takeProfit || stopLoss.side !== takeProfit.side) return undefined;
  return mulDiv(takeProfit.points, 10, stopLoss.points);
}

/**
 * The draft with its stops in another unit; a stop that has no value there is cleared. Texts are rounded, so each is computed
 * from what was typed: the way back leads to the same text.
 */
export function convertStops(
  draft: TicketDraft,
  stopUnit: StopUnit,
  instrument: Instrument,
  facts: StopFacts,
): Pick<TicketDraft, 'stopUnit' | 'stopLoss' | 'takeProfit' | 'stopSide' | 'typedStops'> {
  const read = (name: StopName) => {
    const form = typedForm(name, draft, instrument, facts);
    return { form, meaning: meaningOf(name, form, instrument, facts) };
  };
  const [stopLoss, takeProfit] = [read('stopLoss'), read('takeProfit')];
  const stopSide = stopLoss.meaning?.side ?? takeProfit.meaning?.side ?? draft.stopSide;
  const to = { ...draft, stopUnit, stopSide };
  const textIn = (name: StopName, { form, meaning }: ReturnType<typeof read>) =>
    form.stopUnit === stopUnit ? form[name] : textOf(name, meaning, to, instrument, facts);
  const typed = {
    stopLoss: typedStop('stopLoss', stopLoss.form, stopUnit, stopLoss.meaning),
    takeProfit: typedStop('takeProfit', takeProfit.form, stopUnit, takeProfit.meaning),
  };
  return {
    stopUnit,
    stopSide,
    stopLoss: textIn('stopLoss', stopLoss),
    takeProfit: textIn('takeProfit', takeProfit),
    typedStops: typed.stopLoss || typed.takeProfit ? typed : undefined,
  };
}

/** What to keep of a stop that another unit shows; nothing if it is exact there. */
function typedStop(
  name: StopName,
  { stopUnit: unit, [name]: text }: TicketDraft,
  shownIn: StopUnit,
  meaning: StopMeaning | undefined,
): TypedStop | undefined {
  const isExact = unit === shownIn || (unit === 'points' && shownIn === 'price');
  if (isExact || meaning === undefined) return undefined;
  if (unit !== 'price') return { unit, text };
  return shownIn === 'points' ? undefined : { unit: 'points', text: String(meaning.points) };
}

/** A useful first stop: about 0.2 % of the price away, a take profit twice as far; undefined while that is unknown. */
export function firstStop(
  name: StopName,
  draft: TicketDraft,
  instrument: Instrument,
  facts: StopFacts,
): string | undefined {
  const reference = referenceOf(draft, instrument, facts.now);
  if (reference === undefined || reference < 2) return undefined;
  const times = name === 'stopLoss' ? 1 : 2;
  const near = Math.min(roundFigure(reference / 500), Math.floor((reference - 1) / times));
  if (near === 0) return undefined;
  const amounts = amountsAt(name, near, draft, instrument, facts);
  const other = meaningOf(name === 'stopLoss' ? 'takeProfit' : 'stopLoss', draft, instrument, facts);
  const meaning = {
    side: undefined,
    points: times * near,
    money: amounts.money && money(times * roundFigure(amounts.money / CENT) * CENT),
    percent: amounts.percent && times * roundFigure(amounts.percent),
  };
  const text = textOf(
    name,
    meaning,
    { ...draft, stopSide: other?.side ?? draft.stopSide },
    instrument,
    facts,
  );
  return text === '' ? undefined : text;
}

/** One step of a stop's text, in units of its last decimal: about a tenth of a distance, a ten-thousandth of a price. */
export function stopStep(unit: StopUnit, scaled: number): number {
  const share = scaled / (unit === 'price' ? 10_000 : 10);
  return share > 1 ? 10 ** Math.floor(Math.log10(share)) : 1;
}

/** Millionths. */
const CENT = 10_000;

/** The next lower 1, 2 or 5 times a power of ten, at least 1. */
function roundFigure(value: number): number {
  const size = Math.max(1, Math.abs(value));
  const power = 10 ** Math.floor(Math.log10(size));
  return power * (size >= 5 * power ? 5 : size >= 2 * power ? 2 : 1);
}

function stopPrice(
  name: StopName,
  draft: TicketDraft,
  instrument: Instrument,
  side: Side,
  facts: StopFacts,
): Result<Price | undefined, StopReason> {
  if (draft.stopUnit === 'price') return parsePrice(draft[name], instrument.precision);
  const distance = distanceOf(name, draft, instrument, facts);
  if (!distance.ok || distance.value === undefined) return distance.ok ? ok(undefined) : distance;
  const reference = referenceOf(draft, instrument, facts.now);
  if (reference === undefined) return err('unknown');
  const at = stopAt(side, reference, name === 'stopLoss' ? distance.value : -distance.value);
  return at > 0 && Number.isSafeInteger(at) ? ok(at) : err('too-far');
}

/**
 * The form with the stop as it was typed, which another unit only shows. The form itself once the shown text is no longer
 * what the typed one reads as: it was changed, or means something else with another size or price.
 */
function typedForm(
  name: StopName,
  draft: TicketDraft,
  instrument: Instrument,
  facts: StopFacts,
): TicketDraft {
  const { typedStops, stopUnit, [name]: shown } = draft;
  const typed = typedStops?.[name];
  // An empty field is no stop, even where the typed one cannot be shown.
  if (typed === undefined || typed.unit === stopUnit || shown === '') return draft;
  const form = { ...draft, stopUnit: typed.unit, [name]: typed.text };
  const reads = textOf(name, meaningOf(name, form, instrument, facts), draft, instrument, facts);
  return reads === shown ? form : draft;
}

/** The points of a distance, at least 1. A stop loss risks no more than the typed amount, a take profit gains no less. */
function distanceOf(
  name: StopName,
  shown: TicketDraft,
  instrument: Instrument,
  facts: StopFacts,
): Result<number | undefined, StopReason> {
  const draft = typedForm(name, shown, instrument, facts);
  const unit = draft.stopUnit;
  const typed = parsePrice(draft[name], stopDecimals(unit, instrument.precision));
  if (!typed.ok || typed.value === undefined || unit === 'points') return typed;
  const scaled: number = typed.value;
  const scale = scaleOf(draft, instrument, facts);
  if (scale === undefined) return err('unknown');
  const points = withinMoney(() => {
    const amount = unit === 'money' ? scaled * CENT : mulDiv(scale.margin, scaled, 10_000);
    return pointsFor(money(amount), scale.value, scale.rate, name === 'stopLoss' ? 'at-most' : 'at-least');
  });
  if (points === undefined) return err('too-far');
  return points === 0 ? err('too-near') : ok(points);
}

function textOf(
  name: StopName,
  meaning: StopMeaning | undefined,
  { stopUnit, stopSide, ...draft }: TicketDraft,
  instrument: Instrument,
  facts: StopFacts,
): string {
  const reference = referenceOf({ ...draft, stopUnit, stopSide }, instrument, facts.now);
  if (meaning === undefined || reference === undefined) return '';
  const amount = meaning.money && Math.round(Math.abs(meaning.money) / CENT);
  const { points, percent } = meaning;
  const scaled = {
    price: stopAt(stopSide, reference, name === 'stopLoss' ? points : -points),
    points,
    percent,
    money: amount,
  }[stopUnit];
  if (scaled === undefined || scaled <= 0) return '';
  const decimals = stopDecimals(stopUnit, instrument.precision);
  return (scaled / 10 ** decimals).toFixed(decimals);
}

/** What a point and the margin of the order are worth. */
function scaleOf(
  draft: TicketDraft,
  instrument: Instrument,
  { now, rate }: StopFacts,
): { readonly value: PointValue; readonly rate: Rate; readonly margin: Money } | undefined {
  const size = parseVolume(draft.lots, instrument);
  const reference = referenceOf(draft, instrument, now);
  const { multiple } = draft;
  if (!size.ok || reference === undefined || multiple === undefined || !rate) return undefined;
  return withinMoney(() => ({
    value: pointValue(size.value, instrument.contractSize, instrument.precision),
    rate,
    margin: marginOf(instrument, size.value, reference, multiple, rate),
  }));
}

function amountsAt(
  name: StopName,
  points: number,
  draft: TicketDraft,
  instrument: Instrument,
  facts: StopFacts,
): Pick<StopMeaning, 'money' | 'percent'> {
  const scale = scaleOf(draft, instrument, facts);
  const amount =
    scale && withinMoney(() => pnlOfPoints(name === 'stopLoss' ? -points : points, scale.value, scale.rate));
  const percent =
    scale && amount !== undefined && scale.margin > 0
      ? mulDiv(Math.abs(amount), 10_000, scale.margin)
      : undefined;
  return { money: amount, percent };
}
