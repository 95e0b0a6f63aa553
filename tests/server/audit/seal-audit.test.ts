import { expect, it } from 'vitest';
import { restrictionRepository } from '../../../server/accounts/restriction-repository.ts';
import { auditBooks } from '../../../server/audit/audit.ts';
import { catalogue } from '../../../server/catalogue/catalogue.ts';
import { instrumentRepository, recordFrom } from '../../../server/catalogue/instrument-repository.ts';
import { ALL_SEALED } from '../../../server/chain/row-seals.ts';
import { identityRepository } from '../../../server/identity/identity-repository.ts';
import { calendarRepository } from '../../../server/listings/calendar-repository.ts';
import { listingRepository } from '../../../server/listings/listing-repository.ts';
import { createNightRates } from '../../../server/listings/night-rates.ts';
import { operatorRepository } from '../../../server/operators/operators.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { good } from '../../helpers/dealing.ts';
import { runSql } from '../../helpers/raw-sql.ts';
import { onEachDatabase, openTestStore, type TestStores } from '../../helpers/stores.ts';
import { coins, startPayments, TRC20 } from '../payments/payments-scene.ts';

/** A change past the program in each sealed table that breaks no other rule. */
const changes = {
  accounts: "UPDATE accounts SET password_hash = 'x'",
  deposits: "UPDATE deposits SET paid_to = 'x'",
  withdrawals: "UPDATE withdrawals SET address = 'x'",
  draw_methods: 'UPDATE draw_methods SET usable_at = 1',
  deposit_coins: "UPDATE deposit_coins SET address = 'x' WHERE id = 1",
  deposit_banks: "UPDATE deposit_banks SET payee_account = 'x' WHERE id = 1",
  draw_currencies: 'UPDATE draw_currencies SET fee = fee + 1 WHERE id = 1',
  identity_papers: "UPDATE identity_papers SET status = 'approved'",
  listing_changes: 'UPDATE listing_changes SET fee_per_lot = 1',
  instrument_modes: "UPDATE instrument_modes SET mode = 'open'",
  instrument_spreads: 'UPDATE instrument_spreads SET spread = 0',
  instruments: 'UPDATE instruments SET contract_size = 1',
  market_days: 'UPDATE market_days SET is_removed = 1',
  operators: "UPDATE operators SET public_key = 'x'",
  night_rates: 'UPDATE night_rates SET long_rate = 0',
  restrictions: 'UPDATE restrictions SET restriction = NULL',
} satisfies Record<keyof typeof ALL_SEALED, string>;

/** One row or more in each sealed table, written and changed by the program. */
async function prepared(stores: TestStores) {
  const place = await stores.place();
  const { dataDir, database } = place;
  const scene = await startPayments({ dataDir, ...(database === undefined ? {} : { database }) });
  const { payments, store } = scene;
  const account = await scene.openReal(100);
  const proof = await scene.picture(account);
  const sent = good(await payments.deposits.submitCoin(account, { ...TRC20, number: coins(5), proof }));
  good(await payments.deposits.approve(sent.id));
  const method = await scene.coinMethod(account);
  const asked = { currencyId: 1, methodId: method.id, amount: moneyFromWire(20), memo: '' };
  good(await payments.withdrawals.pay(good(await payments.withdrawals.request(account, asked)).id));
  good(await payments.coins.change(1, { currencyCode: 'USDT' }));
  await store.write(async (transaction) => {
    const front = await transaction.selectFrom('files').select('id').executeTakeFirstOrThrow();
    await identityRepository(transaction).insert({
      accountId: account,
      name: 'Ann Other',
      cardId: '1',
      frontFile: front.id,
      reverseFile: front.id,
      createdAt: timestampMs(1),
    });
    await listingRepository(transaction).save(
      {
        code: 'EURUSD',
        feeRates: {},
        mode: 'halted',
        modeSince: timestampMs(1),
        isListed: true,
        spread: 2,
      },
      timestampMs(1),
    );
    for (const entry of catalogue.slice(0, 1))
      await instrumentRepository(transaction).save(recordFrom(entry, 100));
    const day = { market: 'forex', date: '2026-12-25', closesAt: undefined } as const;
    await calendarRepository(transaction).set(day, false);
    await restrictionRepository(transaction).set(account, 'no-withdrawal', timestampMs(1));
    const operators = operatorRepository(transaction);
    for (const name of ['ann', 'ben']) await operators.add({ name, publicKey: name, since: timestampMs(1) });
    await operators.revoke('ben');
  });
  await createNightRates(store).set('EURUSD', { longRate: 1, shortRate: 1 }, timestampMs(1));
  expect(await auditBooks(store.read)).toEqual([]);
  await scene.stop();
  return place;
}

onEachDatabase((stores) => {
  it('shows a changed row of every table that decides over money, and a lost one', async () => {
    const place = await prepared(stores);
    for (const sql of Object.values(changes)) await runSql(place, sql);
    await runSql(place, 'DELETE FROM draw_currencies WHERE id = 2');
    await runSql(place, "UPDATE ledger_accounts SET floor = -1000000 WHERE id = 'balance:1'");
    const store = await openTestStore(place);
    const found = (await auditBooks(store.read)).map(({ rule, where }) => `${rule} ${where}`);
    expect(found).toEqual([
      ...Object.keys(ALL_SEALED).flatMap((table) => [
        expect.stringMatching(`^seal-of-row ${table} (1|EURUSD|forex 2026-12-25|ann|\\d+)$`),
        ...(table === 'draw_currencies' ? ['seal-of-row draw_currencies 2, which is missing'] : []),
      ]),
      'ledger-account-is-its-name balance:1',
    ]);
  });
});
