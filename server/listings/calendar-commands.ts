import { err, ok, type Result } from '../../shared/result.ts';
import { type HoursName, TRADING_DAYS, TRADING_HOURS } from '../catalogue/trading-hours.ts';
import { changedFacts, isoOf } from '../command-values.ts';
import { openSpans } from '../feed/trading-sessions.ts';
import type { Resource, Values } from '../resource.ts';
import { type CalendarDay, cutOf, MARKETS, midnightOf } from './calendar.ts';
import type { Listings } from './listings.ts';

const market = {
  help: 'A kind of market, or the place of indices; index: the USA',
  choices: MARKETS,
  logged: true,
} as const;
const date = { help: 'By the market’s own clock, as in 2026-12-25', logged: true } as const;

interface CalendarDeps {
  readonly listings: Pick<Listings, 'calendar'>;
}

export const calendar: Resource<CalendarDeps> = {
  help: 'Holidays and early closes of markets',
  usual: 'list',
  verbs: {
    list: {
      help: 'All days, by market and date, with the time that each closes in UTC',
      parameters: { market: { ...market, optional: true } },
      run: async ({ listings }, { market: wanted }) =>
        ok({
          rows: listings.calendar
            .days()
            .filter((day) => wanted === undefined || day.market === wanted)
            .map(row),
        }),
    },
    add: {
      help: 'Closes a market on a trading day, which includes the evening before, or early on that date',
      parameters: {
        market,
        date,
        how: { help: 'All day, or from a time on', choices: ['closed', 'close'], logged: true },
        time: { help: 'With close: by the market’s own clock, as in 13:00', optional: true, logged: true },
      },
      async run({ listings }, values) {
        const day = readDay(values);
        if (!day.ok) return day;
        const before = find(listings, values);
        await listings.calendar.set(day.value, 'add');
        const cut = cutOf(day.value);
        const isClosedAnyway = openSpans(TRADING_HOURS[day.value.market], cut.fromMs, cut.toMs).length === 0;
        const note = 'By its hours it is closed then anyway.';
        const changed = changedFacts(before && row(before), row(day.value), NAMED);
        return ok({ rows: [row(day.value)], changed, ...(isClosedAnyway ? { note } : {}) });
      },
    },
    remove: {
      help: 'Removes a day: the market trades as usual',
      parameters: { market, date },
      async run({ listings }, values) {
        const found = find(listings, values);
        if (found === undefined) return err('The calendar has no such day.');
        await listings.calendar.set(found, 'remove');
        return ok({ rows: [row(found)], changed: changedFacts(row(found), undefined) });
      },
    },
  },
};

const NAMED = ['market', 'date'];

const find = ({ calendar: all }: CalendarDeps['listings'], { market: name, date: day }: Values) =>
  all.days().find((one) => one.market === name && one.date === day);

function readDay(values: Values): Result<CalendarDay, string> {
  const name = MARKETS.find((one) => one === values['market']);
  if (name === undefined) return err(`market is one of ${MARKETS.join(', ')}.`);
  const day = values['date'] ?? '';
  if (midnightOf(day) === undefined) return err('date is a day as in 2026-12-25.');
  const time = values['time'];
  if (values['how'] === 'closed')
    return time === undefined
      ? ok({ market: name, date: day, closesAt: undefined })
      : err('A day that is closed has no time; say close for an early one.');
  const closesAt = readTime(time);
  if (closesAt === undefined) return err('time is one as in 13:00.');
  return closesAt < TRADING_DAYS[name].ends
    ? ok({ market: name, date: day, closesAt })
    : err(`The trading day of ${name} ends at ${timeOf(TRADING_DAYS[name].ends)} as it is.`);
}

function readTime(text = ''): number | undefined {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

const zoneOf = (name: HoursName): string => TRADING_DAYS[name].zone;

const row = (day: CalendarDay) => ({
  market: day.market,
  date: day.date,
  closed: day.closesAt === undefined ? 'all day' : `from ${timeOf(day.closesAt)}`,
  zone: zoneOf(day.market),
  from: isoOf(cutOf(day).fromMs),
  to: isoOf(cutOf(day).toMs),
});
