import { CODE } from '../../shared/contract/codes.ts';
import { LANGUAGES, type Language } from '../../shared/contract/language.ts';
import { parseScaled } from '../../shared/domain/decimal.ts';
import { settlementOf } from '../../shared/domain/instrument.ts';
import { LOT_SCALE, volume, volumeToWire } from '../../shared/domain/volume.ts';
import { MAX_ORDER_LOTS } from '../../shared/limits.ts';
import { err, ok, type Refusal, type Result, refusal } from '../../shared/result.ts';
import { entryFor } from '../catalogue/catalogue.ts';
import {
  CATEGORY_NAMES,
  type InstrumentRecord,
  MARGIN_MODES,
  PLACE_STEP,
  recordFrom,
} from '../catalogue/instrument-repository.ts';
import { hasLogo } from '../catalogue/logos.ts';
import { settleCodeOf } from '../catalogue/quote-currency.ts';
import type { Parameter, Values } from '../resource.ts';
import { MARKETS } from './calendar.ts';
import { wrongFee, wrongMultiples } from './listing-rules.ts';

/*
 * The terms of an instrument that an operator adds or changes: how they are typed, and which are refused.
 */

/** What an operator has given. */
export type GivenTerms = Partial<Omit<InstrumentRecord, 'code' | 'id'>>;

const CODE_FORM = /^[A-Z0-9][A-Z0-9._]{1,19}$/;
/** Extra instruments for load tests. */
const SYNTHETIC = /^SYN\d+$/;
const CURRENCY_FORM = /^[A-Z0-9]{2,10}$/;
const MOST_DECIMALS = 8;
const MOST_UNITS = 1_000_000;
const MOST_PLACE = 1_000_000;
const MOST_LETTERS = 60;
const VISIBLE = /^[^\p{C}]*\S[^\p{C}]*$/u;

/** Each with the help text and how it is read. */
const TERMS = {
  name: {
    help: 'In English, then in other languages: "Gold", or "Gold;de=Gold;fr=Or"',
    read: readNames,
  },
  class: {
    help: 'Where the app lists it',
    choices: CATEGORY_NAMES,
    read: (text) => ok({ category: text }),
  },
  currency: {
    help: 'Of its prices; another instrument must convert it to USD, or this one itself',
    read: (text) =>
      CURRENCY_FORM.test(text)
        ? ok({ quoteCurrency: text })
        : err('currency is a code of 2 to 10 letters, as in EUR.'),
  },
  precision: {
    help: 'Decimals of its prices, 0 to 8',
    read: whole('precision', 0, MOST_DECIMALS, (precision) => ({ precision })),
  },
  contract: {
    help: 'Units in a lot, 1 to 1000000',
    read: whole('contract', 1, MOST_UNITS, (contractSize) => ({ contractSize })),
  },
  lot: {
    help: 'The step of sizes in lots, as in 0.01',
    read: (text) => readLots('lot', text, (lotStep) => ({ lotStep })),
  },
  margin: {
    help: 'fixed: a lot needs the same at any price, in USD',
    choices: MARGIN_MODES,
    read: (text) => ok({ marginMode: text }),
  },
  show: {
    help: 'As traders read the code, as in XAU/USD',
    read: (text) =>
      VISIBLE.test(text) && text.length <= 20
        ? ok({ showCode: text })
        : err('show is a text of at most 20 letters.'),
  },
  logo: {
    help: 'The code whose picture it has, or none',
    read: (text) =>
      text === 'none'
        ? ok({ logo: '' })
        : hasLogo(text.toUpperCase())
          ? ok({ logo: text.toUpperCase() })
          : err(`There is no picture of ${text.slice(0, 20)}; say none, or a code that has one.`),
  },
  place: {
    help: 'Its order in the list, from the next start; those of the start are 100 apart',
    read: whole('place', 1, MOST_PLACE, (place) => ({ place })),
  },
} as const satisfies Readonly<Record<string, Term>>;

