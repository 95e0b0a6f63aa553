import { isMode, MODES, type Mode } from '../../shared/domain/allowed.ts';
import { parseScaled } from '../../shared/domain/decimal.ts';
import { LOT_SCALE, volume, volumeToWire } from '../../shared/domain/volume.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { changedFacts } from '../command-values.ts';
import type { Facts, OperatorAnswer, Resource, Values } from '../resource.ts';
import { type FinancingDeps, financingVerb, rateFacts } from './financing-commands.ts';
import { ADD_PARAMETERS, CHANGE_PARAMETERS, readTerms } from './instrument-terms.ts';
import type { Listing } from './listing.ts';
import { HOURS_CHOICES } from './listing-change.ts';
import type { Listings } from './listings.ts';
import { type SpreadDeps, spreadFacts, spreadVerb } from './spread-commands.ts';

const code = { help: 'The code, as in EURUSD', logged: true } as const;
const NEW_TERMS = 'Applies to new orders from now on; open positions keep their margin and fee.';

const MODE_NOTES = {
  open: 'Stops and pending orders that were held back are judged at the next tick, at its price.',
  'close-only': 'Nothing can be opened; closing, stops and stop outs go on. Pending orders wait.',
  halted: 'Nothing can be dealt, not even closed. Stops, pending orders and stop outs wait.',
} as const satisfies Record<Mode, string>;

