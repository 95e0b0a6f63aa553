import { describe, expect, it } from 'vitest';
import type { Proof } from '../../../server/accounts/read-proof.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { codeOf, good } from '../../helpers/dealing.ts';
import { ANN, PASSWORD } from '../../helpers/people.ts';
import { HERE, needed, type Owner, startOwner, wrongProof } from './owner.ts';

const NEW = 'an entirely new horse';

const amend = (
  { membership, session }: Owner,
  by: { readonly old?: string; readonly code?: string },
  proof?: Proof,
  password = NEW,
) =>
  membership.amendPassword(
    session,
    { password, old: by.old, code: by.code, channel: undefined, proof },
    HERE,
  );

describe('a new password of an account with a second factor', () => {
  it('needs a proof beside the current one, after it was right', async () => {
    const ann = await startOwner();
    const { secret } = await ann.addTotp();
    const proof = ann.nextCode(secret);
    expect(codeOf(await amend(ann, { old: 'wrong' }, proof))).toBe(CODE.wrongCredentials);
    expect(await amend(ann, { old: PASSWORD })).toMatchObject(needed('totp', 'recovery'));
    expect(await amend(ann, { old: PASSWORD }, { kind: 'totp', text: '1' })).toMatchObject(
      wrongProof('totp', 'recovery'),
    );
    expect(await ann.login(undefined, HERE, NEW)).toMatchObject({ error: { code: CODE.wrongCredentials } });
    good(await amend(ann, { old: PASSWORD }, proof));
    expect(await ann.login(proof, HERE, NEW)).toMatchObject(wrongProof('totp', 'recovery'));
    expect(await ann.login(ann.nextCode(secret), HERE, NEW)).toMatchObject({ ok: true });
  });

  it('needs a proof beside a code that was sent, which is not used up before', async () => {
    const ann = await startOwner();
    const { secret } = await ann.addTotp();
    const code = await ann.codeFor(ANN, 'password');
    expect(await amend(ann, { code })).toMatchObject(needed('totp', 'recovery'));
    good(await amend(ann, { code }, ann.nextCode(secret)));
  });

  it('does not count a right current one as a try while the proof is asked for', async () => {
    const ann = await startOwner();
    const { secret } = await ann.addTotp();
    for (let i = 0; i < 7; i++)
      expect(await amend(ann, { old: PASSWORD })).toMatchObject(needed('totp', 'recovery'));
    good(await amend(ann, { old: PASSWORD }, ann.nextCode(secret)));
  });

  it('is set once by one proof in several requests at once', async () => {
    const ann = await startOwner();
    const { secret } = await ann.addTotp();
    const proof = ann.nextCode(secret);
    const all = await Promise.all([1, 2, 3].map((i) => amend(ann, { old: PASSWORD }, proof, `${NEW} ${i}`)));
    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('needs none where a forgotten one is replaced: that opens no session', async () => {
    const ann = await startOwner();
    await ann.addTotp();
    const code = await ann.codeFor(ANN, 'password');
    good(await ann.membership.forgetPassword({ contact: ANN, password: NEW, repeated: NEW, code }));
    expect(await ann.login(undefined, HERE, NEW)).toMatchObject(needed('totp', 'recovery'));
  });
});
