import { millionthsToWire } from '../../shared/domain/foreign-amount.ts';
import { moneyToWire } from '../../shared/domain/money.ts';
import { err, ok } from '../../shared/result.ts';
import { uidOf } from '../accounts/user.ts';
import { id, idOf, isoOf } from '../command-values.ts';
import type { FileId } from '../files/file-tables.ts';
import type { Files } from '../files/files.ts';
import type { Changed, Resource } from '../resource.ts';
import { answerOf, LISTED, listAnswer, listed } from './payment-command-answer.ts';
import type { Deposit } from './payment-request-repository.ts';
import type { Payments } from './payments.ts';

interface DepositDeps {
  readonly payments: Pick<Payments, 'deposits'>;
  readonly files: Pick<Files, 'link' | 'where'>;
}

const STATUSES = ['unchecked', 'finished', 'rejected', 'invalid'] as const;

export const deposits: Resource<DepositDeps> = {
  help: 'Deposits that users have reported',
  usual: 'list',
  verbs: {
    list: {
      help: `Deposits waiting for a review, ${LISTED}`,
      parameters: {
        status: { help: 'Deposits in this state', optional: true, choices: [...STATUSES, 'all'] },
        ...listed,
      },
      async run({ payments }, values) {
        const status = STATUSES.find((one) => one === (values['status'] ?? 'unchecked'));
        return listAnswer(
          values,
          (account, page) => payments.deposits.list({ status, account }, page),
          outline,
        );
      },
    },
    show: {
      help: 'One deposit with its proof',
      parameters: { id },
      async run({ payments, files }, values) {
        const found = await payments.deposits.find(idOf(values['id']));
        if (found === undefined) return err('There is no such deposit.');
        return ok({
          rows: [await details(files, found)],
          note: 'The link is a path on the address of the API and ends after 15 minutes.',
        });
      },
    },
    approve: {
      help: 'The money has arrived: books the deposit',
      isSecurityEvent: true,
      crosses: true,
      parameters: { id },
      run: async ({ payments }, values) =>
        answerOf(await payments.deposits.approve(idOf(values['id'])), 'deposit', outline, changed),
    },
    reject: {
      help: 'The money has not arrived, or not as reported',
      isSecurityEvent: true,
      parameters: { id, remark: { help: 'Why, as the user reads it' } },
      run: async ({ payments }, values) =>
        answerOf(
          await payments.deposits.reject(idOf(values['id']), values['remark'] ?? ''),
          'deposit',
          outline,
          changed,
        ),
    },
    invalidate: {
      help: 'A duplicate or a mistake',
      isSecurityEvent: true,
      parameters: { id },
      run: async ({ payments }, values) =>
        answerOf(await payments.deposits.invalidate(idOf(values['id'])), 'deposit', outline, changed),
    },
  },
};

const outline = (deposit: Deposit) => ({
  id: deposit.id,
  uid: uidOf(deposit.accountId),
  sent: isoOf(deposit.createdAt),
  kind: deposit.kind,
  number: millionthsToWire(deposit.number),
  currency: deposit.currencyCode,
  usd: moneyToWire(deposit.amount),
  paid_to: deposit.paidTo,
  status: deposit.status,
  remark: deposit.remark,
});

/** Only one that waits can be answered. Neither who paid nor the remark, which may name people. */
const changed = (deposit: Deposit): Changed => ({
  before: { status: 'unchecked' },
  after: {
    uid: uidOf(deposit.accountId),
    amount_usd: moneyToWire(deposit.amount),
    paid: millionthsToWire(deposit.number),
    currency: deposit.currencyCode,
    status: deposit.status,
  },
});

/** The stored proof is the id of its picture. */
async function details(files: DepositDeps['files'], deposit: Deposit) {
  const proof = deposit.proof as FileId;
  return { ...outline(deposit), proof: files.link(proof), proof_file: (await files.where(proof)) ?? null };
}
