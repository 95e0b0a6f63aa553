import { userInfo } from 'node:os';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { removeSeal, sealRow } from '../chain/row-seals.ts';
import type { Db } from '../store/schema.ts';
import { isSignedBy, readPublicKey, type SignedRequest } from './operator-key.ts';

/*
 * Who operators are: each has a name and a key. Whoever can read the exchange's own channel file is an operator as well, under
 * the name of its owner in the operating system. What they did is in `operator-steps.ts`.
 */

/**
 * The owner of the files that this process writes, as the operating system names it. In a container a user may have a number and
 * no name.
 */
export function ownerName(): string {
  try {
    return userInfo().username.slice(0, 64);
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

export interface Operator {
  readonly name: string;
  readonly publicKey: string;
  readonly since: TimestampMs;
}

export function operatorRepository(db: Db) {
  const find = (name: string) =>
    db.selectFrom('operators').selectAll().where('name', '=', name).executeTakeFirst();
  return {
    async all(): Promise<readonly Operator[]> {
      const rows = await db.selectFrom('operators').selectAll().orderBy('name').execute();
      return rows.map(({ name, public_key: publicKey, since }) => ({ name, publicKey, since }));
    },
    /** @returns false if the name is taken */
    async add({ name, publicKey, since }: Operator): Promise<boolean> {
      const added = await db
        .insertInto('operators')
        .values({ name, public_key: publicKey, since })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      const isNew = (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
      if (isNew) await sealRow(db, 'operators', name);
      return isNew;
    },
    /** @returns the public key that counts no more; undefined if there is no such operator */
    async revoke(name: string): Promise<string | undefined> {
      const found = await find(name);
      await db.deleteFrom('operators').where('name', '=', name).execute();
      await removeSeal(db, 'operators', name);
      return found?.public_key;
    },
    /** Whether the operator of this name has signed the request. Read each time: a revoked key ends at once. */
    async hasSigned(name: string, request: SignedRequest, signature: string): Promise<boolean> {
      const key = readPublicKey((await find(name))?.public_key ?? '');
      return key !== undefined && isSignedBy(key, request, signature);
    },
  };
}
