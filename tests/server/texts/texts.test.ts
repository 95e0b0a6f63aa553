import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PasswordFault } from '../../../server/accounts/password-rules.ts';
import { languageOf, messageFor, translate } from '../../../server/texts/texts.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { LANGUAGES } from '../../../shared/contract/language.ts';
import { root } from '../../architecture/sources.ts';

const folder = join(root, 'server', 'texts');
const textsOf = (language: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'));
const english = textsOf('en');

const CODES = Object.values(CODE).filter((code) => code !== CODE.success);

/** Words that a language shares with English. */
const SAME_AS_IN_ENGLISH: Readonly<Record<string, readonly string[]>> = {
  fr: ['category.indices', 'category.crypto'],
  id: ['statement.deposit', 'push.margin_call'],
  it: ['push.margin_call'],
};

describe('the texts of the exchange', () => {
  // spec: 1.9
  it('exist for every language of the specification', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
    expect(files.toSorted()).toEqual(LANGUAGES.map((language) => `${language}.json`).toSorted());
  });

  // spec: 1.9
  it.each(LANGUAGES)('have the same keys in %s as in English, and none is empty', (language) => {
    expect(Object.keys(textsOf(language))).toEqual(Object.keys(english));
    for (const text of Object.values(textsOf(language))) {
      expect(text).toMatch(/(?:\p{L}\p{M}*){2}/u);
      expect(text).toBe(text.trim());
    }
  });

  it.each(LANGUAGES)(
    'have the same placeholders in %s as in English, each between double braces',
    (language) => {
      for (const [key, text] of Object.entries(textsOf(language))) {
        const names = (of = '') => [...of.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).toSorted();
        expect([key, names(text)]).toEqual([key, names(english[key])]);
        expect(text.replace(/\{\{\w+\}\}/g, '')).not.toMatch(/[{}]/);
      }
    },
  );

  // spec: 1.9
  it.each(LANGUAGES.filter((language) => language !== 'en'))('are translated in %s', (language) => {
    const same = Object.entries(textsOf(language)).filter(([key, text]) => english[key] === text);
    expect(same.map(([key]) => key)).toEqual(SAME_AS_IN_ENGLISH[language] ?? []);
  });

  it('fill their placeholders', () => {
    expect(translate('en', 'statement.fee', { code: 'EUR/USD' })).toBe('Fee EUR/USD');
    expect(translate('en', 'statement.fee')).toBe('Fee ');
  });
});

describe('the message of a code', () => {
  // spec: 1.9
  it.each(LANGUAGES)('is one short, unique sentence in %s', (language) => {
    const messages = CODES.map((code) => messageFor(code, language));
    expect(new Set(messages).size).toBe(CODES.length);
    for (const message of messages) expect(message).toMatch(/^\S.{1,90}$/u);
  });

  it.each(LANGUAGES)('of a refused password says why in %s', (language) => {
    const faults = Object.keys({ short: 0, long: 0, common: 0, account: 0 } satisfies Record<
      PasswordFault,
      0
    >);
    const messages = faults.map((fault) => messageFor(CODE.badParameter, language, fault));
    expect(new Set([...messages, messageFor(CODE.badParameter, language)]).size).toBe(faults.length + 1);
    for (const message of messages) expect(message).toMatch(/^\S.{1,90}$/u);
  });

  it('is empty for success, and that of an internal error for an unknown code', () => {
    expect(messageFor(CODE.success, 'en')).toBe('');
    expect(messageFor(4711, 'en')).toBe(english['refusal.internal']);
  });
});

// spec: 9.16
it.each([undefined, '', 'xx', 'EN', ['en', 'de']])(
  'the header %j reads as the default language',
  (header) => {
    expect(languageOf(header)).toBe('hk');
  },
);