export const instruments: Resource<SpreadDeps & FinancingDeps> = {
  help: 'Instruments and their terms',
  usual: 'list',
  verbs: {
    list: {
      help: 'All instruments, unlisted ones too',
      parameters: {},
      run: async ({ listings }) => ok({ rows: listings.all().map(row) }),
    },
    show: {
      help: 'One instrument',
      parameters: { code },
      async run({ listings }, values) {
        const found = listings.find(named(values));
        return found.ok ? ok(shown(found.value, true)) : err(found.error.message);
      },
    },
    multiples: {
      help: 'Sets the leverages on offer',
      parameters: { code, multiples: { help: 'As in 1,5,20; "none" stops trading' } },
      async run({ listings }, values) {
        const multiples = readMultiples(values['multiples'] ?? '');
        if (multiples === undefined) return err('multiples are whole numbers joined by commas, or "none".');
        return change(listings, values, (code) => listings.setMultiples(code, multiples), {
          note: NEW_TERMS,
        });
      },
    },
    fee: {
      help: 'Sets the fee for opening a position',
      parameters: {
        code,
        rate: { help: 'USD per lot when TRADE_FEE_TYPE is 1, else a fraction of the margin, as in 0.0005' },
      },
      async run({ listings }, values) {
        const rate = parseScaled(values['rate'] ?? '', 6);
        if (!rate.ok) return err('rate is a plain decimal with at most 6 decimals.');
        return change(listings, values, (code) => listings.setFee(code, rate.value), { note: NEW_TERMS });
      },
    },
    hours: {
      help: 'Sets the trading hours; prices move outside of them too',
      parameters: { code, hours: { help: 'The hours of a kind of market', choices: HOURS_CHOICES } },
      async run({ listings }, values) {
        const hours = HOURS_CHOICES.find((choice) => choice === values['hours']);
        if (hours === undefined) return err(`hours is one of ${HOURS_CHOICES.join(', ')}.`);
        return change(listings, values, (code) => listings.setHours(code, hours));
      },
    },
    mode: {
      help: 'What may be dealt: open, close-only (no opening, no pending order), halted (nothing)',
      parameters: {
        code,
        mode: { help: 'Stops and stop outs go on in close-only', choices: MODES, logged: true },
      },
      async run({ listings }, values) {
        const { mode } = values;
        if (!isMode(mode)) return err(`mode is one of ${MODES.join(', ')}.`);
        return change(listings, values, (code) => listings.setMode(code, mode), { note: MODE_NOTES[mode] });
      },
    },
    minimum: {
      help: 'Sets the smallest order',
      parameters: { code, lots: { help: 'In lots, as in 0.1' } },
      async run({ listings }, values) {
        const lots = parseScaled(values['lots'] ?? '', Math.log10(LOT_SCALE));
        if (!lots.ok) return err('lots is a plain decimal with at most 4 decimals.');
        return change(listings, values, (code) => listings.setMinimum(code, volume(lots.value)));
      },
    },
    add: {
      help: 'Adds an instrument; what is not said is as for a pair of currencies, or for what is dealt by the piece',
      parameters: {
        code: { help: 'A new code of 2 to 20 capital letters, digits, points, underlines', logged: true },
        ...ADD_PARAMETERS,
      },
      async run({ listings }, values) {
        const terms = readTerms(values);
        if (!terms.ok) return terms;
        return change(listings, values, (code) => listings.add(code, terms.value), { terms: true });
      },
    },
    change: {
      help: 'Changes what an instrument is; leverages, fee, hours and minimum have commands of their own',
      parameters: { code, ...CHANGE_PARAMETERS },
      async run({ listings }, values) {
        const terms = readTerms(values);
        if (!terms.ok) return terms;
        if (Object.keys(terms.value).length === 0) return err('Say what to change, as in --name Gold.');
        return change(listings, values, (code) => listings.change(code, terms.value), { terms: true });
      },
    },
    retire: {
      help: 'Makes an instrument close-only, and takes it off the list as soon as nothing works in it',
      parameters: { code },
      async run({ listings }, values) {
        const note = ({ isListed }: Listing) => (isListed ? RETIRING : undefined);
        return change(listings, values, listings.retire, { note });
      },
    },
    stale: {
      help: 'Sets after how long without a tick it is stale, where prices come from outside',
      parameters: { code, seconds: { help: '1 to 3600, or default: as FEED_STALE_MS says', logged: true } },
      async run({ listings }, values) {
        const staleMs = readPart(values['seconds'], 3, 3_600_000);
        if (!staleMs.ok || (staleMs.value ?? 1_000) < 1_000)
          return err('seconds are 1 to 3600, with at most 3 decimals, or default.');
        return change(listings, values, (code) => listings.tune(code, { staleMs: staleMs.value }), {
          terms: true,
          note: OUTSIDE,
        });
      },
    },
    bound: {
      help: 'Sets how far a tick may be from the last price without being held, where prices come from outside',
      parameters: {
        code,
        percent: { help: 'Of the price, 0.01 to 50, or default: by the ranges of its minutes', logged: true },
      },
      async run({ listings }, values) {
        const bound = readPart(values['percent'], 4, 500_000);
        if (!bound.ok || (bound.value ?? 100) < 100)
          return err('percent is 0.01 to 50, with at most 4 decimals, or default.');
        return change(listings, values, (code) => listings.tune(code, { boundMillionths: bound.value }), {
          terms: true,
          note: OUTSIDE,
        });
      },
    },
    financing: financingVerb,
    spread: spreadVerb,
    'max-spread': {
      help: 'Sets how wide a quote may be without being held, where prices come from outside',
      parameters: {
        code,
        points: {
          help: 'Of the last decimal, 1 to 1000000, or default: ten times the mean of the last hour, at least 20',
          logged: true,
        },
      },
      async run({ listings }, values) {
        const most = readPart(values['points'], 0, 1_000_000);
        if (!most.ok) return err('points are a whole number from 1 to 1000000, or default.');
        return change(listings, values, (code) => listings.setMaxSpread(code, most.value), {
          terms: true,
          note: OUTSIDE,
        });
      },
    },
    unlist: {
      help: 'Takes an instrument off the list; it must be close-only, and nobody may hold it',
      parameters: { code },
      run: ({ listings }, values) => change(listings, values, listings.unlist),
    },
    'list-again': {
      help: 'Puts an instrument back on the list',
      parameters: { code },
      run: ({ listings }, values) => change(listings, values, listings.listAgain),
    },
  },
};

