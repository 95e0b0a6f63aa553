import { parseScaled } from '../../../shared/domain/decimal.ts';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { marginOf } from '../../../shared/domain/margin.ts';
import { type Money, money, mulDiv, withinMoney } from '../../../shared/domain/money.ts';
import { SIDES, type Side, stopAt, stopsAreValid } from '../../../shared/domain/order.ts';
import { type PointValue, pnlOfPoints, pointsFor, pointValue } from '../../../shared/domain/pnl.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { closingPrice, openingPrice, spreadOf, type TwoPrices } from '../../../shared/domain/quote.ts';
import type { Rate } from '../../../shared/domain/rate.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { type PriceProblem, parsePrice, parseVolume } from '../../format/parse.ts';
import { firstDistance, roundFigure, type Stops, validStops } from '../../format/stops.ts';
import { referenceOf, type StopUnit, type TicketDraft, type TypedStop } from './ticket-draft.ts';

/* Typed stops, of an order form or of an order that exists: as prices or distances, and what each means in the other units. */

export type StopName = 'stopLoss' | 'takeProfit';

/** The live values that stops depend on; undefined while unknown. */
export interface StopFacts {
  readonly quote: TwoPrices<Price | undefined>;
  readonly rate: Rate | undefined;
  /**
   * Of an order that exists, whose draft has its entry as the target: its stops stand on either side of `reference`. Distances
   * are counted from the entry, below zero on its other side; that of a stop loss that trails from the reference.
   */
  readonly held?: HeldStops | undefined;
}

interface HeldStops {
  readonly reference: Price | undefined;
  /** The stops that the order has and nobody has typed over: a text may round them. */
  readonly exact: { readonly stopLoss?: Price | undefined; readonly takeProfit?: Price | undefined };
}

/** What a stop depends on of its instrument. */
export type StopTerms = Pick<
  Instrument,
  'precision' | 'lotStep' | 'minVolume' | 'contractSize' | 'marginMode'
>;

/** `too-near`: less than a point; `too-far`: a price below zero; `unknown`: needs a price, rate or size that is missing. */
type StopReason = PriceProblem | 'too-near' | 'too-far' | 'unknown';
export interface TypedStopProblem {
  readonly field: StopName;
  readonly reason: StopReason | 'wrong-side';
}

/** A stop in all units. */
interface StopMeaning {
  /** The side that a price is for; undefined for a distance, which fits both. */
  readonly side: Side | undefined;
  /** Distance from the price at which the order would close. */
  readonly points: number;
  /** Profit or loss there; undefined while size or rate is unknown. */
  readonly money: Money | undefined;
  /** The amount in hundredths of a percent of the order's margin. */
  readonly percent: number | undefined;
}

/** The stops of a form with the live values of a moment. */
export interface TicketStops {
  readonly stopLoss: TicketStop;
  readonly takeProfit: TicketStop;
  /** Reward as a multiple of the risk, in tenths; undefined without both stops on one side. */
  readonly reward: number | undefined;
  /** The prices for an order of `side`, with the rules of the exchange. */
  pricesFor(side: Side): Result<Stops, readonly TypedStopProblem[]>;
  /**
   * The form's stops in another unit; a stop that has no value there is cleared. Texts are rounded, so each is computed from what
   * was typed: the way back leads to the same text.
   */
  inUnit(
    unit: StopUnit,
  ): Pick<TicketDraft, 'stopUnit' | 'stopLoss' | 'takeProfit' | 'stopSide' | 'typedStops'>;
}

interface TicketStop {
  /** Undefined while it is empty, malformed, or neither side could have it. */
  readonly meaning: StopMeaning | undefined;
  /** A useful first text: about 0.2 % of the price away, a take profit twice as far; undefined while that is unknown. */
  first(): string | undefined;
  /** The text of a stop at a price, for the side of the form. */
  textAt(at: Price): string;
}

