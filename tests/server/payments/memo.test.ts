import { describe, expect, it } from 'vitest';
import type { PostingKind } from '../../../server/ledger/posting.ts';
import { memoOf } from '../../../server/payments/payment-encoder.ts';
import { type TextKey, translate } from '../../../server/texts/texts.ts';
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

const KEYS = [
  'statement.opening',
  'statement.deposit',
  'statement.withdrawal',
  'statement.returned',
  'statement.fee',
  'statement.financing',
  'statement.profit',
  'statement.loss',
  'statement.reset',
  'statement.adjustment',
  'withdrawal.pending',
  'withdrawal.paid',
  'withdrawal.rejected',
] as const satisfies readonly TextKey[];

describe('the description of a line of the statement', () => {
  // spec: 3.16
  it.each(LANGUAGES)(
    'is another one in %s for each kind, with the instrument where one belongs',
    (language) => {
      const texts = KEYS.map((key) => translate(language, key, { code: 'EUR/USD' }));
      expect(new Set(texts).size).toBe(texts.length);
      expect(KEYS.filter((_, i) => texts[i]?.includes('EUR/USD'))).toEqual([
        'statement.fee',
        'statement.financing',
        'statement.profit',
        'statement.loss',
      ]);
    },
  );

  it.each([
    [line('opening', 1), 'Opening balance'],
    [line('deposit', 1), 'Deposit'],
    [line('withdraw-hold', -1), 'Withdrawal'],
    [line('withdraw-release', 1), 'Withdrawal returned'],
    [line('fee', -1, { showCode: 'EUR/USD' }), 'Fee EUR/USD'],
    [line('financing', -1, { showCode: 'EUR/USD' }), 'Overnight financing EUR/USD'],
    [line('profit', 1, { showCode: 'EUR/USD' }), 'Profit EUR/USD'],
    [line('profit', -1, { showCode: 'EUR/USD' }), 'Loss EUR/USD'],
    [line('profit', -1), 'Loss'],
    [line('shortfall', 1, { showCode: 'EUR/USD' }), 'Loss borne by us EUR/USD'],
    [line('reset', 1), 'Demo account reset'],
    [line('adjustment', 1, { memo: 'Goodwill' }), 'Adjustment · Goodwill'],
    [line('adjustment', 1), 'Adjustment'],
  ])('of %o is %s', (one, words) => {
    expect(memoOf(one, 'en')).toBe(words);
  });
});
