import { CODE } from '../../shared/contract/codes.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import { parseEmail } from '../contact.ts';
import { badField } from '../refusals.ts';
import type { Store } from '../store/store.ts';
import { type Company, type CompanyFacts, companyRepository } from './company-repository.ts';
import { companyLogo } from './content-logos.ts';
import type { CompanyId } from './content-tables.ts';
import { cleanLine, httpsAddress, isBlank } from './sanitise.ts';

export interface ShownCompany extends Company {
  /** Path of the logo, which is drawn from the name. */
  readonly logo: string;
}

export interface Companies {
  all(): Promise<readonly ShownCompany[]>;
  /** Companies whose name contains the text, ignoring case; all for an empty text. */
  search(words: string): Promise<readonly ShownCompany[]>;
  add(company: CompanyFacts): Promise<Result<CompanyId>>;
  /** 4004 for an unknown company. */
  change(
    id: CompanyId,
    change: { readonly [K in keyof CompanyFacts]?: CompanyFacts[K] | undefined },
  ): Promise<Result<undefined>>;
  /** 4004 for an unknown company. */
  remove(id: CompanyId): Promise<Result<undefined>>;
}

const MAX_TEXT = 200;
const MAX_URL = 500;

export function createCompanies(store: Store): Companies {
  const all = async () => (await companyRepository(store.read).all()).map(shown);
  return {
    all,
    async search(words) {
      const wanted = folded(cleanLine(words));
      return (await all()).filter(({ name }) => folded(name).includes(wanted));
    },
    async add(company) {
      const checked = checkedCompany(company);
      if (!checked.ok) return checked;
      return ok(await store.write((transaction) => companyRepository(transaction).insert(checked.value)));
    },
    change: (id, change) =>
      store.write(async (transaction) => {
        const companies = companyRepository(transaction);
        const before = await companies.byId(id);
        if (before === undefined) return notFound;
        const given = Object.fromEntries(Object.entries(change).filter(([, text]) => text !== undefined));
        const checked = checkedCompany({ ...before, ...given });
        if (!checked.ok) return checked;
        await companies.update({ ...checked.value, id });
        return ok(undefined);
      }),
    remove: (id) =>
      store.write(async (transaction) =>
        (await companyRepository(transaction).remove(id)) ? ok(undefined) : notFound,
      ),
  };
}

const notFound = err(refusal(CODE.notFound));

/** Ignores case and full-width forms. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** The company as it is stored; refuses empty and overlong texts and invalid addresses. */
export function checkedCompany(company: CompanyFacts): Result<CompanyFacts> {
  const clean = cleaned(company);
  const lines = ['name', 'subject', 'registeredAddress', 'location'] as const;
  const wrong = lines.find((field) => isBlank(clean[field]) || clean[field].length > MAX_TEXT);
  if (wrong !== undefined) return badField(wrong);
  if (clean.url === '' || clean.url.length > MAX_URL) return badField('url');
  if (clean.email === '') return badField('email');
  return ok(clean);
}

const cleaned = ({ name, url, subject, registeredAddress, location, email }: CompanyFacts): CompanyFacts => ({
  name: cleanLine(name),
  url: httpsAddress(url.trim()) ?? '',
  subject: cleanLine(subject),
  registeredAddress: cleanLine(registeredAddress),
  location: cleanLine(location),
  email: parseEmail(email)?.value ?? '',
});

function shown(company: Company): ShownCompany {
  const clean = cleaned(company);
  return { ...clean, id: company.id, logo: companyLogo(clean.name) };
}