export function stopsOf(draft: TicketDraft, instrument: StopTerms, facts: StopFacts): TicketStops {
  const stop = (name: StopName): Stop => ({ ...facts, name, draft, instrument });
  const both = { stopLoss: stop('stopLoss'), takeProfit: stop('takeProfit') };
  const [stopLoss, takeProfit] = [meaningOf(both.stopLoss), meaningOf(both.takeProfit)];
  const isOneOrder = stopLoss && takeProfit && stopLoss.side === takeProfit.side;
  const lost = lostIn(both.stopLoss);
  return {
    stopLoss: {
      meaning: stopLoss,
      first: () => firstText(both.stopLoss, takeProfit?.side),
      textAt: (at) => textAt(both.stopLoss, at),
    },
    takeProfit: {
      meaning: takeProfit,
      first: () => firstText(both.takeProfit, stopLoss?.side),
      textAt: (at) => textAt(both.takeProfit, at),
    },
    reward: isOneOrder ? mulDiv(takeProfit.points - lost, 10, stopLoss.points + lost) : undefined,
    pricesFor: (side) =>
      validStops((name) => priceOf(onSide(both[name], side)), side, dividerOf(onSide(both.stopLoss, side))),
    inUnit: (unit) => inUnit(both, unit),
  };
}

/** Decimals of a stop's text. */
export const stopDecimals = (unit: StopUnit, precision: number): number =>
  unit === 'price' ? precision : unit === 'points' ? 0 : 2;

/** One step of a stop's text, in units of its last decimal: about a tenth of a distance, a ten-thousandth of a price. */
export function stopStep(unit: StopUnit, scaled: number): number {
  const share = scaled / (unit === 'price' ? 10_000 : 10);
  return share > 1 ? 10 ** Math.floor(Math.log10(share)) : 1;
}

/** A stop of a form, for its `stopSide`, and what it depends on. */
interface Stop extends StopFacts {
  readonly name: StopName;
  readonly draft: TicketDraft;
  readonly instrument: StopTerms;
}

const onSide = <S extends Stop>(stop: S, stopSide: Side): S => ({
  ...stop,
  draft: { ...stop.draft, stopSide },
});

/** The price at which the order would open. */
const startOf = ({ draft, instrument, quote }: Stop): Price | undefined =>
  referenceOf(draft, instrument, openingPrice(draft.stopSide, quote));

/** The price that its stops are measured from: at which it would close, or the target of a pending order. */
function endOf(stop: Stop): Price | undefined {
  const { name, draft, instrument, quote, held } = stop;
  if (held && name === 'stopLoss' && draft.trails) return held.reference;
  return referenceOf(draft, instrument, closingPrice(draft.stopSide, quote));
}

/** The price that stop loss and take profit have between them. */
const dividerOf = (stop: Stop): Price | undefined => (stop.held ? stop.held.reference : endOf(stop));

/** Points that an order has lost at the price that its stops are measured from. */
function lostIn(stop: Stop): number {
  const { draft, quote, held } = stop;
  if (draft.kind.type === 'market') return spreadOf(quote);
  const [start, end] = [startOf(stop), endOf(stop)];
  if (!held || start === undefined || end === undefined) return 0;
  return draft.stopSide === 'buy' ? start - end : end - start;
}

/** Millionths. */
const CENT = 10_000;

/** How far the price goes in the order's favour to a stop that is `points` away. */
const gainOf = ({ name }: Stop, points: number): number => (name === 'stopLoss' ? -points : points);

/** Points from `endOf` to a price, away from the order's entry as a stop is. */
function distanceTo(stop: Stop, at: Price): number | undefined {
  const end = endOf(stop);
  return end && gainOf(stop, stop.draft.stopSide === 'buy' ? at - end : end - at);
}

function meaningOf(stop: Stop): StopMeaning | undefined {
  const { name, draft, instrument } = stop;
  if (stop.held) return heldMeaning(stop);
  if (draft.stopUnit !== 'price') {
    const distance = endOf(stop) === undefined ? undefined : distanceOf(stop);
    if (!distance?.ok || distance.value === undefined) return undefined;
    return { side: undefined, points: distance.value, ...amountsAt(stop, distance.value) };
  }
  const typed = parsePrice(draft[name], instrument.precision);
  if (!typed.ok || typed.value === undefined) return undefined;
  for (const side of SIDES) {
    const its = onSide(stop, side);
    const points = distanceTo(its, typed.value);
    if (points === undefined) return undefined;
    if (points > 0) return { side, points, ...amountsAt(its, points) };
  }
  return undefined;
}

function heldMeaning(stop: Stop): StopMeaning | undefined {
  const { name, draft, held } = stop;
  const at = priceOf(stop);
  if (!at.ok || at.value === undefined) return undefined;
  const side = draft.stopSide;
  const [stopLoss, takeProfit] = name === 'stopLoss' ? [at.value, undefined] : [undefined, at.value];
  if (held?.reference !== undefined && !stopsAreValid(side, held.reference, stopLoss, takeProfit))
    return undefined;
  const points = distanceTo(stop, at.value);
  return points === undefined ? undefined : { side, points, ...amountsAt(stop, points) };
}

