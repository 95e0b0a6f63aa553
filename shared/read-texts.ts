import { isLanguage, LANGUAGES, type Language, LOCALES } from './contract/language.ts';

/** The texts of a language by their key, `<section>.<name>`; a plural form has its own, such as `ticket.points_one`. */
export type Texts = Readonly<Record<string, string>>;

/** The keys of sections, by the types that their files have. A text with plural forms has one. */
export type TextKeyOf<Sections> = {
  [S in keyof Sections & string]: `${S}.${Exclude<keyof Sections[S], 'default'> & string}`;
}[keyof Sections & string];

/**
 * Reads sections of texts that have all languages side by side:
 *
 *     { "close": { "en": "Close", "de": "Schließen", … }, "total": { "en": "Total", "same": ["fr"], "de": "Summe", … } }
 *
 * `same` lists the languages in which a text equals English on purpose, or is `true` for all that have none of their own.
 * A text that depends on a number is an object of its plural forms, by their names in CLDR, where a language has such forms.
 * @param sections the content of each file, by the file's name without `.json`
 * @throws Error with a line for each fault, which names file, text and language
 */
export function readTexts(sections: Readonly<Record<string, unknown>>): ReadonlyMap<Language, Texts> {
  const tables = new Map(LANGUAGES.map((language) => [language, new Map<string, string>()]));
  const faults: string[] = [];
  for (const [section, entries] of Object.entries(sections))
    for (const [name, entry] of Object.entries(fieldsOf(entries))) {
      const texts = fieldsOf(entry);
      for (const fault of faultsOf(texts)) faults.push(`${section}.json: "${name}" ${fault}.`);
      for (const [language, table] of tables)
        for (const [form, text] of formsOf(texts[language] ?? texts['en']))
          table.set(form === '' ? `${section}.${name}` : `${section}.${name}_${form}`, String(text));
    }
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return new Map([...tables].map(([language, table]) => [language, Object.fromEntries(table)]));
}

/** What is wrong with a text, in the words that follow its name. */
function* faultsOf({ same = [], ...texts }: Fields): Iterable<string> {
  const missing = LANGUAGES.filter((language) => texts[language] === undefined);
  const alike = same === true ? missing : [same].flat();
  for (const name of [...Object.keys(texts), ...alike])
    if (!isLanguage(name)) yield `names ${name}, which is no language`;
  const absent = missing.filter((language) => language === 'en' || !alike.includes(language));
  if (absent.length > 0) yield `has no text in ${absent.join(', ')}`;
  for (const language of LANGUAGES.filter((one) => !missing.includes(one))) {
    if (alike.includes(language)) yield `has a text in ${language}, but is said to be the same`;
    else if (language !== 'en' && JSON.stringify(texts[language]) === JSON.stringify(texts['en']))
      yield `equals English in ${language}, which "same" does not list`;
    yield* translationFaults(language, texts[language], texts['en']);
  }
}

function* translationFaults(language: Language, text: unknown, english: unknown): Iterable<string> {
  const forms = formsOf(text);
  if (typeof text !== 'string') {
    const wanted = new Intl.PluralRules(LOCALES[language]).resolvedOptions().pluralCategories.toSorted();
    if (String(forms.map(([form]) => form).toSorted()) !== String(wanted))
      yield `has not the plural forms of ${language}: ${wanted.join(', ')}`;
    if (typeof english === 'string') yield `has plural forms in ${language}, but not in English`;
  }
  const wanted = placeholdersOf(formsOf(english).find(([form]) => form === '' || form === 'other')?.[1]);
  for (const [form, one] of forms) {
    if (typeof one !== 'string' || one === '' || one.trim() !== one)
      yield `is empty in ${language}, or begins or ends with a space`;
    const found = placeholdersOf(one);
    // A form for one number may leave it out.
    const isSpecial = ['zero', 'one', 'two'].includes(form) && found.every((name) => wanted.includes(name));
    if (String(found) !== String(wanted) && !isSpecial)
      yield `has the placeholders [${found}] in ${language}, and [${wanted}] in English`;
    if (/[{}]/.test(String(one).replace(PLACEHOLDER, ''))) yield `has a single brace in ${language}`;
  }
}

const PLACEHOLDER = /\{\{(\w+)\}\}/g;
const placeholdersOf = (text: unknown): readonly string[] =>
  [...String(text).matchAll(PLACEHOLDER)].map(([, name = '']) => name).toSorted();

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** Texts by plural form; that of a plain text is ''. */
const formsOf = (text: unknown): readonly (readonly [string, unknown])[] =>
  typeof text === 'string' ? [['', text]] : Object.entries(fieldsOf(text));
