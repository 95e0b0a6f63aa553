import { describe, expect, it } from 'vitest';
import { stateUnder } from '../../../server/listings/changed-instrument.ts';
import type { HoursChoice } from '../../../server/listings/listing-change.ts';
import type { MarketState } from '../../../shared/domain/instrument.ts';
import { timestampMs } from '../../../shared/domain/time.ts';

const at = (text: string) => timestampMs(Date.parse(text));

/** A Wednesday's noon in New York, in winter; the daily break of metals begins at 22:00 UTC and lasts an hour. */
const NOON = at('2026-01-14T17:00Z');
const BREAK = at('2026-01-14T22:30Z');
const SATURDAY = at('2026-01-17T12:00Z');
const FOREX_OPENS = at('2026-01-18T22:00Z');
const MONDAY = at('2026-01-19T15:00Z');
const METAL_OPENS = at('2026-01-18T23:00Z');

const open: MarketState = { status: 'open' };
const closed: MarketState = { status: 'closed' };
const opening = (opensAt: number): MarketState => ({ status: 'closed', opensAt: timestampMs(opensAt) });

describe('the state of a market', () => {
  it.each<[string, HoursChoice | undefined, MarketState, number, MarketState]>([
    ['is the feed’s when nobody set hours', undefined, open, SATURDAY, open],
    ['is the feed’s when nobody set hours', undefined, opening(FOREX_OPENS), SATURDAY, opening(FOREX_OPENS)],
    ['is closed, nobody knows for how long, by the word of the operator', 'closed', open, NOON, closed],
    [
      'is closed without a promise also when the feed has one',
      'closed',
      opening(FOREX_OPENS),
      SATURDAY,
      closed,
    ],
    ['is open when hours and feed are', 'metal', open, NOON, open],
    [
      'is closed outside the hours while prices go on',
      'metal',
      open,
      BREAK,
      opening(at('2026-01-14T23:00Z')),
    ],
    ['is always open while there are prices', 'always', open, SATURDAY, open],
    ['is closed without prices, at any hours', 'always', closed, NOON, closed],
    ['opens with the feed', 'always', opening(FOREX_OPENS), SATURDAY, opening(FOREX_OPENS)],
    [
      'opens with its hours when those begin later',
      'metal',
      opening(FOREX_OPENS),
      SATURDAY,
      opening(METAL_OPENS),
    ],
    ['knows no opening when the feed knows none', 'metal', closed, SATURDAY, closed],
    ['opens with the feed when that is later', 'metal', opening(MONDAY), SATURDAY, opening(MONDAY)],
  ])('%s (%s)', (_, hours, feed, now, state) => {
    expect(stateUnder(hours, feed, timestampMs(now)).state).toEqual(state);
  });

  it('is known until the session ends', () => {
    expect(stateUnder('metal', open, NOON).untilMs).toBe(at('2026-01-14T22:00Z'));
    expect(stateUnder('metal', open, BREAK).untilMs).toBe(at('2026-01-14T23:00Z'));
    expect(stateUnder('always', open, NOON).untilMs).toBe(Number.POSITIVE_INFINITY);
  });
});
