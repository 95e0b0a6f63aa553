/* The night that an open position pays for next, and what it costs, by the functions by which the exchange books it. */
import { computed } from '@preact/signals-react';
import {
  type Night,
  type NightTime,
  nextNight,
  nightCost,
  nightRate,
  parseNightTime,
} from '../../shared/domain/financing.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import { type Money, negMoney, withinMoney } from '../../shared/domain/money.ts';
import { type Position, SIDES } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import type { Rate } from '../../shared/domain/rate.ts';
import { baseData } from './market.ts';
import { shownNow } from './shown-now.ts';

const nightTime = computed(() => {
  const text = baseData.value?.financingTime;
  return text === undefined ? undefined : parseNightTime(text);
});

/** Whether nights of the instrument cost or bring anything. */
export const hasNights = (instrument: Instrument | undefined): instrument is Instrument =>
  instrument !== undefined && SIDES.some((side) => nightRate(side, instrument) !== 0);

/** Asking a calendar for the night takes longer than a tick has: the last answers, by the day that counts three times. */
const known = new Map<
  Instrument['tripleDay'],
  { readonly by: NightTime; readonly from: number; readonly night: Night }
>();

/** The next night of an instrument; undefined while its time is not known. Reads signals. */
export function nightAfterNow(instrument: Instrument): Night | undefined {
  const [by, now] = [nightTime.value, shownNow.value];
  if (by === undefined || now === undefined) return undefined;
  const last = known.get(instrument.tripleDay);
  // A replay also moves back.
  if (last?.by === by && last.from <= now && now < last.night.at) return last.night;
  const night = nextNight(instrument, now, by);
  known.set(instrument.tripleDay, { by, from: now, night });
  return night;
}

/** The next night that counts three times; undefined if none does. Reads signals. */
export function tripleNight(instrument: Instrument): Night | undefined {
  const by = nightTime.value;
  let night = instrument.tripleDay === undefined ? undefined : nightAfterNow(instrument);
  for (let days = 0; night && by && night.nights === 1 && days < 7; days++)
    night = nextNight(instrument, night.at, by);
  return night?.nights === 1 ? undefined : night;
}

/** What nights bring an order, below zero what they cost, booked at these prices; undefined while unknown. */
export function nightAmount(
  order: Pick<Position, 'side' | 'volume'>,
  instrument: Instrument,
  nights: number | undefined,
  close: Price | undefined,
  rate: Rate | undefined,
): Money | undefined {
  if (nights === undefined || close === undefined || rate === undefined) return undefined;
  return withinMoney(() => negMoney(nightCost(order, { ...instrument, nights, close, rate })));
}
