import { expect, it } from 'vitest';
import { AUTUMN, SPRING, tradedNights, WEEKS_DAYS } from './nights-scene.ts';

/** In both seasons together; `TRADES=100000` takes some ten minutes. */
const TRADES = Number(process.env['TRADES'] ?? 20_000);

it.each([
  ['spring', SPRING],
  ['autumn', AUTUMN],
])(
  'all nights of very many trades in %s are booked as they were shown',
  { timeout: 3_600_000 },
  async (season, from) => {
    const { promised, byHand, booked, closed } = await tradedNights(
      TRADES / 2,
      from,
      WEEKS_DAYS,
      `many ${season}`,
    );
    const sum = [...booked.values()].reduce((all, amount) => all + amount, 0n);
    const shown = [...promised.values()].reduce((all, amount) => all + amount, 0n);
    console.log(
      `${season}: ${TRADES / 2} trades, ${booked.size} nights booked, ${closed} closed just after one; shown less booked: ${shown - sum} millionths`,
    );
    expect(byHand).toEqual(promised);
    expect(booked).toEqual(promised);
  },
);
