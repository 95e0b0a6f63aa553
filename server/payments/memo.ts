import type { Language } from '../../shared/contract/language.ts';
import type { StatementLine } from '../ledger/ledger-repository.ts';
import { translate } from '../texts/texts.ts';

/** The description of a statement line, in the customer's language. */
export function memoOf({ kind, amount, showCode, memo }: StatementLine, language: Language): string {
  const code = showCode ?? '';
  switch (kind) {
    case 'fee':
      return translate(language, 'statement.fee', { code }).trim();
    case 'profit':
      return translate(language, amount < 0 ? 'statement.loss' : 'statement.profit', { code }).trim();
    case 'withdraw-hold':
    case 'withdraw-paid':
      return translate(language, 'statement.withdrawal');
    case 'withdraw-release':
      return translate(language, 'statement.returned');
    case 'adjustment':
      return translate(language, 'statement.adjustment') + (memo === undefined ? '' : ` · ${memo}`);
    case 'opening':
    case 'deposit':
    case 'reset':
      return translate(language, `statement.${kind}`);
    default:
      return kind satisfies never;
  }
}
