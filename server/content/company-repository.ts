import type { Selectable } from 'kysely';
import type { Db, Schema } from '../store/schema.ts';
import type { CompanyId } from './content-tables.ts';

export interface CompanyFacts {
  readonly name: string;
  /** An https address. */
  readonly url: string;
  /** The company behind the name. */
  readonly subject: string;
  readonly registeredAddress: string;
  /** Where its office is. */
  readonly location: string;
  readonly email: string;
}

export interface Company extends CompanyFacts {
  readonly id: CompanyId;
}

export function companyRepository(db: Db) {
  const rows = () => db.selectFrom('companies').selectAll();
  return {
    /** By rising id. */
    all: async (): Promise<readonly Company[]> => (await rows().orderBy('id').execute()).map(toCompany),
    async byId(id: CompanyId): Promise<Company | undefined> {
      const row = await rows().where('id', '=', id).executeTakeFirst();
      return row && toCompany(row);
    },
    async insert(company: CompanyFacts): Promise<CompanyId> {
      const row = await db
        .insertInto('companies')
        .values(toRow(company))
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },
    async update(company: Company): Promise<void> {
      await db.updateTable('companies').set(toRow(company)).where('id', '=', company.id).execute();
    },
    /** @returns whether it existed */
    async remove(id: CompanyId): Promise<boolean> {
      const result = await db.deleteFrom('companies').where('id', '=', id).executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}

const toRow = ({ name, url, subject, registeredAddress, location, email }: CompanyFacts) => ({
  name,
  url,
  subject,
  registered_address: registeredAddress,
  location,
  email,
});

const toCompany = (row: Selectable<Schema['companies']>): Company => ({
  id: row.id,
  name: row.name,
  url: row.url,
  subject: row.subject,
  registeredAddress: row.registered_address,
  location: row.location,
  email: row.email,
});
