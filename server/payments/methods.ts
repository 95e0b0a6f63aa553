import { isDeepStrictEqual } from 'node:util';
import { CODE } from '../../shared/contract/codes.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { BANK_LINES, type BankLine, isCoinAddress } from '../../shared/domain/payee.ts';
import { MAX_DRAW_METHODS } from '../../shared/limits.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import { badField } from '../refusals.ts';
import { snakeCase } from '../store/record.ts';
import type { DepositsDeps } from './deposits.ts';
import { type Destination, type DrawMethod, methodRepository } from './draw-method-repository.ts';
import { CURRENCIES, optionRepository } from './payment-option-repository.ts';
import type { PaymentKind } from './payment-tables.ts';
import { readLine } from './read-line.ts';

/** Saved destinations of withdrawals. */
export interface Methods {
  /**
   * Saves a destination; a duplicate is not saved again. Refuses with 4004 if there is no such currency of
   * that kind, with 4000 and `field`, and with 4029 when there are too many.
   */
  bind(
    account: AccountId,
    kind: PaymentKind,
    currencyId: number,
    destination: Destination,
  ): Promise<Result<DrawMethod>>;
  list(account: AccountId, kind: PaymentKind, currencyId?: number): Promise<readonly DrawMethod[]>;
  /** Withdrawals to this destination keep their copy. Refuses with 4004. */
  remove(account: AccountId, id: number): Promise<Result<null>>;
}

export function createMethods({ store, now }: Pick<DepositsDeps, 'store' | 'now'>): Methods {
  return {
    async bind(account, kind, currencyId, asked) {
      const currency = await optionRepository(store.read, CURRENCIES).byId(currencyId);
      const destination = readDestination(kind, asked, currency?.protocol ?? '');
      if (!destination.ok) return destination;
      if (currency?.kind !== kind) return err(refusal(CODE.notFound));
      return store.write(async (transaction): Promise<Result<DrawMethod>> => {
        const methods = methodRepository(transaction);
        const saved = await methods.list(account);
        const same = saved.find(
          (one) => one.currency.id === currencyId && isDeepStrictEqual(one.destination, destination.value),
        );
        if (same !== undefined) return ok(same);
        if (saved.length >= MAX_DRAW_METHODS) return err(refusal(CODE.tooMany));
        const id = await methods.insert(account, currencyId, destination.value, now());
        return ok({ id, accountId: account, currency, destination: destination.value });
      });
    },
    async list(account, kind, currencyId) {
      const all = await methodRepository(store.read).list(account);
      return all.filter(
        ({ currency }) => currency.kind === kind && (currencyId === undefined || currency.id === currencyId),
      );
    },
    async remove(account, id) {
      const removed = await store.write((transaction) =>
        methodRepository(transaction).remove(account, id, now()),
      );
      return removed ? ok(null) : err(refusal(CODE.notFound));
    },
  };
}

const BANK_FIELDS = Object.keys(BANK_LINES) as readonly BankLine[];

/** All fields of the kind must be present, and none of the other kind. */
function readDestination(kind: PaymentKind, asked: Destination, network: string): Result<Destination> {
  if (kind === 'coin') {
    const surplus = BANK_FIELDS.find((field) => asked[field] !== '');
    if (surplus !== undefined) return badField(snakeCase(surplus));
    return isCoinAddress(asked.address, network) ? ok(asked) : badField('dc_address');
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
