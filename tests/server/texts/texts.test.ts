import { describe, expect, it } from 'vitest';
import type { PasswordFault } from '../../../server/accounts/password-rules.ts';
import { languageOf, messageFor, translate } from '../../../server/texts/texts.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { LANGUAGES } from '../../../shared/contract/language.ts';

const CODES = Object.values(CODE).filter((code) => code !== CODE.success);

describe('the texts of the exchange', () => {
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
    expect(messageFor(4711, 'en')).toBe(translate('en', 'refusal.internal'));
  });
});

// spec: 9.16
it.each([undefined, '', 'xx', 'EN', ['en', 'de']])(
  'the header %j reads as the default language',
  (header) => {
    expect(languageOf(header)).toBe('hk');
  },
);
