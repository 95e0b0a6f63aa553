import type { AccountId } from '../../shared/domain/account.ts';
import { parseScaled } from '../../shared/domain/decimal.ts';
import { type Money, money, moneyToWire } from '../../shared/domain/money.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { accountRepository } from '../accounts/account-repository.ts';
import { accountOfUid } from '../accounts/user.ts';
import type { Thing } from '../ops/resource.ts';
import { sentence } from '../payments/payment-command-answer.ts';

const NOBODY = 'There is no such account.';
const uid = { help: 'The user, as the app shows the number' } as const;

export const balance: Thing = {
  help: 'What an account owns',
  usual: 'show',
  verbs: {
    show: {
      help: 'Balance, and what of the account is locked',
      parameters: { uid },
      async run({ exchange, store }, values) {
        const account = accountOf(values['uid']);
        if ((await accountRepository(store.read).byId(account)) === undefined) return err(NOBODY);
        const { balance: owned, lockBalance } = await exchange.figures(account);
        return ok({
          rows: [{ uid: values['uid'] ?? '', balance: moneyToWire(owned), locked: moneyToWire(lockBalance) }],
        });
      },
    },
    adjust: {
      help: 'Puts right what no other step can; an entry of its own, nothing is overwritten',
      parameters: {
        uid,
        amount: { help: 'In USD, as in 12.5; --amount=-12.5 takes away' },
        memo: { help: 'Why, as the user reads it in the statement' },
      },
      async run({ payments }, values) {
        const amount = readAmount(values['amount'] ?? '');
        if (!amount.ok) return amount;
        const done = await payments.adjust(accountOf(values['uid']), amount.value, values['memo'] ?? '');
        if (!done.ok) return err(sentence(done.error, 'account'));
        return ok({ rows: [{ uid: values['uid'] ?? '', balance: moneyToWire(done.value) }] });
      },
    },
  },
};

function readAmount(text: string): Result<Money, string> {
  const parsed = parseScaled(text, 6);
  return parsed.ok ? ok(money(parsed.value)) : err('amount is a plain decimal with at most 6 decimals.');
}

/** No account has the number 0, so that a text that is no uid finds none. */
function accountOf(text: string | undefined): AccountId {
  const account = /^[1-9][0-9]{7,14}$/.test(text ?? '') ? accountOfUid(Number(text)) : 0;
  return (account > 0 ? account : 0) as AccountId;
}
