import { millionthsToWire } from '../../shared/domain/foreign-amount.ts';
import { moneyToWire } from '../../shared/domain/money.ts';
import { err, ok } from '../../shared/result.ts';
import { uidOf } from '../accounts/user.ts';
import type { FileId } from '../files/file-tables.ts';
import type { OperatorServices, Thing } from '../ops/resource.ts';
import type { Deposit } from './deposit-repository.ts';
import { answerOf, idOf, isoOf, LISTED, listNote } from './payment-command-answer.ts';

const id = { help: 'The number in the list' } as const;
const STATUSES = ['unchecked', 'finished', 'rejected', 'invalid'] as const;

export const deposits: Thing = {
  help: 'What users say they paid in',
  usual: 'list',
  verbs: {
    list: {
      help: 'Those that wait, latest first',
      parameters: {
        status: { help: 'Others than those that wait', optional: true, choices: [...STATUSES, 'all'] },
      },
      async run({ payments }, values) {
        const status = STATUSES.find((one) => one === (values['status'] ?? 'unchecked'));
        const found = await payments.deposits.latest(LISTED, status);
        return ok({ rows: found.map(outline), ...listNote(found.length) });
      },
    },
    show: {
      help: 'One of them, with its proof',
      parameters: { id },
      async run(services, values) {
        const found = await services.payments.deposits.find(idOf(values['id']));
        if (found === undefined) return err('There is no such deposit.');
        return ok({
          rows: [await details(services, found)],
          note: 'The link is a path on the address of the API and ends after 15 minutes.',
        });
      },
    },
    approve: {
      help: 'It has arrived: books it, once',
      parameters: { id },
      run: async ({ payments }, values) =>
        answerOf(await payments.deposits.approve(idOf(values['id'])), 'deposit', outline),
    },
    reject: {
      help: 'It has not arrived, or not like that',
      parameters: { id, remark: { help: 'Why, as the user reads it' } },
      run: async ({ payments }, values) =>
        answerOf(
          await payments.deposits.reject(idOf(values['id']), values['remark'] ?? ''),
          'deposit',
          outline,
        ),
    },
    invalidate: {
      help: 'It is a double or a mistake',
      parameters: { id },
      run: async ({ payments }, values) =>
        answerOf(await payments.deposits.invalidate(idOf(values['id'])), 'deposit', outline),
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

/** A proof is kept under its picture's id. */
async function details({ files }: OperatorServices, deposit: Deposit) {
  const proof = deposit.proof as FileId;
  return { ...outline(deposit), proof: files.link(proof), proof_file: (await files.where(proof)) ?? null };
}
