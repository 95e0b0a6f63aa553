import { millionthsToWire } from '../../shared/domain/foreign-amount.ts';
import { moneyToWire } from '../../shared/domain/money.ts';
import { err, ok } from '../../shared/result.ts';
import { uidOf } from '../accounts/user.ts';
import { id, idOf, isoOf } from '../command-values.ts';
import type { Changed, Resource } from '../resource.ts';
import { rowOf } from '../store/record.ts';
import { answerOf, LISTED, listAnswer, listed } from './payment-command-answer.ts';
import type { Withdrawal } from './payment-request-repository.ts';
import type { Payments } from './payments.ts';

const STATUSES = ['pending', 'paid', 'rejected'] as const;

export const withdrawals: Resource<{ readonly payments: Pick<Payments, 'withdrawals'> }> = {
  help: 'Withdrawals that users have requested',
  usual: 'list',
  verbs: {
    list: {
      help: `Withdrawals waiting to be paid, ${LISTED}`,
      parameters: {
        status: { help: 'Withdrawals in this state', optional: true, choices: [...STATUSES, 'all'] },
        ...listed,
      },
      async run({ payments }, values) {
        const status = STATUSES.find((one) => one === (values['status'] ?? 'pending'));
        return listAnswer(
          values,
          (account, page) => payments.withdrawals.list({ status, account }, page),
          outline,
        );
      },
    },
    show: {
      help: 'One withdrawal with its destination',
      parameters: { id },
      async run({ payments }, values) {
        const found = await payments.withdrawals.find(idOf(values['id']));
        return found === undefined ? err('There is no such withdrawal.') : ok({ rows: [details(found)] });
      },
    },
    pay: {
      help: 'The money has been paid out: the held amount leaves the account',
      isSecurityEvent: true,
      crosses: true,
      parameters: { id },
      run: async ({ payments }, values) =>
        answerOf(await payments.withdrawals.pay(idOf(values['id'])), 'withdrawal', outline, changed),
    },
    reject: {
      help: 'It will not be paid: the held amount returns to the balance',
      isSecurityEvent: true,
      crosses: true,
      parameters: { id, remark: { help: 'Why, as the user reads it' } },
      run: async ({ payments }, values) =>
        answerOf(
          await payments.withdrawals.reject(idOf(values['id']), values['remark'] ?? ''),
          'withdrawal',
          outline,
          changed,
        ),
    },
  },
};

const outline = (withdrawal: Withdrawal) => ({
  id: withdrawal.id,
  uid: uidOf(withdrawal.accountId),
  asked: isoOf(withdrawal.createdAt),
  kind: withdrawal.kind,
  amount: moneyToWire(withdrawal.amount),
  fee: moneyToWire(withdrawal.fee),
  to_pay: millionthsToWire(withdrawal.net),
  currency: withdrawal.currencyCode,
  protocol: withdrawal.protocol,
  status: withdrawal.status,
  remark: withdrawal.remark,
});

/** Only one that waits can be answered. Neither where to nor the remark, which are about people. */
const changed = (withdrawal: Withdrawal): Changed => ({
  before: { status: 'pending' },
  after: {
    uid: uidOf(withdrawal.accountId),
    amount_usd: moneyToWire(withdrawal.amount),
    fee_usd: moneyToWire(withdrawal.fee),
    to_pay: millionthsToWire(withdrawal.net),
    currency: withdrawal.currencyCode,
    status: withdrawal.status,
  },
});

const details = (withdrawal: Withdrawal) => ({
  ...outline(withdrawal),
  ...rowOf(withdrawal.destination),
  memo: withdrawal.memo,
});