const named = ({ code: typed = '' }: Values): string => typed.toUpperCase();

function readMultiples(text: string): readonly number[] | undefined {
  if (text === 'none') return [];
  const numbers = text.split(',').map((part) => parseScaled(part.trim(), 0));
  return numbers.every((one) => one.ok) ? numbers.map((one) => one.value) : undefined;
}

const RETIRING =
  'Nothing can be opened in it. It leaves the list when its last position and pending order are gone: orders list --open --code shows them.';
const OUTSIDE = 'It counts where prices come from outside (FEED=push).';

/** A decimal as a whole number; undefined for `default`. */
function readPart(text = '', decimals: number, most: number): Result<number | undefined, string> {
  if (text === 'default') return ok(undefined);
  const part = parseScaled(text, decimals);
  return part.ok && part.value > 0 && part.value <= most ? ok(part.value) : err('');
}

interface Shown {
  /** With all terms. */
  readonly terms?: true;
  readonly note?: string | ((after: Listing) => string | undefined);
}

async function change(
  listings: Listings,
  values: Values,
  take: (code: string) => Promise<Result<Listing>>,
  { terms, note }: Shown = {},
): Promise<Result<OperatorAnswer, string>> {
  const code = named(values);
  const before = listings.find(code);
  const done = await take(code);
  if (!done.ok) return err(done.error.message);
  const after = done.value;
  const below = typeof note === 'function' ? note(after) : note;
  const changed = changedFacts(before.ok ? factsOf(before.value) : undefined, factsOf(after), ['code']);
  return ok({ ...shown(after, terms, below), changed });
}

function shown(listing: Listing, terms?: true, note?: string): OperatorAnswer {
  const below = terms && listing.isWaiting ? WAITING : note;
  return {
    rows: [
      {
        ...row(listing),
        ...(terms ? { ...termsOf(listing), ...spreadFacts(listing), ...rateFacts(listing.instrument) } : {}),
      },
    ],
    ...(below === undefined ? {} : { note: below }),
  };
}

const WAITING =
  'It takes effect at the next start: of the exchange, or of the feed and then of its other parts.';

/** What an operator decides, and not whether the market is open just now. */
function factsOf(listing: Listing): Facts {
  const { market: _, opens: __, ...facts } = row(listing);
  const { waits: ___, ...terms } = termsOf(listing) ?? { waits: false };
  return {
    ...facts,
    ...terms,
    ...spreadFacts(listing),
    names: listing.record?.names ?? null,
    listed: listing.isListed,
  };
}

const termsOf = ({ instrument, record, isWaiting }: Listing) =>
  record && {
    title: instrument.name,
    class: record.category,
    precision: record.nextPrecision ?? record.precision,
    lot: volumeToWire(record.lotStep),
    contract: record.contractSize,
    margin: record.marginMode,
    currency: record.quoteCurrency,
    logo: instrument.logo || 'none',
    place: record.place,
    stale_s: record.staleMs === undefined ? 'default' : record.staleMs / 1_000,
    bound_percent: record.boundMillionths === undefined ? 'default' : record.boundMillionths / 10_000,
    retired: record.isRetired === 1,
    waits: isWaiting,
  };

const row = ({ instrument, isListed, hours, feeType }: Listing) => ({
  code: instrument.code,
  name: instrument.showCode,
  market: isListed ? instrument.market.status : 'not listed',
  opens:
    instrument.market.status === 'closed' && instrument.market.opensAt !== undefined
      ? new Date(instrument.market.opensAt).toISOString()
      : '',
  mode: instrument.mode,
  hours: hours ?? 'as its prices',
  multiples: instrument.multiples.join(',') || 'none',
  fee: instrument.feeRateMillionths / 1_000_000,
  of: feeType === 'per-lot' ? 'a lot, USD' : 'the margin',
  minimum: volumeToWire(instrument.minVolume),
});
