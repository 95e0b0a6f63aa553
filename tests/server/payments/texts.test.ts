import { describe, expect, it } from 'vitest';
import type { PostingKind } from '../../../server/ledger/posting.ts';
import { memoOf } from '../../../server/payments/memo.ts';
import { PAYMENT_TEXTS } from '../../../server/payments/texts.ts';
import { LANGUAGES } from '../../../shared/contract/language.ts';
import { money } from '../../../shared/domain/money.ts';
import { timestampMs } from '../../../shared/domain/time.ts';

const line = (kind: PostingKind, amount: number, more: { showCode?: string; memo?: string } = {}) => ({
  kind,
  amount: money(amount),
  showCode: undefined,
  memo: undefined,
  at: timestampMs(0),
  ...more,
});

describe('the words of the statement', () => {
  // spec: 3.16
  it.each(LANGUAGES)(
    'are all there in %s, no two of them the same, with the instrument where one belongs',
    (language) => {
      const texts = Object.entries(PAYMENT_TEXTS[language]);
      expect(texts.map(([name]) => name).sort()).toEqual(Object.keys(PAYMENT_TEXTS.en).sort());
      for (const [name, text] of texts) {
        expect(text.trim()).not.toBe('');
        expect(text).toBe(text.trim());
        expect(text.split('{code}').length - 1).toBe(['fee', 'profit', 'loss'].includes(name) ? 1 : 0);
      }
      expect(new Set(texts.map(([, text]) => text)).size).toBe(texts.length);
    },
  );

  it.each([
    [line('opening', 1), 'Opening balance'],
    [line('deposit', 1), 'Deposit'],
    [line('withdraw-hold', -1), 'Withdrawal'],
    [line('withdraw-release', 1), 'Withdrawal returned'],
    [line('fee', -1, { showCode: 'EUR/USD' }), 'Fee EUR/USD'],
    [line('profit', 1, { showCode: 'EUR/USD' }), 'Profit EUR/USD'],
    [line('profit', -1, { showCode: 'EUR/USD' }), 'Loss EUR/USD'],
    [line('profit', -1), 'Loss'],
    [line('reset', 1), 'Demo account reset'],
    [line('adjustment', 1, { memo: 'Goodwill' }), 'Adjustment · Goodwill'],
    [line('adjustment', 1), 'Adjustment'],
  ])('say of %o: %s', (one, words) => {
    expect(memoOf(one, 'en')).toBe(words);
  });
});
