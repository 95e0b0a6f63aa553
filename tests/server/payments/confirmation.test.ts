import { expect, it } from 'vitest';
import { accountRepository } from '../../../server/accounts/account-repository.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { codeOf, good } from '../../helpers/dealing.ts';
import { tronAddress } from '../../helpers/payout.ts';
import { onEachDatabase } from '../../helpers/stores.ts';
import { NOWHERE, refused, startPayments } from './payments-scene.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DESTINATION = { ...NOWHERE, address: tronAddress() };

onEachDatabase((stores) => {
  async function begun(payoutHoldMs = 24 * HOUR_MS) {
    const place = await stores.place();
    const database = place.database === undefined ? {} : { database: place.database };
    const scene = await startPayments({ dataDir: place.dataDir, ...database, payoutHoldMs });
    const account = await openMember(scene, 'ann@example.com');
    good(await scene.payments.adjust(account, moneyFromWire(1_000), 'For the test'));
    const { id } = good(await scene.payments.methods.bind(account, 'coin', 1, DESTINATION));
    const { confirmation } = scene.payments;
    const ask = () =>
      scene.payments.withdrawals.request(account, {
        currencyId: 1,
        methodId: id,
        amount: moneyFromWire(100),
        memo: '',
      });
    const send = async () => {
      good(await confirmation.sendCode(account, id, 'en'));
      return /\b[0-9]{6}\b/.exec(scene.letters.at(-1)?.text ?? '')?.[0] ?? '';
    };
    return { ...scene, account, id, confirmation, ask, send };
  }

  const openMember = ({ store, clock }: Awaited<ReturnType<typeof startPayments>>, email: string) =>
    store.write(async (transaction) => {
      const made = { book: 'real' as const, email, inviteCode: email.slice(0, 8), createdAt: clock.now() };
      const account = await accountRepository(transaction).insert(made);
      if (account === undefined) throw new Error('no account was opened');
      return account;
    });

  // spec: 7.91
  it('a new payout address is confirmed by a code that its owner is sent, then held', async () => {
    const { clock, account, id, confirmation, ask, send, letters } = await begun();
    expect(await ask()).toMatchObject({ error: { code: CODE.conflict, facts: { reason: 'unconfirmed' } } });
    const code = await send();
    expect(letters).toMatchObject([{ channel: 'email', to: 'ann@example.com' }]);
    expect(letters[0]?.text).toContain(DESTINATION.address);
    const confirmed = good(await confirmation.confirm(account, id, code));
    expect(confirmed).toMatchObject({ confirmedAt: clock.now(), usableAt: clock.now() + 24 * HOUR_MS });
    const until = new Date(clock.now() + 24 * HOUR_MS).toISOString();
    clock.advance(24 * HOUR_MS - 1);
    expect(await ask()).toMatchObject({ error: { code: CODE.conflict, facts: { reason: 'held', until } } });
    clock.advance(1);
    expect(good(await ask())).toMatchObject({ status: 'pending' });
  });

  it('a wrong code confirms nothing, and after five wrong ones the right code does not either', async () => {
    const { account, id, confirmation, ask, send } = await begun();
    const code = await send();
    const other = code === '111111' ? '222222' : '111111';
    for (let i = 0; i < 5; i++)
      expect(await confirmation.confirm(account, id, other)).toMatchObject(refused(CODE.wrongCredentials));
    expect(await confirmation.confirm(account, id, code)).toMatchObject(refused(CODE.wrongCredentials));
    expect(codeOf(await ask())).toBe(CODE.conflict);
  });

  it('a code is good for one address of one account, once, for ten minutes', async () => {
    const scene = await begun();
    const { account, id, confirmation, send, clock, payments } = scene;
    const code = await send();
    const second = { ...DESTINATION, address: tronAddress(2) };
    const { id: other } = good(await payments.methods.bind(account, 'coin', 1, second));
    expect(codeOf(await confirmation.confirm(account, other, code))).toBe(CODE.wrongCredentials);
    const stranger = await openMember(scene, 'bob@example.com');
    expect(codeOf(await confirmation.confirm(stranger, id, code))).toBe(CODE.notFound);
    expect(codeOf(await confirmation.sendCode(stranger, id, 'en'))).toBe(CODE.notFound);
    const answers = await Promise.all([1, 2, 3].map(() => confirmation.confirm(account, id, code)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(codeOf(await confirmation.sendCode(account, id, 'en'))).toBe(CODE.conflict);
    clock.advance(MINUTE_MS);
    good(await confirmation.sendCode(account, other, 'en'));
    const late = /\b[0-9]{6}\b/.exec(scene.letters.at(-1)?.text ?? '')?.[0] ?? '';
    clock.advance(10 * MINUTE_MS);
    expect(codeOf(await confirmation.confirm(account, other, late))).toBe(CODE.wrongCredentials);
  });

  // spec: 7.90
  it('another code is sent after a minute', async () => {
    const { account, id, confirmation, send, clock } = await begun();
    await send();
    expect(await confirmation.sendCode(account, id, 'en')).toMatchObject({
      error: { code: CODE.tooMany, facts: { retry_after_s: 60 } },
    });
    clock.advance(MINUTE_MS);
    good(await confirmation.confirm(account, id, await send()));
  });

  it('an operator can release an address, confirmed or not', async () => {
    const { id, confirmation, ask } = await begun();
    good(await confirmation.release(id));
    good(await ask());
    expect(await confirmation.release(999)).toMatchObject(refused(CODE.notFound));
  });
});
