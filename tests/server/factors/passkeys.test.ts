import { describe, expect, it } from 'vitest';
import type { Proof } from '../../../server/accounts/read-proof.ts';
import { passkeySiteOf } from '../../../server/factors/passkeys.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import type { Result } from '../../../shared/result.ts';
import { createAuthenticator } from '../../helpers/authenticator.ts';
import { good } from '../../helpers/dealing.ts';
import { HERE, needed, type Owner, startOwner } from './owner.ts';

const refused = (code: number) => ({ ok: false, error: { code } });
const ELSEWHERE = { ...HERE, origin: 'https://m.example.com' };

/** The options of the passkey that a refused step asks for. */
const optionsIn = (answer: Result<unknown>): string => {
  const options = answer.ok ? undefined : answer.error.facts?.['passkey'];
  if (typeof options !== 'string') throw new Error(`no passkey is asked for: ${JSON.stringify(answer)}`);
  return options;
};
const assertion = (text: string): Proof => ({ kind: 'passkey', text });

async function add({ factors, owner, permission }: Owner, name = 'Phone', proof?: Proof) {
  const authenticator = createAuthenticator();
  const options = good(await factors.beginPasskey(owner, await permission(), proof));
  const codes = good(await factors.addPasskey(owner, authenticator.create(options), name));
  return { authenticator, options, codes };
}

describe('a passkey', () => {
  // spec: 7.74 7.75
  it('logs in with a signature of the challenge', async () => {
    const room = await startOwner();
    const { authenticator, codes } = await add(room);
    expect(codes).toHaveLength(10);
    const asked = await room.login();
    expect(asked).toMatchObject(needed('passkey', 'recovery'));
    expect(JSON.parse(optionsIn(asked))).toMatchObject({
      rpId: 'localhost',
      userVerification: 'preferred',
      allowCredentials: [{ id: authenticator.id, transports: ['internal'] }],
    });
    expect(await room.login(assertion(authenticator.get(optionsIn(asked))))).toMatchObject({ ok: true });
    const { passkeys } = await room.factors.list(room.account, HERE);
    expect(passkeys).toMatchObject([{ id: authenticator.id, name: 'Phone', counter: 1 }]);
    expect(passkeys[0]?.usedAt).toBe(room.clock.now());
  });

  it('answers a challenge once, within five minutes', async () => {
    const room = await startOwner();
    const { authenticator } = await add(room);
    const options = optionsIn(await room.login());
    const first = authenticator.get(options);
    expect(await room.login(assertion(first))).toMatchObject({ ok: true });
    expect(await room.login(assertion(first))).toMatchObject(refused(CODE.factorNeeded));
    expect(await room.login(assertion(authenticator.get(options)))).toMatchObject(refused(CODE.factorNeeded));
    const late = optionsIn(await room.login());
    room.clock.advance(300_000);
    expect(await room.login(assertion(authenticator.get(late)))).toMatchObject(refused(CODE.factorNeeded));
  });

  it('is refused from another page, for another host, from another authenticator and from a copy', async () => {
    const room = await startOwner();
    const { authenticator } = await add(room);
    const login = async (make: (options: string) => string) =>
      room.login(assertion(make(optionsIn(await room.login()))));
    const wrong = refused(CODE.factorNeeded);
    expect(await login((o) => authenticator.get(o, { origin: 'https://evil.example' }))).toMatchObject(wrong);
    expect(await login((o) => authenticator.get(o, { rpId: 'evil.example' }))).toMatchObject(wrong);
    expect(await login((o) => createAuthenticator().get(o))).toMatchObject(wrong);
    expect(await login((o) => authenticator.get(o, { counter: 5 }))).toMatchObject({ ok: true });
    expect(await login((o) => authenticator.get(o, { counter: 5 }))).toMatchObject(wrong);
  });

  it('is not asked for on another host, where it does not work', async () => {
    const room = await startOwner();
    await add(room);
    expect(await room.login(undefined, ELSEWHERE)).toEqual({
      ok: false,
      error: { code: CODE.factorNeeded, message: '', facts: { factors: ['recovery'] } },
    });
  });

  // spec: 7.76
  it('stands beside others with a name, and goes with a proof', async () => {
    const room = await startOwner();
    const { authenticator } = await add(room);
    const { factors, owner, account } = room;
    const begin = async (proof?: Proof) => factors.beginPasskey(owner, await room.permission(), proof);
    const asked = await begin();
    expect(asked).toMatchObject(needed('passkey', 'recovery'));
    const second = createAuthenticator();
    const options = good(await begin(assertion(authenticator.get(optionsIn(asked)))));
    expect(JSON.parse(options).excludeCredentials).toMatchObject([{ id: authenticator.id }]);
    expect(good(await factors.addPasskey(owner, second.create(options), '  Key\u0007 '))).toEqual([]);
    expect((await factors.list(account, HERE)).passkeys.map(({ name }) => name)).toEqual(['Phone', 'Key']);
    expect(await factors.removePasskey(owner, 'nobody', undefined)).toMatchObject(refused(CODE.notFound));
    const removal = await factors.removePasskey(owner, authenticator.id, undefined);
    const proof = assertion(second.get(optionsIn(removal)));
    expect(await factors.removePasskey(owner, authenticator.id, proof)).toMatchObject({ ok: true });
    expect((await factors.list(account, HERE)).passkeys.map(({ name }) => name)).toEqual(['Key']);
  });

  it('is added by the answer to its own challenge, once', async () => {
    const { factors, owner, permission } = await startOwner();
    const made = createAuthenticator();
    const options = good(await factors.beginPasskey(owner, await permission(), undefined));
    const wrong = refused(CODE.wrongCredentials);
    const credential = made.create(options);
    for (const bad of ['', '{}', '[]', '{"response":{}}', credential.replace('"none"', '"x"').slice(0, -9)])
      expect(await factors.addPasskey(owner, bad, 'x')).toMatchObject(wrong);
    expect(
      await factors.addPasskey(owner, made.create(options, { origin: 'https://evil.example' }), 'x'),
    ).toMatchObject(wrong);
    expect(await factors.addPasskey(owner, credential, ' ')).toMatchObject({
      error: { code: CODE.badParameter, facts: { field: 'name' } },
    });
    expect(await factors.addPasskey(owner, credential, 'x')).toMatchObject({ ok: true });
    expect(await factors.addPasskey(owner, credential, 'x')).toMatchObject(wrong);
    const other = { ...owner, account: (owner.account + 1) as typeof owner.account };
    expect(await factors.addPasskey(other, createAuthenticator().create(options), 'x')).toMatchObject(wrong);
  });
});

