import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountRepository } from '../../server/accounts/account-repository.ts';
import type { Passwords } from '../../server/accounts/password.ts';
import { createPayments } from '../../server/payments/payments.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { foreignAmount } from '../../shared/domain/foreign-amount.ts';
import { moneyFromWire } from '../../shared/domain/money.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { ok, type Result } from '../../shared/result.ts';
import { createManualClock } from '../helpers/manual-clock.ts';
import { NO_FACTORS } from '../helpers/no-factors.ts';
import { payoutCodes, tronAddress } from '../helpers/payout.ts';
import { createChance } from './chance.ts';
import { createDisk } from './disk.ts';
import type { Account } from './user.ts';
import { createVenue } from './venue.ts';
import { createWorld, START } from './world.ts';

/** A data folder that every run begins with: two real accounts with money, an address to pay to, and deposits to decide. */
export interface Ground {
  readonly accounts: readonly Account[];
  /** A copy of the folder. */
  copy(): string;
  remove(): void;
}

/** Memory, where there is a disk in memory: a run writes much and needs none of it afterwards. */
const BASE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const AGE_MS = 3 * 86_400_000;
const REAL = ['ann@example.com', 'bob@example.com'];
const DOLLARS = 3_000;
const DEPOSITS = 4;
const ADDRESS = tronAddress();
const NOWHERE = {
  bankName: '',
  bankAddress: '',
  bankSwift: '',
  payeeName: '',
  payeeAccount: '',
  branchName: '',
};

/** Hashes cost a large part of a second, and wait on a thread. */
export const plainPasswords: Passwords = {
  hash: async (password) => `plain ${password}`,
  verify: async (password, stored) => stored === `plain ${password}`,
};

const newFolder = (): string => mkdtempSync(join(BASE, 'pipstream-sim-'));

export async function layGround(): Promise<Ground> {
  const folder = newFolder();
  const clock = createManualClock(timestampMs(START - AGE_MS));
  const venue = createVenue(clock, createChance(0)).feed;
  const disk = createDisk(clock);
  const world = createWorld(0, folder, {}, { clock, disk, venue, passwords: plainPasswords });
  const life = await world.boot();
  const accounts: Account[] = [{ kind: 'demo' }];
  for (const email of REAL) {
    const password = `password of ${email}`;
    const id = await openAccount(life, email, await plainPasswords.hash(password));
    const payments = createPayments({
      ...life,
      files: { claim: async () => ok('proof') } as never,
      clock,
      now: clock.now,
      factors: NO_FACTORS,
      ...payoutCodes({ store: life.store, clock, dataDir: folder }).deps,
    });
    good(await payments.adjust(id, moneyFromWire(DOLLARS), 'For the run'));
    for (let i = 0; i < DEPOSITS; i++)
      good(
        await payments.deposits.submitCoin(id, {
          coinId: 1,
          address: 'EXAMPLE-TRC20-ADDRESS-DO-NOT-PAY',
          number: foreignAmount(1_000_000_000 + i),
          proof: 'proof',
        }),
      );
    const method = good(await payments.methods.bind(id, 'coin', 1, { ...NOWHERE, address: ADDRESS }));
    good(await payments.confirmation.release(method.id));
    accounts.push({ kind: 'real', email, password, methodId: method.id });
  }
  await world.crash('killed');
  return {
    accounts,
    copy() {
      const copied = newFolder();
      cpSync(folder, copied, { recursive: true });
      return copied;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function openAccount(
  { store }: Awaited<ReturnType<ReturnType<typeof createWorld>['boot']>>,
  email: string,
  passwordHash: string,
): Promise<AccountId> {
  const id = await store.write((transaction) =>
    accountRepository(transaction).insert({
      book: 'real',
      email,
      passwordHash,
      inviteCode: email.slice(0, 3).toUpperCase(),
      createdAt: timestampMs(START - AGE_MS),
    }),
  );
  if (id === undefined) throw new Error(`${email} got no account`);
  return id;
}

export function good<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`refused with ${JSON.stringify(result.error)}`);
  return result.value;
}
