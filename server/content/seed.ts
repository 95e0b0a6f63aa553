import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { LANGUAGES, type Language } from '../../shared/contract/language.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Result } from '../../shared/result.ts';
import type { Store } from '../store/store.ts';
import { checkedCompany } from './companies.ts';
import type { CompanyFacts } from './company-repository.ts';
import { NEWS_MARKS } from './marks.ts';
import type { NewsItem, NewsText } from './news-records.ts';
import { checkedText } from './texts.ts';

export interface SeedContent {
  /** In the order in which they appear: the last is the newest. */
  readonly news: readonly (Pick<NewsItem, 'kind' | 'mark'> & {
    readonly texts: ReadonlyMap<Language, NewsText>;
  })[];
  readonly companies: readonly CompanyFacts[];
}

const FOLDER = join(import.meta.dirname, 'seed');

const newsSchema = v.array(
  v.strictObject({
    key: v.string(),
    kind: v.picklist(['news', 'announcement']),
    mark: v.picklist(['', ...NEWS_MARKS]),
  }),
);
const textsSchema = v.record(
  v.string(),
  v.strictObject({ title: v.string(), summary: v.string(), content: v.string() }),
);
const companiesSchema = v.array(
  v.strictObject({
    name: v.string(),
    url: v.string(),
    subject: v.string(),
    registeredAddress: v.string(),
    location: v.string(),
    email: v.string(),
  }),
);

/**
 * What a new exchange begins with: `news.json` lists the items, `texts/<language>.json` has their words.
 * @throws when a file is not as it must be; the message names it
 */
export function readSeed(folder = FOLDER): SeedContent {
  const texts = LANGUAGES.map((language) => {
    const file = `texts/${language}.json`;
    return { language, file, byKey: readJson(folder, file, textsSchema) };
  });
  const textsOf = (key: string) =>
    new Map(
      texts.map(({ language, file, byKey }) => {
        const text = Object.hasOwn(byKey, key) ? byKey[key] : undefined;
        if (text === undefined) throw new Error(`${file} in ${folder} has no text for ${key}`);
        return [language, accepted(checkedText(text), `${key} of ${file}`)];
      }),
    );
  return {
    news: readJson(folder, 'news.json', newsSchema).map(({ key, kind, mark }) => ({
      kind,
      mark,
      texts: textsOf(key),
    })),
    companies: readJson(folder, 'companies.json', companiesSchema).map((company) =>
      accepted(checkedCompany(company), `${company.name} of companies.json`),
    ),
  };
}

/** Puts the first content into a database that never had any; what was changed or removed since stays so. */
export async function plantContent(store: Store, now: TimestampMs): Promise<void> {
  const seed = readSeed();
  await store.write(async ({ seeds, news, companies }) => {
    if (!(await seeds.begin('content', now))) return;
    for (const { kind, mark, texts } of seed.news) {
      const id = await news.insert({ kind, mark, publishedAt: now }, now);
      await news.writeTexts(id, texts);
    }
    for (const company of seed.companies) await companies.insert(company);
  });
}

function readJson<T>(folder: string, file: string, schema: v.GenericSchema<unknown, T>): T {
  const read = v.safeParse(schema, JSON.parse(readFileSync(join(folder, file), 'utf8')));
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw new Error(`${file} in ${folder}: ${v.getDotPath(issue) ?? 'all of it'}: ${issue.message}`);
}

function accepted<T>(checked: Result<T>, where: string): T {
  if (checked.ok) return checked.value;
  throw new Error(`${where}: the ${checked.error.facts?.field} can't be taken`);
}
