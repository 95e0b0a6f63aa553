import type { Kysely, Selectable } from 'kysely';
import { ratio } from '../../shared/domain/foreign-amount.ts';
import { money } from '../../shared/domain/money.ts';
import type { Schema } from '../store/schema.ts';
import type { DepositBank, DepositCoin, DrawCurrency, OptionReads, OptionWrites } from './payment-records.ts';

export function coinRepository(db: Kysely<Schema>): OptionReads<DepositCoin> & OptionWrites<DepositCoin> {
  const offered = () => db.selectFrom('deposit_coins').selectAll().where('removed_at', 'is', null);
  const change = (id: number) =>
    db.updateTable('deposit_coins').where('id', '=', id).where('removed_at', 'is', null);
  return {
    offered: async () => (await offered().orderBy('id').execute()).map(toCoin),
    byId: async (id) => mapped(await offered().where('id', '=', id).executeTakeFirst(), toCoin),
    async insert(coin) {
      const added = db.insertInto('deposit_coins').values(coinRow(coin)).returning('id');
      return (await added.executeTakeFirstOrThrow()).id;
    },
    update: async (coin) => isDone(await change(coin.id).set(coinRow(coin)).executeTakeFirst()),
    remove: async (id, at) => isDone(await change(id).set({ removed_at: at }).executeTakeFirst()),
  };
}

export function bankRepository(db: Kysely<Schema>): OptionReads<DepositBank> & OptionWrites<DepositBank> {
  const offered = () => db.selectFrom('deposit_banks').selectAll().where('removed_at', 'is', null);
  const change = (id: number) =>
    db.updateTable('deposit_banks').where('id', '=', id).where('removed_at', 'is', null);
  return {
    offered: async () => (await offered().orderBy('id').execute()).map(toBank),
    byId: async (id) => mapped(await offered().where('id', '=', id).executeTakeFirst(), toBank),
    async insert(bank) {
      const added = db.insertInto('deposit_banks').values(bankRow(bank)).returning('id');
      return (await added.executeTakeFirstOrThrow()).id;
    },
    update: async (bank) => isDone(await change(bank.id).set(bankRow(bank)).executeTakeFirst()),
    remove: async (id, at) => isDone(await change(id).set({ removed_at: at }).executeTakeFirst()),
  };
}

export function currencyRepository(
  db: Kysely<Schema>,
): OptionReads<DrawCurrency> & OptionWrites<DrawCurrency> {
  const offered = () => db.selectFrom('draw_currencies').selectAll().where('removed_at', 'is', null);
  const change = (id: number) =>
    db.updateTable('draw_currencies').where('id', '=', id).where('removed_at', 'is', null);
  return {
    offered: async () => (await offered().orderBy('id').execute()).map(toCurrency),
    byId: async (id) => mapped(await offered().where('id', '=', id).executeTakeFirst(), toCurrency),
    async insert(currency) {
      const added = db.insertInto('draw_currencies').values(currencyRow(currency)).returning('id');
      return (await added.executeTakeFirstOrThrow()).id;
    },
    update: async (currency) =>
      isDone(await change(currency.id).set(currencyRow(currency)).executeTakeFirst()),
    remove: async (id, at) => isDone(await change(id).set({ removed_at: at }).executeTakeFirst()),
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
  usdPrice: ratio(row.usd_price),
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
  usdPrice: ratio(row.usd_price),
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
  kind: row.kind === 'coin' ? 'coin' : 'bank',
  code: row.code,
  protocol: row.protocol,
  terms: {
    fee:
      row.fee_type === 'fixed'
        ? { type: 'fixed', amount: money(row.fee) }
        : { type: 'share', of: ratio(row.fee) },
    drawRate: ratio(row.draw_rate),
  },
  usdPrice: ratio(row.usd_price),
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