function textAt(stop: Stop, at: Price): string {
  const points = distanceTo(stop, at);
  return points === undefined ? '' : textOf(stop, { side: undefined, points, ...amountsAt(stop, points) });
}

function inUnit(
  stops: Readonly<Record<StopName, Stop>>,
  stopUnit: StopUnit,
): ReturnType<TicketStops['inUnit']> {
  const [stopLoss, takeProfit] = [asTyped(stops.stopLoss), asTyped(stops.takeProfit)];
  const { draft } = stops.stopLoss;
  const stopSide = meaningOf(stopLoss)?.side ?? meaningOf(takeProfit)?.side ?? draft.stopSide;
  const textIn = (stop: Stop) =>
    stop.draft.stopUnit === stopUnit
      ? stop.draft[stop.name]
      : textOf({ ...stop, draft: { ...draft, stopUnit, stopSide } }, meaningOf(onSide(stop, stopSide)));
  const typed = { stopLoss: keptOf(stopLoss, stopUnit), takeProfit: keptOf(takeProfit, stopUnit) };
  return {
    stopUnit,
    stopSide,
    stopLoss: textIn(stopLoss),
    takeProfit: textIn(takeProfit),
    typedStops: typed.stopLoss || typed.takeProfit ? typed : undefined,
  };
}

/** What to keep of a stop that another unit shows; nothing if it is exact there. */
function keptOf(stop: Stop, shownIn: StopUnit): TypedStop | undefined {
  const { stopUnit: unit, [stop.name]: text } = stop.draft;
  const meaning = meaningOf(stop);
  const isExact = unit === shownIn || (unit === 'points' && shownIn === 'price');
  if (isExact || meaning === undefined) return undefined;
  if (unit !== 'price') return { unit, text };
  return shownIn === 'points' ? undefined : { unit: 'points', text: String(meaning.points) };
}

/** The text with which the price of a pending order starts: as far below the market as a first stop. */
export function firstTarget(
  draft: TicketDraft,
  instrument: Instrument,
  close: Price | undefined,
): string | undefined {
  const quote = { close, ask: close };
  const market: TicketDraft = { ...draft, kind: { type: 'market' }, stopUnit: 'price', stopSide: 'buy' };
  return firstText({ quote, rate: undefined, name: 'stopLoss', draft: market, instrument }, undefined);
}

/** @param other the side of the other stop */
function firstText(stop: Stop, other: Side | undefined): string | undefined {
  const { name, draft, held } = stop;
  const end = dividerOf(stop);
  if (end === undefined || end < 2) return undefined;
  const times = name === 'stopLoss' ? 1 : 2;
  const near = Math.min(firstDistance(end), Math.floor((end - 1) / times));
  if (near === 0) return undefined;
  if (held) return textAt(stop, stopAt(draft.stopSide, end, -gainOf(stop, times * near)));
  const amounts = amountsAt(stop, near);
  const meaning = {
    side: undefined,
    points: times * near,
    money: amounts.money && money(gainOf(stop, times * roundFigure(amounts.money / CENT) * CENT)),
    percent: amounts.percent && times * roundFigure(amounts.percent),
  };
  return textOf(onSide(stop, other ?? draft.stopSide), meaning) || undefined;
}

function priceOf(stop: Stop): Result<Price | undefined, StopReason> {
  const { name, draft, instrument, held } = stop;
  const exact = held?.exact[name];
  if (exact !== undefined) return ok(exact);
  if (draft.stopUnit === 'price') return parsePrice(draft[name], instrument.precision);
  const distance = distanceOf(stop);
  if (!distance.ok || distance.value === undefined) return distance.ok ? ok(undefined) : distance;
  const end = endOf(stop);
  if (end === undefined) return err('unknown');
  const at = stopAt(draft.stopSide, end, -gainOf(stop, distance.value));
  return at > 0 && Number.isSafeInteger(at) ? ok(at) : err('too-far');
}

/**
 * The stop as it was typed, which another unit only shows. The stop itself when the shown text is no longer what the typed one
 * reads as: it was changed, or means something else with another size or price.
 */