describe('the host of a page', () => {
  it.each([
    ['https://m.example.com', 'm.example.com'],
    ['http://localhost:8080', 'localhost'],
    ['http://127.0.0.1:8080', undefined],
    ['http://[::1]:8080', undefined],
    ['null', undefined],
    [undefined, undefined],
  ])('of %s has passkeys for %s', (origin, rpId) => {
    expect(passkeySiteOf(origin)?.rpId).toBe(rpId);
  });
});

describe('concurrent uses', () => {
  it.each(['totp', 'recovery', 'passkey'] as const)('of one %s proof succeed once', async (kind) => {
    const room = await startOwner();
    const { secret, codes } = await room.addTotp();
    const key = await add(room, 'Key', { kind: 'recovery', text: codes[9] ?? '' });
    const proofs = {
      totp: () => room.nextCode(secret),
      recovery: () => ({ kind: 'recovery', text: codes[0] ?? '' }) as const,
      passkey: (options: string) => assertion(key.authenticator.get(options)),
    };
    const proof = proofs[kind](optionsIn(await room.login()));
    const all = await Promise.all([1, 2, 3, 4].map(() => room.login(proof)));
    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
    expect(all.filter((one) => !one.ok && one.error.code === CODE.factorNeeded)).toHaveLength(3);
    // Checked at the same time, used up one after the other.
    const next = proofs[kind](optionsIn(await room.login()));
    if (kind === 'recovery') return;
    const grants = await Promise.all(
      [1, 2].map(async () => good(await room.factors.prove(room.account, next, HERE))),
    );
    const used = await Promise.all(grants.map((grant) => room.store.write(grant)));
    expect(used.filter(Boolean)).toHaveLength(1);
  });
});
