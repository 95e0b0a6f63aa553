import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../shared/contract/language.ts';
import { readTexts } from '../../shared/read-texts.ts';

/** A text of its own in every language, but for the changes; `undefined` leaves a language out. */
const entry = (changes: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> => {
  const texts = LANGUAGES.map((language) => [language, `{{lots}} lots ${language}`]);
  const all = Object.entries({ ...Object.fromEntries(texts), ...changes });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
};

const tableOf = (language: Language, text: unknown) => readTexts({ order: { size: text } }).get(language);

describe('sections of texts', () => {
  it('give each language the texts of all sections by their key', () => {
    const texts = readTexts({
      order: { size: entry(), 'reasons.stop-out': entry() },
      home: { all: entry() },
    });
    expect([...texts.keys()]).toEqual(LANGUAGES);
    expect(texts.get('de')).toEqual({
      'order.size': '{{lots}} lots de',
      'order.reasons.stop-out': '{{lots}} lots de',
      'home.all': '{{lots}} lots de',
    });
  });

  it('give a language the text of English where that is said to be the same', () => {
    const listed = entry({ same: ['de', 'fr'], de: undefined, fr: undefined });
    expect(tableOf('fr', listed)).toEqual({ 'order.size': '{{lots}} lots en' });
    expect(tableOf('it', listed)).toEqual({ 'order.size': '{{lots}} lots it' });
    const rest = { en: 'Pipstream', hk: '匯流', same: true };
    expect(tableOf('hk', rest)).toEqual({ 'order.size': '匯流' });
    expect(tableOf('th', rest)).toEqual({ 'order.size': 'Pipstream' });
  });

  it('give plural forms keys of their own, in the languages that have them', () => {
    const text = entry({
      en: { one: 'one lot', other: '{{lots}} lots' },
      ru: { one: '{{lots}} лот', few: '{{lots}} лота', many: '{{lots}} лотов', other: '{{lots}} лота' },
    });
    expect(tableOf('en', text)).toEqual({ 'order.size_one': 'one lot', 'order.size_other': '{{lots}} lots' });
    expect(tableOf('ru', text)).toMatchObject({ 'order.size_few': '{{lots}} лота' });
    expect(tableOf('jp', text)).toEqual({ 'order.size': '{{lots}} lots jp' });
  });
});

describe('a section is refused', () => {
  const forms = { one: '{{lots}} lot', other: '{{lots}} lots' };

  // spec: 1.9
  it.each([
    ['languages are missing', entry({ th: undefined, id: undefined }), 'has no text in th, id'],
    ['English is missing', entry({ en: undefined, same: true }), 'has no text in en'],
    ['it is no object', 'Close', `has no text in ${LANGUAGES.join(', ')}`],
    ['it names something else than languages', entry({ xx: 'Close' }), 'names xx, which is no language'],
    ['the same are no languages', entry({ same: ['xx'] }), 'names xx, which is no language'],
    ['the same is no list', entry({ same: false }), 'names false, which is no language'],
    [
      'a text is said to be the same',
      entry({ same: ['de'] }),
      'has a text in de, but is said to be the same',
    ],
    ['English is the same', entry({ same: ['en'] }), 'has a text in en, but is said to be the same'],
    [
      'a text is English and nothing says so',
      entry({ de: '{{lots}} lots en' }),
      'equals English in de, which "same" does not list',
    ],
    ['a text is empty', entry({ de: '' }), 'is empty in de, or begins or ends with a space'],
    [
      'a text ends with a space',
      entry({ de: '{{lots}} ' }),
      'is empty in de, or begins or ends with a space',
    ],
    [
      'a placeholder is missing',
      entry({ de: 'Lots' }),
      'has the placeholders [] in de, and [lots] in English',
    ],
    [
      'a placeholder is unknown',
      entry({ de: '{{lots}} {{of}}' }),
      'has the placeholders [lots,of] in de, and [lots] in English',
    ],
    ['a brace is alone', entry({ de: '{{lots}} {of}' }), 'has a single brace in de'],
    [
      'a plural form is missing',
      entry({ en: forms, ru: { one: '{{lots}} лот', other: '{{lots}} лота' } }),
      'has not the plural forms of ru: few, many, one, other',
    ],
    [
      'only another language has plural forms',
      entry({ de: forms }),
      'has plural forms in de, but not in English',
    ],
    [
      'a form for many numbers leaves its number out',
      entry({ en: forms, de: { one: 'ein Lot', other: 'Lots' } }),
      'has the placeholders [] in de, and [lots] in English',
    ],
  ])('if %s', (_case, text, fault) => {
    expect(() => readTexts({ order: { size: text } })).toThrow(`order.json: "size" ${fault}.`);
  });

  it('with all of its faults', () => {
    const read = () =>
      readTexts({ order: { size: entry({ th: undefined }), side: entry({ id: undefined }) } });
    expect(read).toThrow('order.json: "size" has no text in th.\norder.json: "side" has no text in id.');
  });
});
