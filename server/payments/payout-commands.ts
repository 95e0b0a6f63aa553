import { err, ok } from '../../shared/result.ts';
import { accountOfText, uidOf } from '../accounts/user.ts';
import { changedFacts, id, idOf, isoOrNull } from '../command-values.ts';
import type { Resource } from '../resource.ts';
import { rowOf } from '../store/record.ts';
import type { DrawMethod } from './draw-method-repository.ts';
import { answerOf } from './payment-command-answer.ts';
import type { Payments } from './payments.ts';

export const payoutAddresses: Resource<{ readonly payments: Pick<Payments, 'confirmation'> }> = {
  help: "Saved destinations of users' withdrawals",
  usual: 'list',
  verbs: {
    list: {
      help: "A user's destinations, newest first, and whether they can be paid to",
      parameters: { user: { help: 'The uid of the user' } },
      async run({ payments }, { user }) {
        const account = accountOfText(user);
        if (account === undefined) return err('There is no such user.');
        return ok({ rows: (await payments.confirmation.ofAccount(account)).map(row) });
      },
    },
    release: {
      help: 'Lets the user withdraw to it at once, without the code and the wait',
      isSecurityEvent: true,
      parameters: { id },
      run: async ({ payments }, values) =>
        answerOf(
          await payments.confirmation.release(idOf(values['id'])),
          'destination',
          ({ after }) => row(after),
          ({ before, after }) => changedFacts(facts(before), facts(after), ['uid', 'currency']),
        ),
    },
  },
};

const row = ({ id, accountId, currency, destination, confirmedAt, usableAt }: DrawMethod) => ({
  id,
  uid: uidOf(accountId),
  kind: currency.kind,
  currency: currency.code,
  protocol: currency.protocol,
  ...rowOf(destination),
  confirmed: isoOrNull(confirmedAt),
  usable_from: isoOrNull(usableAt),
});

/** Without the destination, which names people. */
const facts = ({ accountId, currency, confirmedAt, usableAt }: DrawMethod) => ({
  uid: uidOf(accountId),
  currency: currency.code,
  confirmed: isoOrNull(confirmedAt),
  usable_from: isoOrNull(usableAt),
});
