import { describe, expect, it } from 'vitest';
import { codeLetter, takenLetter } from '../../../server/verification/letters.ts';
import { LANGUAGES } from '../../../shared/contract/language.ts';

describe.each(LANGUAGES)('the letters in %s', (language) => {
  it('contain the code, its purpose and its lifetime', () => {
    const [register, password] = (['register', 'password'] as const).map((purpose) =>
      codeLetter(language, purpose, '012345', 10),
    );
    for (const letter of [register, password]) {
      expect(letter?.text).toContain('012345');
      expect(letter?.text).toMatch(/\b10|10\b|10/);
      expect(letter?.text).not.toMatch(/[{}]|undefined/);
      expect(letter?.subject.length).toBeGreaterThan('Pipstream: '.length + 2);
    }
    expect(register?.text).not.toBe(password?.text);
  });

  it('have no code unless there is one', () => {
    expect(takenLetter(language).text).not.toMatch(/[{}]|\d/);
  });
});

it('differ between languages', () => {
  const all = LANGUAGES.flatMap((language) => {
    const { text } = codeLetter(language, 'register', '012345', 10);
    return [text, takenLetter(language).text];
  });
  expect(new Set(all).size).toBe(all.length);
});
