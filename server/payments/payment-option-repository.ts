import type { Insertable, Selectable } from 'kysely';
import { ratio } from '../../shared/domain/foreign-amount.ts';
import { money } from '../../shared/domain/money.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { DrawTerms } from '../../shared/domain/withdrawal.ts';
import { sealRow } from '../chain/row-seals.ts';
import { type RecordOf, recordOf, rowOf } from '../store/record.ts';
import type { Db, Schema } from '../store/schema.ts';

type OptionFields<Table extends keyof Schema> = Omit<RecordOf<Selectable<Schema[Table]>>, 'removedAt'>;

/** An address that receives deposits of a coin. */
export type DepositCoin = OptionFields<'deposit_coins'>;

/** A bank account that receives deposits. */
export type DepositBank = OptionFields<'deposit_banks'>;

/** A bank account with empty fields, which the operator and the first options fill in. */
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
export interface DrawCurrency extends Omit<OptionFields<'draw_currencies'>, 'drawRate' | 'feeType' | 'fee'> {
  readonly terms: DrawTerms;
}

type TableName = 'deposit_coins' | 'deposit_banks' | 'draw_currencies';

/** One of the operator's lists, and how its rows are options. */
export interface OptionTable<Option, Name extends TableName = TableName> {
  readonly name: Name;
  toOption(row: Selectable<Schema[Name]>): Option;
  toRow(option: Omit<Option, 'id'>): Omit<Insertable<Schema[Name]>, 'id' | 'removed_at'>;
}

export const COINS: OptionTable<DepositCoin, 'deposit_coins'> = {
  name: 'deposit_coins',
  toOption: recordOf,
  toRow: rowOf,
};

export const BANKS: OptionTable<DepositBank, 'deposit_banks'> = {
  name: 'deposit_banks',
  toOption: recordOf,
  toRow: rowOf,
};

export const CURRENCIES: OptionTable<DrawCurrency, 'draw_currencies'> = {
  name: 'draw_currencies',
  toOption(row) {
    const { drawRate, feeType, fee, ...fields } = recordOf(row);
    const terms: DrawTerms = {
      fee: feeType === 'fixed' ? { type: 'fixed', amount: money(fee) } : { type: 'share', of: ratio(fee) },
      drawRate,
    };
    return { ...fields, terms };
  },
  toRow: ({ terms: { fee, drawRate }, ...fields }) =>
    rowOf({ ...fields, drawRate, feeType: fee.type, fee: fee.type === 'fixed' ? fee.amount : fee.of }),
};

/**
 * Queries of one of the operator's lists. `offered` sorts by rising id; `byId` finds only offered options.
 * `update` and `remove` return whether the option was offered; payments requested under it keep their values.
 */
export function optionRepository<Option extends { readonly id: number }, Name extends TableName>(
  db: Db,
  of: OptionTable<Option, Name>,
) {
  const table: TableName = of.name;
  const offered = () => db.selectFrom(table).selectAll().where('removed_at', 'is', null);
  // The rows are those of the one table, although the query allows for all.
  const toOption = (row: object): Option => of.toOption(row as Selectable<Schema[Name]>);
  const change = async (id: number, to: object): Promise<boolean> => {
    const changed = db.updateTable(table).set(to).where('id', '=', id).where('removed_at', 'is', null);
    const isChanged = (await changed.executeTakeFirst()).numUpdatedRows === 1n;
    if (isChanged) await sealRow(db, table, id);
    return isChanged;
  };
  return {
    offered: async () => (await offered().orderBy('id').execute()).map(toOption),
    async byId(id: number): Promise<Option | undefined> {
      const row = await offered().where('id', '=', id).executeTakeFirst();
      return row && toOption(row);
    },
    async insert(option: Omit<Option, 'id'>): Promise<number> {
      const added = db
        .insertInto(table)
        .values(of.toRow(option) as Insertable<Schema[TableName]>)
        .returning('id');
      const { id } = await added.executeTakeFirstOrThrow();
      await sealRow(db, table, id);
      return id;
    },
    update: ({ id, ...option }: Option) => change(id, of.toRow(option)),
    remove: (id: number, at: TimestampMs) => change(id, { removed_at: at }),
  };
}
