import { describe, expect, it } from 'vitest';
import { ledgerRepository } from '../../../server/ledger/ledger-repository.ts';
import { createPayments } from '../../../server/payments/payments.ts';
import { openStore } from '../../../server/store/store.ts';
import { money, moneyFromWire } from '../../../shared/domain/money.ts';
import { good, startDealing } from '../../helpers/dealing.ts';
import { writeFirstVersion } from '../../helpers/first-version.ts';
import { NO_FACTORS } from '../../helpers/no-factors.ts';
import { payoutCodes, tronAddress } from '../../helpers/payout.ts';
import { onEachDatabase } from '../../helpers/stores.ts';
import { NOWHERE, startPayments } from './payments-scene.ts';

describe('the first start', () => {
  it('inserts options that are clearly examples, and later starts do not', async () => {
    const scene = await startPayments();
    const { coins, banks, currencies } = scene.payments;
    const all = [...(await coins.offered()), ...(await banks.offered())];
    expect(all).toHaveLength(5);
    for (const option of all) expect(JSON.stringify(option)).toMatch(/EXAMPLE.*DO.NOT.PAY/);
    expect(await currencies.offered()).toHaveLength(5);
    for (const { id } of await coins.offered()) good(await coins.remove(id));
    const [bank] = await banks.offered();
    good(await banks.change(bank?.id ?? 0, { payeeName: 'Pipstream' }));
    await scene.stop();
    const { payments } = await startPayments({ dataDir: scene.dataDir });
    expect(await payments.coins.offered()).toEqual([]);
    expect((await payments.banks.offered()).map(({ payeeName }) => payeeName)).toEqual([
      'Pipstream',
      'EXAMPLE DO NOT PAY',
      'EXAMPLE DO NOT PAY',
    ]);
    expect(await payments.currencies.offered()).toHaveLength(5);
  });
});

onEachDatabase((stores) => {
  describe('an account of the first version', () => {
    it('can deposit and withdraw after the migration', async () => {
      const place = await stores.emptyPlace();
      const { account } = await writeFirstVersion(place);
      const upgraded = await openStore(place);
      expect(await ledgerRepository(upgraded.read).standing(account)).toMatchObject({ hold: 0 });
      await upgraded.close();
      const dealing = await startDealing({
        dataDir: place.dataDir,
        ...(place.database === undefined ? {} : { database: place.database }),
      });
      const { store, exchange, clock, market } = dealing;
      market.tick('EURUSD', 1.2);
      const files = { claim: async () => ({ ok: true, value: 'picture' as never }) as const };
      const payments = createPayments({
        store,
        exchange,
        files,
        clock,
        now: () => market.now(),
        factors: NO_FACTORS,
        ...payoutCodes(dealing).deps,
      });
      await payments.start();
      const before = (await exchange.figures(account)).balance;
      good(await payments.adjust(account, moneyFromWire(1_300), 'For the margin'));
      const method = good(
        await payments.methods.bind(account, 'coin', 1, { ...NOWHERE, address: tronAddress() }),
      );
      good(await payments.confirmation.release(method.id));
      const asked = { currencyId: 1, methodId: method.id, amount: moneyFromWire(100), memo: '' };
      const { id } = good(await payments.withdrawals.request(account, asked));
      expect((await ledgerRepository(store.read).standing(account)).hold).toBe(moneyFromWire(100));
      good(await payments.withdrawals.pay(id));
      expect((await exchange.figures(account)).balance).toBe(money(before + 1_200_000_000));
      expect((await payments.statement(account, 1)).list.map(({ kind }) => kind)).toEqual([
        'withdraw-hold',
        'adjustment',
        'profit',
      ]);
    });
  });
});
