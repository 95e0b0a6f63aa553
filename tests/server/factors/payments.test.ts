import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { createFactors } from '../../../server/factors/factors.ts';
import { createPayments } from '../../../server/payments/payments.ts';
import { systemRandom } from '../../../server/random.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { ok } from '../../../shared/result.ts';
import { good } from '../../helpers/dealing.ts';
import { payoutCodes, tronAddress } from '../../helpers/payout.ts';
import { NOWHERE, startPayments } from '../payments/payments-scene.ts';
import { HERE, needed, wrongProof } from './owner.ts';

const USDT = 1;
const ADDRESS = tronAddress();

/** A customer with 1,000, a saved method, and one-time passwords switched on. */
async function startGuarded() {
  const scene = await startPayments();
  const { store, clock, market } = scene;
  const factors = createFactors({
    ...{ store, clock, random: systemRandom, key: systemRandom.bytes(32) },
    report: (error) => void scene.errors.push(error),
  });
  const files = { claim: async () => ok('proof') } as never;
  const codes = payoutCodes(scene);
  const payments = createPayments({ ...scene, files, now: () => market.now(), factors, ...codes.deps });
  const account = await scene.openReal(1_000);
  const method = await scene.coinMethod(account);
  const owner = { account, label: 'Ann', visitor: HERE } as const;
  const { secret } = good(await factors.beginTotp(owner, async () => true, undefined));
  const now = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() });
  good(await factors.confirmTotp(owner, now()));
  const code = () => {
    clock.advance(30_000);
    return { kind: 'totp', text: now() } as const;
  };
  const draw = (cid: string, proof?: ReturnType<typeof code>, amount = 100) =>
    payments.withdrawals.request(
      account,
      { currencyId: USDT, methodId: method.id, amount: moneyFromWire(amount), memo: '', cid },
      HERE,
      proof,
    );
  const count = async () => (await payments.withdrawals.page(account, 'coin', 1)).total;
  return { ...scene, payments, account, code, draw, count };
}

describe('a withdrawal from an account with a second factor', () => {
  it('needs a proof; its reply is given again without one', async () => {
    const { draw, code, count } = await startGuarded();
    expect(await draw('draw-0001')).toMatchObject(needed('totp', 'recovery'));
    expect(await draw('draw-0001', { kind: 'totp', text: '000' })).toMatchObject(
      wrongProof('totp', 'recovery'),
    );
    expect(await count()).toBe(0);
    const proof = code();
    const drawn = good(await draw('draw-0001', proof));
    expect(good(await draw('draw-0001'))).toEqual(drawn);
    expect(good(await draw('draw-0001', proof))).toEqual(drawn);
    expect(await draw('draw-0002', proof)).toMatchObject(wrongProof('totp', 'recovery'));
    expect(await count()).toBe(1);
  });

  it('that is repeated while it is decided is one, with one reply', async () => {
    const { draw, code, count } = await startGuarded();
    const proof = code();
    const all = await Promise.all([draw('draw-0001', proof), draw('draw-0001', proof), draw('draw-0001')]);
    const [first] = all.map(good);
    expect(all.map(good)).toEqual([first, first, first]);
    expect(await count()).toBe(1);
  });

  it('that is refused does not use its proof up', async () => {
    const { draw, code } = await startGuarded();
    const proof = code();
    expect(await draw('draw-0001', proof, 5_000)).toMatchObject({
      error: { code: CODE.insufficientBalance },
    });
    expect(await draw('draw-0002', proof)).toMatchObject({ ok: true });
  });

  it('beside another one with the same proof waits for a proof of its own, under its cid', async () => {
    const { draw, code, count } = await startGuarded();
    const proof = code();
    const cids = ['draw-0001', 'draw-0002', 'draw-0003'];
    const all = await Promise.all(cids.map((cid) => draw(cid, proof)));
    expect(all.filter((one) => one.ok)).toHaveLength(1);
    for (const one of all) if (!one.ok) expect(one).toMatchObject(wrongProof('totp', 'recovery'));
    expect(await count()).toBe(1);
    const late = cids[all.findIndex((one) => !one.ok)] ?? '';
    expect(await draw(late, code())).toMatchObject({ ok: true });
  });
});

describe('a new payout address of an account with a second factor', () => {
  it('needs a proof, which counts once', async () => {
    const { payments, account, code } = await startGuarded();
    const bind = (proof?: ReturnType<typeof code>, address = ADDRESS) =>
      payments.methods.bind(account, 'coin', USDT, { ...NOWHERE, address }, HERE, proof);
    expect(await bind()).toMatchObject(needed('totp', 'recovery'));
    const proof = code();
    expect(await bind(proof, 'nowhere')).toMatchObject({ error: { code: CODE.badParameter } });
    expect(await bind(proof)).toMatchObject({ ok: true });
    expect(await bind(proof)).toMatchObject(wrongProof('totp', 'recovery'));
  });
});
