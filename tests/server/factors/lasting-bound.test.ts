import { describe, expect, it } from 'vitest';
import type { Proof } from '../../../server/accounts/read-proof.ts';
import type { Visitor } from '../../../server/visitor.ts';
import { createAuthenticator } from '../../helpers/authenticator.ts';
import { good } from '../../helpers/dealing.ts';
import { ANN, PASSWORD, startPeople } from '../../helpers/people.ts';
import { HERE, type Owner, startOwner, THERE, wrongProof } from './owner.ts';

const MOST_WRONG = 100;
const HOUR_MS = 3_600_000;
const GUESS: Proof = { kind: 'totp', text: '1' };
const locked = (...factors: readonly string[]) => ({
  ok: false,
  error: { facts: { factors, reason: 'locked' } },
});

/** So many wrong proofs by a stranger who knows the password, five an hour. */
async function guess({ factors, account, clock }: Owner, times: number, proof = GUESS) {
  for (let i = 0; i < times; i++) {
    if (i % 5 === 0) clock.advance(HOUR_MS);
    const answer = await factors.prove(account, proof, THERE);
    expect(answer).toMatchObject({ error: { facts: { reason: 'wrongFactor' } } });
  }
  clock.advance(HOUR_MS);
}

describe('a hundred wrong proofs in a row', () => {
  it('close the codes of the app, also for the right one; a recovery code opens them again', async () => {
    const ann = await startOwner();
    const { secret, codes } = await ann.addTotp();
    await guess(ann, MOST_WRONG);
    expect(await ann.login(ann.nextCode(secret))).toMatchObject(locked('recovery'));
    expect(await ann.login()).toMatchObject(locked('recovery'));
    expect(await ann.login({ kind: 'recovery', text: 'AAAA' })).toMatchObject(wrongProof('recovery'));
    expect(await ann.login({ kind: 'recovery', text: codes[0] ?? '' })).toMatchObject({ ok: true });
    expect(await ann.login(ann.nextCode(secret))).toMatchObject({ ok: true });
  });

  it('may be of any kind', async () => {
    const ann = await startOwner();
    const { secret } = await ann.addTotp();
    await guess(ann, MOST_WRONG / 2, { kind: 'recovery', text: 'AAAA' });
    await guess(ann, MOST_WRONG / 2, { kind: 'passkey', text: '{}' });
    expect(await ann.login(ann.nextCode(secret))).toMatchObject(locked('recovery'));
  });

  it('leave a passkey, which nobody can guess', async () => {
    const ann = await startOwner();
    const { secret } = await ann.addTotp();
    const key = createAuthenticator();
    const proof = ann.nextCode(secret);
    const options = good(await ann.factors.beginPasskey(ann.owner, await ann.permission(), proof));
    good(await ann.factors.addPasskey(ann.owner, key.create(options), 'Phone'));
    await guess(ann, MOST_WRONG);
    const asked = await ann.login();
    expect(asked).toMatchObject(locked('passkey', 'recovery'));
    const request = asked.ok ? '' : String(asked.error.facts?.['passkey']);
    expect(await ann.login({ kind: 'passkey', text: key.get(request) })).toMatchObject({ ok: true });
    expect(await ann.login(ann.nextCode(secret))).toMatchObject({ ok: true });
  });

  it('count after a restart', async () => {
    const ann = await startOwner();
    const { secret } = await ann.addTotp();
    await guess(ann, MOST_WRONG - 1);
    await ann.stop();
    const { dataDir, clock } = ann;
    const { accounts } = await startPeople({ dataDir, clock });
    const login = (proof: Proof) => accounts.login(ANN, PASSWORD, HERE, proof);
    expect(await login(GUESS)).toMatchObject(wrongProof('recovery'));
    clock.advance(HOUR_MS);
    expect(await login(ann.nextCode(secret))).toMatchObject(locked('recovery'));
  });

  it('are no more than that when many come at once', async () => {
    const ann = await startOwner();
    const { secret } = await ann.addTotp();
    await guess(ann, MOST_WRONG - 2);
    const from = (i: number): Visitor => ({ ...THERE, address: `192.0.2.${i}` });
    const all = await Promise.all(Array.from({ length: 8 }, (_, i) => ann.login(GUESS, from(i))));
    const reasons = all.map((one) => !one.ok && one.error.facts?.['reason']);
    expect(reasons.filter((reason) => reason === 'wrongFactor')).toHaveLength(2);
    expect(reasons.filter((reason) => reason === 'locked')).toHaveLength(6);
    ann.clock.advance(HOUR_MS);
    expect(await ann.login(ann.nextCode(secret))).toMatchObject(locked('recovery'));
  });

  it('begin anew after a right proof', async () => {
    const ann = await startOwner();
    const { secret } = await ann.addTotp();
    await guess(ann, MOST_WRONG - 1);
    expect(await ann.login(ann.nextCode(secret))).toMatchObject({ ok: true });
    await guess(ann, MOST_WRONG - 1);
    expect(await ann.login(ann.nextCode(secret))).toMatchObject({ ok: true });
  });

  it('are not forgotten with a new password, only by an operator', async () => {
    const ann = await startOwner();
    const { secret } = await ann.addTotp();
    await guess(ann, MOST_WRONG);
    const password = 'another long password';
    const code = await ann.codeFor(ANN, 'password');
    good(await ann.membership.forgetPassword({ contact: ANN, password, repeated: password, code }));
    expect(await ann.login(ann.nextCode(secret), HERE, password)).toMatchObject(locked('recovery'));
    expect(await ann.factors.unlock(ann.account)).toBe(MOST_WRONG);
    expect(await ann.login(ann.nextCode(secret), HERE, password)).toMatchObject({ ok: true });
  });

  it('are one event for the operator, and the tries after them as well', async () => {
    const ann = await startOwner();
    const { secret } = await ann.addTotp();
    await guess(ann, MOST_WRONG);
    const events = () => ann.noted.filter(({ kind }) => kind === 'factor_locked').length;
    expect(events()).toBe(1);
    await ann.login(ann.nextCode(secret));
    expect(ann.noted.at(-1)).toEqual({ kind: 'factor_wrong', detail: 'locked' });
    expect(events()).toBe(1);
  });
});
