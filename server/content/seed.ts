import { LANGUAGES, type Language } from '../../shared/contract/language.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Result } from '../../shared/result.ts';
import { beginSeed } from '../store/numbers.ts';
import type { Store } from '../store/store.ts';
import { translate } from '../texts/texts.ts';
import { checkedCompany } from './companies.ts';
import { type CompanyFacts, companyRepository } from './company-repository.ts';
import { type NewsText, newsRepository } from './news-repository.ts';
import { checkedText } from './news-rules.ts';

/** In the order of publishing: the last is the newest. Their texts are `news.<key>` of `server/texts`. */
const NEWS = [
  { key: 'safety', kind: 'announcement', mark: 'shield' },
  { key: 'regions', kind: 'announcement', mark: 'horn' },
  { key: 'stopout', kind: 'news', mark: 'chart' },
  { key: 'hours', kind: 'news', mark: 'clock' },
  { key: 'demo', kind: 'news', mark: 'paper' },
] as const;

const COMPANIES: readonly CompanyFacts[] = [
  {
    name: 'Northgate Example Markets',
    url: 'https://northgate.example/',
    subject: 'Northgate Example Markets Ltd',
    registeredAddress: '1 Example Street, Sampletown EX1 1AA',
    location: 'Sampletown',
    email: 'contact@northgate.example',
  },
  {
    name: 'Bluewater Sample Brokers',
    url: 'https://bluewater.example/',
    subject: 'Bluewater Sample Brokers S.A.',
    registeredAddress: '2 Sample Quay, Example Harbour 1002',
    location: 'Example Harbour',
    email: 'office@bluewater.example',
  },
  {
    name: 'Specimen Capital',
    url: 'https://specimen-capital.example/',
    subject: 'Specimen Capital Group Inc.',
    registeredAddress: '300 Specimen Avenue, Floor 3, Demo City 30003',
    location: 'Demo City',
    email: 'hello@specimen-capital.example',
  },
  {
    name: 'Fourfield Demo Trading',
    url: 'https://fourfield.example/',
    subject: 'Fourfield Demo Trading Pte. Ltd.',
    registeredAddress: '4 Fourfield Road, #04-04, Exampleton 400444',
    location: 'Exampleton',
    email: 'info@fourfield.example',
  },
];

/**
 * The first news and companies of a new exchange.
 * @throws if one of them breaks a rule of content; the message names it
 */
export const seedContent = () => ({
  news: NEWS.map(({ key, ...item }) => ({
    ...item,
    texts: new Map(LANGUAGES.map((language) => [language, newsText(key, language)])),
  })),
  companies: COMPANIES.map((company) => accepted(checkedCompany(company), company.name)),
});

const newsText = (key: (typeof NEWS)[number]['key'], language: Language): NewsText =>
  accepted(
    checkedText({
      title: translate(language, `news.${key}.title`),
      summary: translate(language, `news.${key}.summary`),
      content: translate(language, `news.${key}.content`),
    }),
    `news.${key} in ${language}`,
  );

/** Stores the first content once per database, so that later changes and removals stay. */
export async function plantContent(store: Store, now: TimestampMs): Promise<void> {
  const seed = seedContent();
  await store.write(async (transaction) => {
    const news = newsRepository(transaction);
    if (!(await beginSeed(transaction, 'content', now))) return;
    for (const { kind, mark, texts } of seed.news) {
      const id = await news.insert({ kind, mark, publishedAt: now }, now);
      await news.writeTexts(id, texts);
    }
    for (const company of seed.companies) await companyRepository(transaction).insert(company);
  });
}

function accepted<T>(checked: Result<T>, where: string): T {
  if (checked.ok) return checked.value;
  throw new Error(`${where}: the field ${checked.error.facts?.['field']} is not valid`);
}
