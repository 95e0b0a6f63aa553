import type { Selectable } from 'kysely';
import { type Ratio, ratio } from '../../shared/domain/foreign-amount.ts';
import { money } from '../../shared/domain/money.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { DrawTerms } from '../../shared/domain/withdrawal.ts';
import type { Db, Schema } from '../store/schema.ts';
import type { PaymentKind } from './payment-tables.ts';

/** An address that receives deposits of a coin. */
export interface DepositCoin {
  readonly id: number;
  readonly currencyCode: string;
  /** The network. */
  readonly protocolCode: string;
  readonly address: string;
  readonly usdPrice: Ratio;
}

/** A bank account that receives deposits. */
export interface DepositBank {
  readonly id: number;
  readonly name: string;
  readonly currencyCode: string;
  readonly bankName: string;
  readonly bankAddress: string;
  readonly bankSwift: string;
  readonly payeeName: string;
  readonly payeeAccount: string;
  readonly bankRemark: string;
  /** Only Japanese accounts have one; otherwise empty. */
  readonly branchName: string;
  readonly usdPrice: Ratio;
}

/** A bank account with empty fields, which the operator and the seeds fill in. */
export const EMPTY_BANK: Omit<DepositBank, 'id'> = {
  name: '',
  currencyCode: '',
  bankName: '',
  bankAddress: '',
  bankSwift: '',
  payeeName: '',
  payeeAccount: '',
  bankRemark: '',
  branchName: '',
  usdPrice: ratio(1_000_000),
};

/** A currency for withdrawals. */
export interface DrawCurrency {
  readonly id: number;
  readonly kind: PaymentKind;
  readonly code: string;
  /** The network of a coin; otherwise empty. */
  readonly protocol: string;
  readonly terms: DrawTerms;
  readonly usdPrice: Ratio;
}

// Queries of the operator's three lists. `offered` sorts by rising id; `byId` finds only offered options.
// `update` and `remove` return whether the option was offered; payments requested under it keep their values.

export function coinRepository(db: Db) {
  const offered = () => db.selectFrom('deposit_coins').selectAll().where('removed_at', 'is', null);
  const change = (id: number) =>
    db.updateTable('deposit_coins').where('id', '=', id).where('removed_at', 'is', null);
  return {
    offered: async () => (await offered().orderBy('id').execute()).map(toCoin),
    byId: async (id: number) => mapped(await offered().where('id', '=', id).executeTakeFirst(), toCoin),
    async insert(coin: Omit<DepositCoin, 'id'>) {
      const added = db.insertInto('deposit_coins').values(coinRow(coin)).returning('id');
      return (await added.executeTakeFirstOrThrow()).id;
    },
    update: async (coin: DepositCoin) => isDone(await change(coin.id).set(coinRow(coin)).executeTakeFirst()),
    remove: async (id: number, at: TimestampMs) =>
      isDone(await change(id).set({ removed_at: at }).executeTakeFirst()),
  };
}

export function bankRepository(db: Db) {
  const offered = () => db.selectFrom('deposit_banks').selectAll().where('removed_at', 'is', null);
  const change = (id: number) =>
    db.updateTable('deposit_banks').where('id', '=', id).where('removed_at', 'is', null);
  return {
    offered: async () => (await offered().orderBy('id').execute()).map(toBank),
    byId: async (id: number) => mapped(await offered().where('id', '=', id).executeTakeFirst(), toBank),
    async insert(bank: Omit<DepositBank, 'id'>) {
      const added = db.insertInto('deposit_banks').values(bankRow(bank)).returning('id');
      return (await added.executeTakeFirstOrThrow()).id;
    },
    update: async (bank: DepositBank) => isDone(await change(bank.id).set(bankRow(bank)).executeTakeFirst()),
    remove: async (id: number, at: TimestampMs) =>
      isDone(await change(id).set({ removed_at: at }).executeTakeFirst()),
  };
}

export function currencyRepository(db: Db) {
  const offered = () => db.selectFrom('draw_currencies').selectAll().where('removed_at', 'is', null);
  const change = (id: number) =>
    db.updateTable('draw_currencies').where('id', '=', id).where('removed_at', 'is', null);
  return {
    offered: async () => (await offered().orderBy('id').execute()).map(toCurrency),
    byId: async (id: number) => mapped(await offered().where('id', '=', id).executeTakeFirst(), toCurrency),
    async insert(currency: Omit<DrawCurrency, 'id'>) {
      const added = db.insertInto('draw_currencies').values(currencyRow(currency)).returning('id');
      return (await added.executeTakeFirstOrThrow()).id;
    },
    update: async (currency: DrawCurrency) =>
      isDone(await change(currency.id).set(currencyRow(currency)).executeTakeFirst()),
    remove: async (id: number, at: TimestampMs) =>
      isDone(await change(id).set({ removed_at: at }).executeTakeFirst()),
  };
}

const mapped = <R, T>(row: R | undefined, map: (row: R) => T): T | undefined =>
  row === undefined ? undefined : map(row);

const isDone = (result: { readonly numUpdatedRows: bigint }): boolean => result.numUpdatedRows === 1n;

const toCoin = (row: Selectable<Schema['deposit_coins']>): DepositCoin => ({
  id: row.id,
  currencyCode: row.currency_code,
  protocolCode: row.protocol_code,
  address: row.address,
  usdPrice: row.usd_price,
});

const coinRow = (coin: Omit<DepositCoin, 'id'>) => ({
  currency_code: coin.currencyCode,
  protocol_code: coin.protocolCode,
  address: coin.address,
  usd_price: coin.usdPrice,
});

const toBank = (row: Selectable<Schema['deposit_banks']>): DepositBank => ({
  id: row.id,
  name: row.name,
  currencyCode: row.currency_code,
  bankName: row.bank_name,
  bankAddress: row.bank_address,
  bankSwift: row.bank_swift,
  payeeName: row.payee_name,
  payeeAccount: row.payee_account,
  bankRemark: row.bank_remark,
  branchName: row.branch_name,
  usdPrice: row.usd_price,
});

const bankRow = (bank: Omit<DepositBank, 'id'>) => ({
  name: bank.name,
  currency_code: bank.currencyCode,
  bank_name: bank.bankName,
  bank_address: bank.bankAddress,
  bank_swift: bank.bankSwift,
  payee_name: bank.payeeName,
  payee_account: bank.payeeAccount,
  bank_remark: bank.bankRemark,
  branch_name: bank.branchName,
  usd_price: bank.usdPrice,
});

export const toCurrency = (row: Selectable<Schema['draw_currencies']>): DrawCurrency => ({
  id: row.id,
  kind: row.kind,
  code: row.code,
  protocol: row.protocol,
  terms: {
    fee:
      row.fee_type === 'fixed'
        ? { type: 'fixed', amount: money(row.fee) }
        : { type: 'share', of: ratio(row.fee) },
    drawRate: row.draw_rate,
  },
  usdPrice: row.usd_price,
});

const currencyRow = ({ kind, code, protocol, terms, usdPrice }: Omit<DrawCurrency, 'id'>) => ({
  kind,
  code,
  protocol,
  draw_rate: terms.drawRate,
  fee_type: terms.fee.type,
  fee: terms.fee.type === 'fixed' ? terms.fee.amount : terms.fee.of,
  usd_price: usdPrice,
});
