import { describe, expect, it } from 'vitest';
import { CODE_TEXTS, codeWords, takenWords } from '../../../server/verification/texts.ts';
import { LANGUAGES } from '../../../shared/contract/language.ts';

describe.each(LANGUAGES)('the letters in %s', (language) => {
  it('say the code, what it is for and how long it lasts', () => {
    const [register, password] = (['register', 'password'] as const).map((purpose) =>
      codeWords(language, purpose, '012345', 10),
    );
    for (const words of [register, password]) {
      expect(words?.text).toContain('012345');
      expect(words?.text).toMatch(/\b10|10\b|10/);
      expect(words?.text).not.toMatch(/[{}]|undefined/);
      expect(words?.subject.length).toBeGreaterThan('Pipstream: '.length + 2);
    }
    expect(register?.text).not.toBe(password?.text);
  });

  it('have nothing empty, and no code where there is none', () => {
    for (const text of Object.values(CODE_TEXTS[language])) expect(text.trim().length).toBeGreaterThan(2);
    expect(takenWords(language).text).not.toMatch(/[{}]|\d/);
  });
});

it('no two languages say the same', () => {
  const all = LANGUAGES.flatMap((language) => {
    const { care, taken } = CODE_TEXTS[language];
    return [care, taken];
  });
  expect(new Set(all).size).toBe(all.length);
});