function asTyped(stop: Stop): Stop {
  const { typedStops, stopUnit, [stop.name]: shown } = stop.draft;
  const typed = typedStops?.[stop.name];
  // An empty field is no stop, even where the typed one cannot be shown.
  if (typed === undefined || typed.unit === stopUnit || shown === '') return stop;
  const before = { ...stop, draft: { ...stop.draft, stopUnit: typed.unit, [stop.name]: typed.text } };
  return textOf(stop, meaningOf(before)) === shown ? before : stop;
}

/** The points of a distance, at least 1. A stop loss risks no more than the typed amount, a take profit gains no less. */
function distanceOf(shown: Stop): Result<number | undefined, StopReason> {
  const stop = asTyped(shown);
  const { stopUnit: unit, [stop.name]: text } = stop.draft;
  const typed = parseDistance(text, stopDecimals(unit, stop.instrument.precision), stop.held !== undefined);
  if (!typed.ok || typed.value === undefined || unit === 'points') return typed;
  const scaled: number = typed.value;
  const scale = scaleOf(stop);
  if (scale === undefined) return err('unknown');
  const points = withinMoney(() => {
    const amount = unit === 'money' ? scaled * CENT : mulDiv(scale.margin, scaled, 10_000);
    return sized(stop, amount, scale) + gainOf(stop, lostIn(stop));
  });
  if (points === undefined) return err('too-far');
  return points <= 0 && !stop.held ? err('too-near') : ok(points);
}

/** Of an order that exists a distance has a sign, and zero is one: the entry. */
function parseDistance(
  text: string,
  decimals: number,
  isSigned: boolean,
): Result<number | undefined, PriceProblem> {
  if (!isSigned || text === '') return parsePrice(text, decimals);
  const scaled = parseScaled(text, decimals);
  return scaled.ok ? scaled : err(scaled.error === 'too-precise' ? 'too-precise' : 'malformed');
}

/** The points whose loss is at most, or whose gain is at least the amount; below zero the other way round. */
function sized({ name }: Stop, amount: number, { value, rate }: Scale): number {
  if (amount === 0) return 0;
  const bound = (name === 'stopLoss') === amount > 0 ? 'at-most' : 'at-least';
  return Math.sign(amount) * pointsFor(money(Math.abs(amount)), value, rate, bound);
}

/** The text that means `meaning` in the form's unit; empty where no text does. */
function textOf(stop: Stop, meaning: StopMeaning | undefined): string {
  const { draft, instrument } = stop;
  const end = endOf(stop);
  if (meaning === undefined || end === undefined) return '';
  const { points, percent } = meaning;
  const scaled = {
    price: stopAt(draft.stopSide, end, -gainOf(stop, points)),
    points,
    percent,
    money: meaning.money && Math.round(gainOf(stop, meaning.money) / CENT),
  }[draft.stopUnit];
  const isNone = scaled === undefined || (scaled <= 0 && (!stop.held || draft.stopUnit === 'price'));
  if (isNone) return '';
  const decimals = stopDecimals(draft.stopUnit, instrument.precision);
  return (scaled / 10 ** decimals).toFixed(decimals);
}

interface Scale {
  readonly value: PointValue;
  readonly rate: Rate;
  readonly margin: Money;
}

/** What a point and the margin of the order are worth. */
function scaleOf(stop: Stop): Scale | undefined {
  const { lots, multiple } = stop.draft;
  const { instrument, rate } = stop;
  const size = parseVolume(lots, instrument);
  const start = startOf(stop);
  if (!size.ok || start === undefined || multiple === undefined || !rate) return undefined;
  return withinMoney(() => ({
    value: pointValue(size.value, instrument.contractSize, instrument.precision),
    rate,
    margin: marginOf(instrument, size.value, start, multiple, rate),
  }));
}

/** A target within the spread is a loss; its percentage is then below zero. */
function amountsAt(stop: Stop, points: number): Pick<StopMeaning, 'money' | 'percent'> {
  const scale = scaleOf(stop);
  const gain = gainOf(stop, points) - lostIn(stop);
  const amount = scale && withinMoney(() => pnlOfPoints(gain, scale.value, scale.rate));
  const isShare = scale && amount !== undefined && scale.margin > 0;
  return {
    money: amount,
    percent: isShare ? mulDiv(gainOf(stop, amount), 10_000, scale.margin) : undefined,
  };
}
