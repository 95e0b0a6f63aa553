import { CODE } from '../../shared/contract/codes.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import { badField } from '../refusals.ts';
import { snakeCase } from '../store/record.ts';
import type { DepositsDeps } from './deposits.ts';
import {
  BANKS,
  COINS,
  CURRENCIES,
  type DepositBank,
  type DepositCoin,
  type DrawCurrency,
  type OptionTable,
  optionRepository,
} from './payment-option-repository.ts';
import { readLine } from './read-line.ts';

/** A list maintained by the operator. Refuses with 4000 and `field`, and with 4004. */
export interface Options<T extends { readonly id: number }> {
  offered(): Promise<readonly T[]>;
  add(option: Omit<T, 'id'>): Promise<Result<T>>;
  /** Payments requested under the option keep their values. What destinations were saved for stays: it is refused with 4000. */
  change(id: number, changes: Partial<Omit<T, 'id'>>): Promise<Result<T>>;
  remove(id: number): Promise<Result<null>>;
}

/** What customers may pay in to and be paid out in. */
export interface PaymentOptions {
  readonly coins: Options<DepositCoin>;
  readonly banks: Options<DepositBank>;
  readonly currencies: Options<DrawCurrency>;
}

type OptionDeps = Pick<DepositsDeps, 'store' | 'now'>;

export const createPaymentOptions = (deps: OptionDeps): PaymentOptions => ({
  coins: createOptions(deps, COINS, wrongInCoin),
  banks: createOptions(deps, BANKS, wrongInBank),
  currencies: createOptions(deps, CURRENCIES, wrongInCurrency, ['kind', 'code', 'protocol']),
});

function createOptions<T extends { readonly id: number }, Name extends OptionTable<T>['name']>(
  { store, now }: OptionDeps,
  table: OptionTable<T, Name>,
  wrongField: (option: Omit<T, 'id'>) => string | undefined,
  fixed: readonly (keyof T & string)[] = [],
): Options<T> {
  const stored = optionRepository(store.read, table);
  const notFound = err(refusal(CODE.notFound));
  return {
    offered: stored.offered,
    async add(option) {
      const wrong = wrongField(option);
      if (wrong !== undefined) return badField(wrong);
      const id = await store.write((transaction) => optionRepository(transaction, table).insert(option));
      const added = await stored.byId(id);
      return added === undefined ? notFound : ok(added);
    },
    async change(id, changes) {
      const before = await stored.byId(id);
      if (before === undefined) return notFound;
      const option: T = { ...before, ...changes, id };
      const wrong = wrongField(option) ?? fixed.find((field) => option[field] !== before[field]);
      if (wrong !== undefined) return badField(wrong);
      const done = await store.write((transaction) => optionRepository(transaction, table).update(option));
      return done ? ok(option) : notFound;
    },
    async remove(id): Promise<Result<null>> {
      const done = await store.write((transaction) => optionRepository(transaction, table).remove(id, now()));
      return done ? ok(null) : notFound;
    },
  };
}

const CODE_PATTERN = /^[A-Z0-9]{2,10}$/;
const MAX_TEXT = 200;
/** Bounds a rate at 10^9: no two currencies are further apart. */
const MAX_RATIO = 1_000_000_000_000_000;
const ONE = 1_000_000;

const isCode = (code: string): boolean => CODE_PATTERN.test(code);
const isRatio = (value: number): boolean => value > 0 && value <= MAX_RATIO;
const isText = (text: string): boolean => readLine(text, MAX_TEXT) === text;
const isName = (text: string): boolean => text !== '' && isText(text);

/** Each function @returns the first wrong field, as named on the wire. */
function wrongInCoin(coin: Omit<DepositCoin, 'id'>): string | undefined {
  if (!isCode(coin.currencyCode)) return 'currency_code';
  if (!isCode(coin.protocolCode)) return 'protocol_code';
  if (!isName(coin.address)) return 'address';
  return isRatio(coin.usdPrice) ? undefined : 'usd_price';
}

/** Required texts of a bank account; all others may be empty. */
const BANK_NAMES: ReadonlySet<string> = new Set<keyof DepositBank>([
  'name',
  'bankName',
  'payeeName',
  'payeeAccount',
]);

function wrongInBank(bank: Omit<DepositBank, 'id'>): string | undefined {
  if (!isCode(bank.currencyCode)) return 'currency_code';
  for (const [field, value] of Object.entries(bank)) {
    const isFine = BANK_NAMES.has(field) ? isName : isText;
    if (typeof value === 'string' && !isFine(value)) return snakeCase(field);
  }
  return isRatio(bank.usdPrice) ? undefined : 'usd_price';
}

function wrongInCurrency({
  kind,
  code,
  protocol,
  terms,
  usdPrice,
}: Omit<DrawCurrency, 'id'>): string | undefined {
  if (!isCode(code)) return 'code';
  if (kind === 'coin' ? !isCode(protocol) : protocol !== '') return 'protocol';
  if (!isRatio(terms.drawRate)) return 'draw_rate';
  const { fee } = terms;
  const isFee = fee.type === 'fixed' ? fee.amount >= 0 : fee.of >= 0 && fee.of < ONE;
  if (!isFee) return 'fee';
  return isRatio(usdPrice) ? undefined : 'usd_price';
}
