import { CODE } from '../../shared/contract/codes.ts';
import { err, ok, type Refusal, type Result } from '../../shared/result.ts';
import { changedFacts, id, idOf } from '../command-values.ts';
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
        return added.ok ? shown(content, added.value, undefined) : err(sentence(added.error));
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
        const before = await find(content, company);
        const changed = await content.companies.change(company, change);
        return changed.ok ? shown(content, company, before) : err(sentence(changed.error));
      },
    },
    remove: {
      help: 'Removes a company',
      parameters: { id },
      async run({ content }, values) {
        const company = idOf<CompanyId>(values['id']);
        const before = await find(content, company);
        const removed = await content.companies.remove(company);
        if (!removed.ok) return err(sentence(removed.error));
        const changed = changedFacts(before && factsOf(before), undefined);
        return ok({ rows: [], note: 'Removed.', changed });
      },
    },
  },
};

const find = async ({ companies: room }: Content, company: CompanyId) =>
  (await room.all()).find((one) => one.id === company);

async function shown(
  content: Content,
  company: CompanyId,
  before: ShownCompany | undefined,
): Promise<Result<OperatorAnswer, string>> {
  const after = await find(content, company);
  return ok({
    rows: after === undefined ? [] : [row(after)],
    changed: changedFacts(before && factsOf(before), after && factsOf(after), ['id', 'name']),
  });
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

/** Without the contact, which may be a person's. */
function factsOf(company: ShownCompany) {
  const { email: _, ...facts } = row(company);
  return facts;
}
