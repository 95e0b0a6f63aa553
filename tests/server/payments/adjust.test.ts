import { expect, it } from 'vitest';
import type { Exchange } from '../../../server/exchange/exchange.ts';
import { createPayments } from '../../../server/payments/payments.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { good, startDealing } from '../../helpers/dealing.ts';
import { NO_FACTORS } from '../../helpers/no-factors.ts';
import { payoutCodes } from '../../helpers/payout.ts';
import { openRealAccount } from './payments-scene.ts';

it('an adjustment says the balance right before and after it, whatever is booked beside it', async () => {
  const dealing = await startDealing();
  const { store, exchange, market, clock } = dealing;
  const account = await openRealAccount(dealing);
  const book = async (amount: number) => {
    const movement = { kind: 'adjustment', amount: moneyFromWire(amount), memo: 'Beside' } as const;
    good(await exchange.transfer(account, movement, { answer: () => null }));
  };
  const transfer: Exchange['transfer'] = async (...asked) => {
    await book(100);
    const done = await exchange.transfer(...asked);
    await book(-30);
    return done;
  };
  const payments = createPayments({
    store,
    exchange: { transfer },
    files: { claim: async () => ({ ok: true, value: 'picture' as never }) as const },
    clock,
    now: () => market.now(),
    factors: NO_FACTORS,
    ...payoutCodes(dealing).deps,
  });
  const [before, after] = [moneyFromWire(100), moneyFromWire(87.5)];
  expect(good(await payments.adjust(account, moneyFromWire(-12.5), 'Back'))).toEqual({ before, after });
});
