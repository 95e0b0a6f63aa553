import { ratio } from '../../shared/domain/foreign-amount.ts';
import { money } from '../../shared/domain/money.ts';
import { ok } from '../../shared/result.ts';
import { type OptionField, optionResource, readRatio } from './option-resource.ts';
import { wireDepositBank, wireDepositCoin, wireDrawCurrency } from './payment-encoder.ts';
import {
  type DepositBank,
  type DepositCoin,
  type DrawCurrency,
  EMPTY_BANK,
} from './payment-option-repository.ts';

type Fields<T> = Readonly<Record<string, OptionField<Omit<T, 'id'>>>>;

/** A field that takes its text unchanged. */
const text = <T>(help: string, put: (option: T, value: string) => T): OptionField<T> => ({
  help,
  set: (option, value) => ok(put(option, value)),
});

const optionalText = <T>(help: string, put: (option: T, value: string) => T): OptionField<T> => ({
  ...text(help, put),
  optional: true,
});

const usdPrice = <T>(): OptionField<T> => ({
  help: 'Price of one unit in USD, as in 1.08',
  set: (option, value) => readRatio(value, (price) => ({ ...option, usdPrice: price })),
});

const UNIT = ratio(1_000_000);

const coinFields: Fields<DepositCoin> = {
  currency_code: text('As in USDT', (coin, currencyCode) => ({ ...coin, currencyCode })),
  protocol_code: text('The network, as in TRC20', (coin, protocolCode) => ({ ...coin, protocolCode })),
  address: text('Address that users pay to', (coin, address) => ({ ...coin, address })),
  usd_price: usdPrice(),
};

export const depositCoins = optionResource<DepositCoin>({
  help: 'Addresses for coin deposits',
  what: 'coin',
  room: ({ coins }) => coins,
  empty: { currencyCode: '', protocolCode: '', address: '', usdPrice: UNIT },
  fields: coinFields,
  row: wireDepositCoin,
});

const bankFields: Fields<DepositBank> = {
  currency_code: text('As in EUR', (bank, currencyCode) => ({ ...bank, currencyCode })),
  name: text('Name in the app', (bank, name) => ({ ...bank, name })),
  bank_name: text('Name of the bank', (bank, bankName) => ({ ...bank, bankName })),
  payee_name: text('Name of the payee', (bank, payeeName) => ({ ...bank, payeeName })),
  payee_account: text('Account number or IBAN', (bank, payeeAccount) => ({ ...bank, payeeAccount })),
  usd_price: usdPrice(),
  bank_address: optionalText('Address of the bank', (bank, bankAddress) => ({ ...bank, bankAddress })),
  bank_swift: optionalText('BIC', (bank, bankSwift) => ({ ...bank, bankSwift })),
  bank_remark: optionalText('Reference that users must give', (bank, bankRemark) => ({
    ...bank,
    bankRemark,
  })),
  branch_name: optionalText('Branch of a Japanese account', (bank, branchName) => ({ ...bank, branchName })),
};

export const depositBanks = optionResource<DepositBank>({
  help: 'Bank accounts for deposits',
  what: 'bank account',
  room: ({ banks }) => banks,
  empty: EMPTY_BANK,
  fields: bankFields,
  row(bank) {
    const { id, currency_code, ...rest } = wireDepositBank(bank);
    return { id, currency_code, ...rest };
  },
  unlogged: ['payee_name', 'payee_account', 'bank_remark'],
});

const currencyFields: Fields<DrawCurrency> = {
  kind: {
    help: 'Way of payment',
    choices: ['coin', 'bank'],
    set: (currency, value) => ok({ ...currency, kind: value === 'coin' ? 'coin' : 'bank' }),
  },
  code: text('As in EUR', (currency, code) => ({ ...currency, code })),
  draw_rate: {
    help: 'Amount paid out for one USD, as in 0.92',
    set: (currency, value) =>
      readRatio(value, (drawRate) => ({ ...currency, terms: { ...currency.terms, drawRate } })),
  },
  fee_type: {
    help: '1: a fixed fee in USD; 2: a share of the amount',
    choices: ['1', '2'],
    set: (currency, value) => ok(withFee(currency, value === '1' ? 'fixed' : 'share', feeOf(currency))),
  },
  fee: {
    help: 'As in 2, or 0.01 for one percent',
    set: (currency, value) => readRatio(value, (fee) => withFee(currency, currency.terms.fee.type, fee)),
  },
  usd_price: usdPrice(),
  protocol: optionalText('The network of a coin', (currency, protocol) => ({ ...currency, protocol })),
};

type NewCurrency = Omit<DrawCurrency, 'id'>;

const feeOf = ({ terms: { fee } }: NewCurrency): number => (fee.type === 'fixed' ? fee.amount : fee.of);

const withFee = (currency: NewCurrency, type: 'fixed' | 'share', millionths: number): NewCurrency => ({
  ...currency,
  terms: {
    ...currency.terms,
    fee: type === 'fixed' ? { type, amount: money(millionths) } : { type, of: ratio(millionths) },
  },
});

export const withdrawalCurrencies = optionResource<DrawCurrency>({
  help: 'Currencies of withdrawals, with rate and fee',
  what: 'currency',
  room: ({ currencies }) => currencies,
  empty: {
    kind: 'bank',
    code: '',
    protocol: '',
    terms: { fee: { type: 'fixed', amount: money(0) }, drawRate: UNIT },
    usdPrice: UNIT,
  },
  fields: currencyFields,
  row(currency) {
    const { id, ...rest } = wireDrawCurrency(currency);
    return { id, kind: currency.kind, ...rest };
  },
});
