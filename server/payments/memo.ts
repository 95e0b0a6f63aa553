import type { Language } from '../../shared/contract/language.ts';
import type { StatementLine } from '../store/store.ts';
import { PAYMENT_TEXTS } from './texts.ts';

/** What a line of the statement was, for a person. */
export function memoOf({ kind, amount, showCode, memo }: StatementLine, language: Language): string {
  const texts = PAYMENT_TEXTS[language];
  switch (kind) {
    case 'fee':
      return texts.fee.replace('{code}', showCode ?? '').trim();
    case 'profit':
      return (amount < 0 ? texts.loss : texts.profit).replace('{code}', showCode ?? '').trim();
    case 'withdraw-hold':
    case 'withdraw-paid':
      return texts.withdrawal;
    case 'withdraw-release':
      return texts.returned;
    case 'adjustment':
      return memo === undefined ? texts.adjustment : `${texts.adjustment} · ${memo}`;
    case 'opening':
    case 'deposit':
    case 'reset':
      return texts[kind];
    default:
      return kind satisfies never;
  }
}
