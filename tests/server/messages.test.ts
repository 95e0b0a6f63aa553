import { describe, expect, it } from 'vitest';
import { languageOf, MESSAGES, messageFor } from '../../server/messages/messages.ts';
import { CODE } from '../../shared/contract/codes.ts';
import { LANGUAGES } from '../../shared/contract/language.ts';

const CODES = Object.values(CODE).filter((code) => code !== CODE.success);

describe('messages', () => {
  // spec: 1.9
  it.each(LANGUAGES)('%s has its own words for every code', (language) => {
    const said = CODES.map((code) => messageFor(code, language));
    expect(new Set(said).size).toBe(CODES.length);
    for (const message of said) expect(message.trim()).toMatch(/^\S.{1,90}$/u);
  });

  it.each(LANGUAGES.filter((language) => language !== 'en'))('%s has no English left in it', (language) => {
    const english = new Set(Object.values(MESSAGES.en));
    expect(Object.values(MESSAGES[language]).filter((message) => english.has(message))).toEqual([]);
  });

  it('success has none, and an unknown code reads as an internal error', () => {
    expect(messageFor(CODE.success, 'en')).toBe('');
    expect(messageFor(4711, 'en')).toBe(MESSAGES.en.internal);
  });

  // spec: 9.16
  it.each([undefined, '', 'xx', 'EN', ['en', 'de']])(
    'the header %j reads as the default language',
    (header) => {
      expect(languageOf(header)).toBe('hk');
    },
  );
});
