import { ratio } from '../../shared/domain/foreign-amount.ts';
import { money } from '../../shared/domain/money.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { beginSeed } from '../store/numbers.ts';
import type { Db } from '../store/schema.ts';
import {
  BANKS,
  COINS,
  CURRENCIES,
  type DepositBank,
  type DepositCoin,
  type DrawCurrency,
  EMPTY_BANK,
  optionRepository,
} from './payment-option-repository.ts';

/**
 * Initial options, so that every form has content. Addresses and accounts are unusable examples, prices and
 * fees round numbers: the operator replaces them before the first payment.
 */
export async function insertFirstOptions(transaction: Db, now: TimestampMs): Promise<void> {
  if (!(await beginSeed(transaction, 'payment-options', now))) return;
  for (const coin of FIRST_COINS) await optionRepository(transaction, COINS).insert(coin);
  for (const bank of FIRST_BANKS) await optionRepository(transaction, BANKS).insert(bank);
  for (const currency of FIRST_CURRENCIES) await optionRepository(transaction, CURRENCIES).insert(currency);
}

const ONE = 1_000_000;
const UNIT = ratio(ONE);
/** The value of one unit in USD, and the payout for one USD. */
const BANK_RATES = {
  USD: { usdPrice: UNIT, drawRate: UNIT },
  EUR: { usdPrice: ratio(1_100_000), drawRate: ratio(900_000) },
  JPY: { usdPrice: ratio(6_500), drawRate: ratio(150 * ONE) },
} as const;
const BANK_CODES = ['USD', 'EUR', 'JPY'] as const;
const COIN_FEES = { TRC20: money(2 * ONE), ERC20: money(10 * ONE) } as const;
const COIN_PROTOCOLS = ['TRC20', 'ERC20'] as const;
const BANK_FEE = ratio(10_000);

const FIRST_COINS: readonly Omit<DepositCoin, 'id'>[] = COIN_PROTOCOLS.map((protocolCode) => ({
  currencyCode: 'USDT',
  protocolCode,
  address: `EXAMPLE-${protocolCode}-ADDRESS-DO-NOT-PAY`,
  usdPrice: UNIT,
}));

const FIRST_BANKS: readonly Omit<DepositBank, 'id'>[] = BANK_CODES.map((currencyCode) => ({
  ...EMPTY_BANK,
  name: currencyCode,
  currencyCode,
  bankName: 'EXAMPLE BANK',
  bankAddress: '1 EXAMPLE STREET',
  bankSwift: 'EXAMPLEX',
  payeeName: 'EXAMPLE DO NOT PAY',
  payeeAccount: '0000000000',
  branchName: currencyCode === 'JPY' ? 'EXAMPLE BRANCH' : '',
  usdPrice: BANK_RATES[currencyCode].usdPrice,
}));

const FIRST_CURRENCIES: readonly Omit<DrawCurrency, 'id'>[] = [
  ...COIN_PROTOCOLS.map((protocol) => ({
    kind: 'coin' as const,
    code: 'USDT',
    protocol,
    terms: { fee: { type: 'fixed' as const, amount: COIN_FEES[protocol] }, drawRate: UNIT },
    usdPrice: UNIT,
  })),
  ...BANK_CODES.map((code) => ({
    kind: 'bank' as const,
    code,
    protocol: '',
    terms: { fee: { type: 'share' as const, of: BANK_FEE }, drawRate: BANK_RATES[code].drawRate },
    usdPrice: BANK_RATES[code].usdPrice,
  })),
];
