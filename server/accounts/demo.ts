import { type Money, ZERO_MONEY } from '../../shared/domain/money.ts';
import type { Clock } from '../clock.ts';
import { ledgerRepository } from '../ledger/ledger-repository.ts';
import { settleTo } from '../ledger/settle.ts';
import type { Random } from '../random.ts';
import type { Store } from '../store/store.ts';
import { accountRepository } from './account-repository.ts';
import { hashSecret, makeInviteCode, makeSecret } from './secret.ts';

interface DemoParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: { readonly demoBalance: Money };
}

/** 128 bits: nobody guesses somebody else's demo account. */
const DEMO_ID_BYTES = 16;

export async function createDemo({ store, clock, random, settings }: DemoParts) {
  const demoId = makeSecret(random, DEMO_ID_BYTES);
  const now = clock.now();
  await store.write(async (transaction) => {
    const id = await accountRepository(transaction).insert({
      book: 'demo',
      inviteCode: makeInviteCode(random),
      demoHash: hashSecret(demoId),
      createdAt: now,
    });
    if (id === undefined) throw new Error('an invite code came up twice');
    const opening = settleTo({ balance: ZERO_MONEY, advance: ZERO_MONEY }, settings.demoBalance, {
      book: 'demo',
      kind: 'opening',
      accountId: id,
      at: now,
    });
    if (opening) await ledgerRepository(transaction).post(opening);
  });
  return { demoId };
}
