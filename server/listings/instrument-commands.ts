import { isMode, MODES, type Mode } from '../../shared/domain/allowed.ts';
import { parseScaled } from '../../shared/domain/decimal.ts';
import { LOT_SCALE, volume, volumeToWire } from '../../shared/domain/volume.ts';
import { err, ok, type Refusal, type Result } from '../../shared/result.ts';
import type { OperatorAnswer, Resource, Values } from '../resource.ts';
import { HOURS_CHOICES } from './listing-change.ts';
import type { Listing, Listings } from './listings.ts';

const code = { help: 'The code, as in EURUSD' } as const;
const NEW_TERMS = 'Applies to new orders from now on; open positions keep their margin and fee.';

const MODE_NOTES = {
  open: 'Stops and pending orders that were held back are judged at the next tick, at its price.',
  'close-only': 'Nothing can be opened; closing, stops and stop outs go on. Pending orders wait.',
  halted: 'Nothing can be dealt, not even closed. Stops, pending orders and stop outs wait.',
} as const satisfies Record<Mode, string>;

export const instruments: Resource<{ readonly listings: Listings }> = {
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
      run: async ({ listings }, values) => answer(listings.find(named(values))),
    },
    multiples: {
      help: 'Sets the leverages on offer',
      parameters: { code, multiples: { help: 'As in 1,5,20; "none" stops trading' } },
      async run({ listings }, values) {
        const multiples = readMultiples(values['multiples'] ?? '');
        if (multiples === undefined) return err('multiples are whole numbers joined by commas, or "none".');
        return answer(await listings.setMultiples(named(values), multiples), NEW_TERMS);
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
        return answer(await listings.setFee(named(values), rate.value), NEW_TERMS);
      },
    },
    hours: {
      help: 'Sets the trading hours; prices move outside of them too',
      parameters: { code, hours: { help: 'The hours of a kind of market', choices: HOURS_CHOICES } },
      async run({ listings }, values) {
        const hours = HOURS_CHOICES.find((choice) => choice === values['hours']);
        if (hours === undefined) return err(`hours is one of ${HOURS_CHOICES.join(', ')}.`);
        return answer(await listings.setHours(named(values), hours));
      },
    },
    mode: {
      help: 'What may be dealt: open, close-only (no opening, no pending order), halted (nothing)',
      parameters: {
        code: { ...code, logged: true },
        mode: { help: 'Stops and stop outs go on in close-only', choices: MODES, logged: true },
      },
      async run({ listings }, values) {
        const { mode } = values;
        if (!isMode(mode)) return err(`mode is one of ${MODES.join(', ')}.`);
        return answer(await listings.setMode(named(values), mode), MODE_NOTES[mode]);
      },
    },
    minimum: {
      help: 'Sets the smallest order',
      parameters: { code, lots: { help: 'In lots, as in 0.1' } },
      async run({ listings }, values) {
        const lots = parseScaled(values['lots'] ?? '', Math.log10(LOT_SCALE));
        if (!lots.ok) return err('lots is a plain decimal with at most 4 decimals.');
        return answer(await listings.setMinimum(named(values), volume(lots.value)));
      },
    },
    unlist: {
      help: 'Takes an instrument off the list; it must be close-only, and nobody may hold it',
      parameters: { code },
      run: async ({ listings }, values) => answer(await listings.unlist(named(values))),
    },
    'list-again': {
      help: 'Puts an instrument back on the list',
      parameters: { code },
      run: async ({ listings }, values) => answer(await listings.listAgain(named(values))),
    },
  },
};

const named = ({ code: typed = '' }: Values): string => typed.toUpperCase();

function readMultiples(text: string): readonly number[] | undefined {
  if (text === 'none') return [];
  const numbers = text.split(',').map((part) => parseScaled(part.trim(), 0));
  return numbers.every((one) => one.ok) ? numbers.map((one) => one.value) : undefined;
}

function answer(result: Result<Listing, Refusal>, note?: string): Result<OperatorAnswer, string> {
  if (!result.ok) return err(result.error.message);
  return ok({ rows: [row(result.value)], ...(note === undefined ? {} : { note }) });
}

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