/** Those that have a command of their own afterwards. */
const FIRST_TERMS = {
  minimum: {
    help: 'The smallest order in lots',
    read: (text) => readLots('minimum', text, (minVolume) => ({ minVolume })),
  },
  fee: {
    help: 'USD a lot, where TRADE_FEE_TYPE is 1',
    read(text) {
      const rate = parseScaled(text, 6);
      const refused = rate.ok ? wrongFee(rate.value, 'per-lot') : undefined;
      if (!rate.ok || refused) return err('fee is from 0 to 1000 USD a lot, with at most 6 decimals.');
      return ok({ feePerLot: rate.value });
    },
  },
  multiples: {
    help: 'The leverages on offer, as in 1,5,20',
    read(text) {
      const multiples = text.split(',').map((part) => Number(/^\d{1,4}$/.exec(part.trim())?.[0]));
      const refused = wrongMultiples(multiples);
      if (refused) return err(refused.message);
      return ok({ multiples: multiples.toSorted((a, b) => a - b).join(',') });
    },
  },
  hours: {
    help: 'The hours of a kind of market',
    choices: MARKETS,
    read: (text) => ok({ hours: text }),
  },
} as const satisfies Readonly<Record<string, Term>>;

interface Term {
  readonly help: string;
  readonly choices?: readonly string[];
  readonly read: (text: string) => Result<GivenTerms, string>;
}

const ALL_TERMS: Readonly<Record<string, Term>> = { ...TERMS, ...FIRST_TERMS };

/** The terms that a new instrument must state; the others default to those of a currency pair, or of a piece. */
const NEEDED: readonly string[] = ['name', 'class', 'currency', 'precision'] satisfies (keyof typeof TERMS)[];

/** The parameters of the commands that add and change. */
export const ADD_PARAMETERS = parametersOf(ALL_TERMS, NEEDED);
export const CHANGE_PARAMETERS = parametersOf(TERMS, []);

function parametersOf(
  terms: Readonly<Record<string, Term>>,
  needed: readonly string[],
): Readonly<Record<string, Parameter>> {
  return Object.fromEntries(
    Object.entries(terms).map(([name, { help, choices }]) => [
      name,
      {
        help,
        logged: true,
        ...(choices && { choices }),
        ...(needed.includes(name) ? {} : { optional: true }),
      } as const,
    ]),
  );
}

/** The terms that these values name. */
export function readTerms(values: Values): Result<GivenTerms, string> {
  let given: GivenTerms = {};
  for (const [name, term] of Object.entries(ALL_TERMS)) {
    const text = values[name];
    if (text === undefined) continue;
    if (term.choices && !term.choices.includes(text))
      return err(`${name} is one of ${term.choices.join(', ')}.`);
    const read = term.read(text);
    if (!read.ok) return read;
    given = { ...given, ...read.value };
  }
  return ok(given);
}

function whole(name: string, least: number, most: number, to: (value: number) => GivenTerms): Term['read'] {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most
      ? ok(to(value))
      : err(`${name} is a whole number from ${least} to ${most}.`);
  };
}

function readLots(
  name: string,
  text: string,
  to: (size: ReturnType<typeof volume>) => GivenTerms,
): Result<GivenTerms, string> {
  const lots = parseScaled(text, Math.log10(LOT_SCALE));
  const fits = lots.ok && lots.value > 0 && lots.value <= MAX_ORDER_LOTS * LOT_SCALE;
  return fits
    ? ok(to(volume(lots.value)))
    : err(`${name} is a size in lots, from 0.0001 to ${MAX_ORDER_LOTS} with at most 4 decimals.`);
}

function readNames(text: string): Result<GivenTerms, string> {
  const names: Partial<Record<Language, string>> = {};
  for (const [at, part] of text.split(';').entries()) {
    const [, code = 'en', name = ''] =
      at === 0 ? [part, 'en', part] : (/^(\w+)=(.*)$/.exec(part.trim()) ?? []);
    const language = LANGUAGES.find((one) => one === code.trim());
    const trimmed = name.trim();
    if (language === undefined || !VISIBLE.test(trimmed) || trimmed.length > MOST_LETTERS)
      return err(
        `name is a name of at most ${MOST_LETTERS} letters, then others as in ";de=Gold;fr=Or"; languages are ${LANGUAGES.join(', ')}.`,
      );
    names[language] = trimmed;
  }
  return ok({ names: JSON.stringify(names) });
}

