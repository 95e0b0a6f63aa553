import { parseScaled } from '../../shared/domain/decimal.ts';
import { type Money, money, moneyToWire } from '../../shared/domain/money.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { accountRepository } from '../accounts/account-repository.ts';
import { accountOfText } from '../accounts/user.ts';
import type { AccountReads } from '../exchange/account-reads.ts';
import type { Resource } from '../resource.ts';
import type { Store } from '../store/store.ts';
import { sentence } from './payment-command-answer.ts';
import type { Payments } from './payments.ts';

const NOBODY = 'There is no such account.';
const uid = { help: "The user's uid" } as const;

interface BalanceDeps {
  readonly payments: Pick<Payments, 'adjust'>;
  readonly exchange: Pick<AccountReads, 'figures'>;
  readonly store: Pick<Store, 'read'>;
}

export const balance: Resource<BalanceDeps> = {
  help: 'Balance of an account',
  usual: 'show',
  verbs: {
    show: {
      help: 'Balance, and the locked part of it',
      parameters: { uid },
      async run({ exchange, store }, values) {
        const account = accountOfText(values['uid']);
        const found = account && (await accountRepository(store.read).byId(account));
        if (account === undefined || found === undefined) return err(NOBODY);
        const { balance: owned, lockBalance } = await exchange.figures(account);
        return ok({
          rows: [{ uid: values['uid'] ?? '', balance: moneyToWire(owned), locked: moneyToWire(lockBalance) }],
        });
      },
    },
    adjust: {
      help: 'Corrects a balance by an entry of its own; nothing is overwritten',
      isSecurityEvent: true,
      crosses: true,
      parameters: {
        uid,
        amount: { help: 'In USD, as in 12.5; -12.5 reduces the balance' },
        memo: { help: 'Why, as the user reads it in the statement' },
      },
      async run({ payments }, values) {
        const amount = readAmount(values['amount'] ?? '');
        if (!amount.ok) return amount;
        const account = accountOfText(values['uid']);
        if (account === undefined) return err(NOBODY);
        const done = await payments.adjust(account, amount.value, values['memo'] ?? '');
        if (!done.ok) return err(sentence(done.error, 'account'));
        const [before, after] = [moneyToWire(done.value.before), moneyToWire(done.value.after)];
        const facts = { uid: Number(values['uid']), amount_usd: moneyToWire(amount.value) };
        return ok({
          rows: [{ uid: values['uid'] ?? '', balance: after }],
          changed: { before: { balance: before }, after: { ...facts, balance: after } },
        });
      },
    },
  },
};

function readAmount(text: string): Result<Money, string> {
  const parsed = parseScaled(text, 6);
  return parsed.ok ? ok(money(parsed.value)) : err('amount is a plain decimal with at most 6 decimals.');
}
