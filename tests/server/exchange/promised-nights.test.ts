import { expect, it } from 'vitest';
import { AUTUMN, SPRING, tradedNights, WEEKS_DAYS } from './nights-scene.ts';

it.each([
  ['spring', SPRING],
  ['autumn', AUTUMN],
])(
  'what is shown of nights over the change of clocks in %s is booked, to the millionth',
  async (season, from) => {
    const { promised, byHand, booked } = await tradedNights(1_000, from, WEEKS_DAYS, season);
    expect(booked.size).toBeGreaterThan(1_000);
    expect(byHand).toEqual(promised);
    expect(booked).toEqual(promised);
  },
);
