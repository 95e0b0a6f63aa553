import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createNightCalendar } from '../../../server/exchange/night-calendar.ts';
import { type NightTime, nextNight, parseNightTime } from '../../../shared/domain/financing.ts';
import { FINANCING_TIME } from '../../helpers/nights.ts';

const TIME = parseNightTime(FINANCING_TIME) as NightTime;

it('says the night after each moment as the zone does', () => {
  const calendar = createNightCalendar(TIME);
  const from = Date.UTC(2026, 2, 1);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 864_000 }),
      fc.constantFrom(undefined, 3, 5),
      (second, tripleDay) => {
        const after = from + second * 1_000;
        expect(calendar.next({ tripleDay }, after)).toEqual(nextNight({ tripleDay }, after, TIME));
      },
    ),
  );
});

it('asks the zone once for a night and for the end of its date', () => {
  let asked = 0;
  const zone = {
    ...TIME.zone,
    startOf(local: number) {
      asked++;
      return TIME.zone.startOf(local);
    },
  };
  const calendar = createNightCalendar({ ...TIME, zone });
  const ask = (after: number) => calendar.dateEnd(calendar.next({ tripleDay: 3 }, after).at);
  ask(Date.UTC(2026, 2, 4));
  const once = asked;
  for (let hour = 0; hour < 20; hour++) ask(Date.UTC(2026, 2, 4, hour));
  expect([once > 0, asked]).toEqual([true, once]);
});
