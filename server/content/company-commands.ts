import { CODE } from '../../shared/contract/codes.ts';
import { err, ok, type Refusal, type Result } from '../../shared/result.ts';
import { id, idOf } from '../command-values.ts';
import type { OperatorAnswer, Resource } from '../resource.ts';
import type { ShownCompany } from './companies.ts';
import type { Content } from './content.ts';
import type { CompanyId } from './content-tables.ts';

/** Names of the fields that differ from those of the parameters. */
const NAMES: Readonly<Record<string, string>> = { registeredAddress: 'registered-address' };
const facts = {
  name: { help: 'Name; the logo is drawn from it' },
  url: { help: 'Website, an https address' },
  subject: { help: 'Legal entity behind the name' },
  'registered-address': { help: 'Registered address' },
  location: { help: 'Office address' },
  email: { help: 'Contact e-mail address' },
} as const;
const optional = <T extends object>(parameters: Readonly<Record<string, T>>) =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, one]) => [name, { ...one, optional: true as const }]),
  );

export const companies: Resource<{ readonly content: Content }> = {
  help: 'Companies, listed in place of instruments when COMPANY_MODE is 1',
  usual: 'list',
  verbs: {
    list: {
      help: 'All companies',
      parameters: {},
      run: async ({ content }) => ok({ rows: (await content.companies.all()).map(row) }),
    },
    add: {
      help: 'Adds a company',
      parameters: facts,
      async run({ content }, values) {
        const { name = '', url = '', subject = '', location = '', email = '' } = values;
        const registeredAddress = values['registered-address'] ?? '';
        const added = await content.companies.add({ name, url, subject, registeredAddress, location, email });
        return added.ok ? shown(content, added.value) : err(sentence(added.error));
      },
    },
    change: {
      help: 'Changes the given values',
      parameters: { id, ...optional(facts) },
      async run({ content }, values) {
        const { name, url, subject, location, email } = values;
        const registeredAddress = values['registered-address'];
        const change = { name, url, subject, registeredAddress, location, email };
        if (Object.values(change).every((text) => text === undefined))
          return err('Nothing is given to change.');
        const company = idOf<CompanyId>(values['id']);
        const changed = await content.companies.change(company, change);
        return changed.ok ? shown(content, company) : err(sentence(changed.error));
      },
    },
    remove: {
      help: 'Removes a company',
      parameters: { id },
      async run({ content }, values) {
        const removed = await content.companies.remove(idOf<CompanyId>(values['id']));
        return removed.ok ? ok({ rows: [], note: 'Removed.' }) : err(sentence(removed.error));
      },
    },
  },
};

async function shown(content: Content, company: CompanyId): Promise<Result<OperatorAnswer, string>> {
  const all = await content.companies.all();
  return ok({ rows: all.filter((one) => one.id === company).map(row) });
}

function sentence({ code, facts: about }: Refusal): string {
  if (code === CODE.notFound) return 'There is no company with this number.';
  const field = String(about?.['field'] ?? '');
  return `${NAMES[field] ?? field} is missing, too long, or not an address of its kind.`;
}

const row = ({ id: company, name, url, subject, registeredAddress, location, email }: ShownCompany) => ({
  id: company,
  name,
  url,
  subject,
  'registered-address': registeredAddress,
  location,
  email,
});
