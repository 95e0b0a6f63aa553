import type { Kysely, Selectable } from 'kysely';
import type { Brand } from '../../shared/brand.ts';
import type { Schema } from '../store/schema.ts';

export type CompanyId = Brand<number, 'CompanyId'>;

export interface CompanyFacts {
  readonly name: string;
  /** An https address. */
  readonly url: string;
  /** The company that the name stands for. */
  readonly subject: string;
  readonly registeredAddress: string;
  /** Where its office is. */
  readonly location: string;
  readonly email: string;
}

export interface Company extends CompanyFacts {
  readonly id: CompanyId;
}

export interface CompanyReads {
  /** By rising id. */
  all(): Promise<readonly Company[]>;
}

export interface CompanyWrites {
  byId(id: CompanyId): Promise<Company | undefined>;
  insert(company: CompanyFacts): Promise<CompanyId>;
  update(company: Company): Promise<void>;
  /** @returns whether it was there */
  remove(id: CompanyId): Promise<boolean>;
}

export function companyRepository(db: Kysely<Schema>): CompanyReads & CompanyWrites {
  const rows = () => db.selectFrom('companies').selectAll();
  return {
    all: async () => (await rows().orderBy('id').execute()).map(toCompany),
    async byId(id) {
      const row = await rows().where('id', '=', id).executeTakeFirst();
      return row && toCompany(row);
    },
    async insert(company) {
      const row = await db
        .insertInto('companies')
        .values(toRow(company))
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id as CompanyId;
    },
    async update(company) {
      await db.updateTable('companies').set(toRow(company)).where('id', '=', company.id).execute();
    },
    async remove(id) {
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
  id: row.id as CompanyId,
  name: row.name,
  url: row.url,
  subject: row.subject,
  registeredAddress: row.registered_address,
  location: row.location,
  email: row.email,
});
