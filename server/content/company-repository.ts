import type { Selectable } from 'kysely';
import { type RecordOf, recordOf, rowOf } from '../store/record.ts';
import type { Db, Schema } from '../store/schema.ts';
import type { CompanyId } from './content-tables.ts';

export type Company = RecordOf<Selectable<Schema['companies']>>;
export type CompanyFacts = Omit<Company, 'id'>;

export function companyRepository(db: Db) {
  const rows = () => db.selectFrom('companies').selectAll();
  return {
    /** By rising id. */
    all: async (): Promise<readonly Company[]> => (await rows().orderBy('id').execute()).map(recordOf),
    async byId(id: CompanyId): Promise<Company | undefined> {
      const row = await rows().where('id', '=', id).executeTakeFirst();
      return row && recordOf(row);
    },
    async insert(company: CompanyFacts): Promise<CompanyId> {
      const row = await db
        .insertInto('companies')
        .values(rowOf(company))
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },
    async update({ id, ...company }: Company): Promise<void> {
      await db.updateTable('companies').set(rowOf(company)).where('id', '=', id).execute();
    },
    /** @returns whether it existed */
    async remove(id: CompanyId): Promise<boolean> {
      const result = await db.deleteFrom('companies').where('id', '=', id).executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}
