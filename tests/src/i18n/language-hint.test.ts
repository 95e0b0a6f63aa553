import { describe, expect, it } from 'vitest';
import { preferredLanguage } from '../../../src/i18n/language-hint.ts';

describe('the language that a first visit is offered', () => {
  it.each([
    [['de-CH', 'en'], 'de'],
    [['nl-NL', 'nl', 'en-GB'], 'en'],
    [['es-MX'], 'spa'],
    [['ja'], 'jp'],
    [['ar-EG'], 'ar'],
    // The default is there already, for every reader of Chinese.
    [['zh-CN', 'en'], undefined],
    [['zh-HK'], undefined],
    [['nl'], undefined],
    [[], undefined],
  ])('by %j is %s', (wanted, language) => {
    expect(preferredLanguage(wanted)).toBe(language);
  });
});