const bad = (field: string, sentence: string): Refusal => refusal(CODE.badParameter, sentence, { field });

/** A new instrument beside those that there are. */
export function newInstrument(
  code: string,
  given: GivenTerms,
  others: readonly InstrumentRecord[],
): Result<InstrumentRecord> {
  if (!CODE_FORM.test(code) || SYNTHETIC.test(code))
    return err(
      bad(
        'code',
        'code is 2 to 20 capital letters, digits, points and underlines, and begins with one of the first two.',
      ),
    );
  if (others.some((one) => one.code === code))
    return err(refusal(CODE.conflict, `${code} is there already: change it (instruments change ${code}).`));
  const codes = new Set([code, ...others.map((one) => one.code)]);
  const { precision = 0, quoteCurrency } = given;
  const usual = entryFor({ code, decimals: precision, currency: quoteCurrency }, codes);
  const place = Math.max(0, ...others.map((one) => one.place)) + PLACE_STEP;
  const record = { ...recordFrom(usual, place), ...given };
  const added = given.minVolume ? record : { ...record, minVolume: record.lotStep };
  if (others.some((one) => one.id === added.id))
    return err(bad('code', `${code} would have the number of another instrument; choose another code.`));
  const refused = wrongTerms(added, others);
  return refused ? err(refused) : ok(added);
}

/** Why an instrument cannot have these terms. @param others without it, or as it was */
function wrongTerms(
  { code, quoteCurrency, lotStep, minVolume }: InstrumentRecord,
  others: readonly InstrumentRecord[],
): Refusal | undefined {
  if (minVolume % lotStep !== 0)
    return bad('lot', `The smallest order, ${volumeToWire(minVolume)} lots, is no multiple of that step.`);
  const listed = others.filter((one) => one.isRetired === 0 && one.code !== code);
  const codes = new Set([code, ...listed.map((one) => one.code)]);
  const settle = settlementOf(quoteCurrency, settleCodeOf(quoteCurrency, codes));
  if (settle.status === 'none') return undefined;
  const wanted = settle.status === 'direct' ? 'USD' : quoteCurrency;
  const currencyBy =
    settle.code === code ? quoteCurrency : listed.find((one) => one.code === settle.code)?.quoteCurrency;
  return currencyBy === wanted
    ? undefined
    : bad(
        'currency',
        `Nothing converts ${quoteCurrency} to USD, so profits would have no value: add ${quoteCurrency}USD with prices in USD first, or USD${quoteCurrency} with prices in ${quoteCurrency}.`,
      );
}

/** The terms that every order keeps as they were when it was placed. */
const KEPT = ['precision', 'contractSize', 'quoteCurrency', 'marginMode'] as const;

/** Whether working orders would change their value. */
export const changesKept = (given: GivenTerms, before: InstrumentRecord): boolean =>
  KEPT.some((field) => given[field] !== undefined && given[field] !== before[field]);

/** Whether the amounts that it converts would change their value. */
export const changesRate = ({ precision, quoteCurrency }: GivenTerms, before: InstrumentRecord): boolean =>
  (precision ?? before.precision) !== before.precision ||
  (quoteCurrency ?? before.quoteCurrency) !== before.quoteCurrency;

/**
 * A stored instrument on changed terms. Another precision begins with the next start of the feed, which gives the stored
 * candles the same decimals; less would round them.
 */
export function changedRecord(
  before: InstrumentRecord,
  { precision, ...given }: GivenTerms,
  others: readonly InstrumentRecord[],
): Result<InstrumentRecord> {
  if (precision !== undefined && precision < before.precision)
    return err(
      bad(
        'precision',
        `${before.code} has ${before.precision} decimals, and so have its candles: they cannot become fewer.`,
      ),
    );
  const after = {
    ...before,
    ...given,
    nextPrecision: precision === before.precision ? undefined : (precision ?? before.nextPrecision),
  };
  const refused = wrongTerms(after, others);
  return refused ? err(refused) : ok(after);
}
