import { isDeepStrictEqual } from 'node:util';
import { CODE } from '../../shared/contract/codes.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { BANK_LINES, type BankLine, isCoinAddress } from '../../shared/domain/payee.ts';
import { MAX_DRAW_METHODS } from '../../shared/limits.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import type { Proof, ProofCheck } from '../accounts/read-proof.ts';
import { badField } from '../refusals.ts';
import type { SecurityRecorder } from '../security/security.ts';
import { snakeCase } from '../store/record.ts';
import { takeTurn } from '../store/turns.ts';
import { NOBODY, type Visitor } from '../visitor.ts';
import { hasRightChecksum } from './coin-checksum.ts';
import type { DepositsDeps } from './deposits.ts';
import { type Destination, type DrawMethod, methodRepository } from './draw-method-repository.ts';
import { CURRENCIES, optionRepository } from './payment-option-repository.ts';
import type { PaymentKind } from './payment-tables.ts';
import { readLine } from './read-line.ts';

/** Saved destinations of withdrawals. */
export interface Methods {
  /**
   * Saves a destination; a duplicate is not saved again. Refuses with 4004 if there is no such currency of
   * that kind, with 4000 and `field`, with 4029 when there are too many, and as `ProofCheck.prove` does.
   */
  bind(
    account: AccountId,
    kind: PaymentKind,
    currencyId: number,
    destination: Destination,
    visitor?: Visitor,
    proof?: Proof,
  ): Promise<Result<DrawMethod>>;
  list(account: AccountId, kind: PaymentKind, currencyId?: number): Promise<readonly DrawMethod[]>;
  /** Withdrawals to this destination keep their copy of it. Refuses with 4004. */
  remove(account: AccountId, id: number, visitor?: Visitor): Promise<Result<null>>;
}

interface MethodsDeps extends Pick<DepositsDeps, 'store' | 'now'> {
  readonly factors: ProofCheck;
  readonly security?: SecurityRecorder;
}

export function createMethods({ store, now, factors, security }: MethodsDeps): Methods {
  return {
    async bind(account, kind, currencyId, asked, visitor = NOBODY, proof) {
      const currency = await optionRepository(store.read, CURRENCIES).byId(currencyId);
      const destination = readDestination(kind, asked, currency?.protocol ?? '');
      if (!destination.ok) return destination;
      if (currency?.kind !== kind) return err(refusal(CODE.notFound));
      const proven = await factors.prove(account, proof, visitor);
      if (!proven.ok) return proven;
      let isNew = false;
      const bound = await store.write(async (transaction): Promise<Result<DrawMethod> | undefined> => {
        isNew = false;
        if (!(await proven.value(transaction))) return undefined;
        await takeTurn(transaction, `methods ${account}`);
        const methods = methodRepository(transaction);
        const saved = await methods.list(account);
        const same = saved.find(
          (one) => one.currency.id === currencyId && isDeepStrictEqual(one.destination, destination.value),
        );
        if (same !== undefined) return ok(same);
        if (saved.length >= MAX_DRAW_METHODS) return err(refusal(CODE.tooMany));
        const id = await methods.insert(account, currencyId, destination.value, now());
        isNew = true;
        return ok({ id, accountId: account, currency, destination: destination.value });
      });
      if (bound === undefined) return factors.refuse(account, visitor);
      if (bound.ok && isNew)
        security?.record({ kind: 'payout_added', account, visitor, detail: `method ${bound.value.id}` });
      return bound;
    },
    async list(account, kind, currencyId) {
      const all = await methodRepository(store.read).list(account);
      return all.filter(
        ({ currency }) => currency.kind === kind && (currencyId === undefined || currency.id === currencyId),
      );
    },
    async remove(account, id, visitor) {
      const removed = await store.write((transaction) =>
        methodRepository(transaction).remove(account, id, now()),
      );
      if (!removed) return err(refusal(CODE.notFound));
      security?.record({ kind: 'payout_removed', account, visitor, detail: `method ${id}` });
      return ok(null);
    },
  };
}

const BANK_FIELDS = Object.keys(BANK_LINES) as readonly BankLine[];

/** All fields of the kind must be present, and none of the other kind. */
function readDestination(kind: PaymentKind, asked: Destination, network: string): Result<Destination> {
  if (kind === 'coin') {
    const surplus = BANK_FIELDS.find((field) => asked[field] !== '');
    if (surplus !== undefined) return badField(snakeCase(surplus));
    const isRight = isCoinAddress(asked.address, network) && hasRightChecksum(asked.address, network);
    return isRight ? ok(asked) : badField('dc_address');
  }
  if (asked.address !== '') return badField('dc_address');
  let destination = asked;
  for (const field of BANK_FIELDS) {
    const { maxLength, isRequired } = BANK_LINES[field];
    const line = readLine(asked[field], maxLength);
    if (line === undefined || (isRequired && line === '')) return badField(snakeCase(field));
    destination = { ...destination, [field]: line };
  }
  return ok(destination);
}
