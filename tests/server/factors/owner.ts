import { Secret, TOTP } from 'otpauth';
import type { Proof } from '../../../server/accounts/read-proof.ts';
import type { FactorOwner } from '../../../server/factors/factors.ts';
import type { Visitor } from '../../../server/visitor.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { good } from '../../helpers/dealing.ts';
import { ANN, PASSWORD, type PeopleOptions, startPeople, visitor } from '../../helpers/people.ts';

export const HERE: Visitor = { ...visitor('203.0.113.7'), origin: 'http://localhost', language: 'en' };
export const THERE = { ...visitor('198.51.100.9'), origin: 'http://localhost' };
const STEP_MS = 30_000;

export type Owner = Awaited<ReturnType<typeof startOwner>>;

/** Ann, with her factors. */
export async function startOwner(options: PeopleOptions = {}) {
  const rooms = await startPeople(options);
  const { accounts, factors, clock, store } = rooms;
  await rooms.join(ANN);
  const { token } = good(await accounts.login(ANN, PASSWORD));
  const session = await accounts.session(token);
  if (session === undefined) throw new Error('Ann is not there');
  const account = session.accountId;
  const owner: FactorOwner = { account, label: ANN.value, visitor: HERE };
  const permission = async () => good(await accounts.checkPassword(session, PASSWORD));

  /** As the owner's phone has it, whose clock is the machine's. */
  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.wall() });
  return {
    ...rooms,
    session,
    account,
    owner,
    permission,
    codeOf,
    /** @returns the secret, and the recovery codes of a first factor */
    async addTotp(proof?: Proof) {
      const { secret } = good(await factors.beginTotp(owner, await permission(), proof));
      const codes = good(await factors.confirmTotp(owner, codeOf(secret)));
      return { secret, codes };
    },
    /** The code of the next step: those before it may be used. */
    nextCode(secret: string): Proof {
      clock.advance(STEP_MS);
      return { kind: 'totp', text: codeOf(secret) };
    },
    login: (proof?: Proof, from = HERE, password = PASSWORD) => accounts.login(ANN, password, from, proof),
    /** Uses a proof up, as a step does. @returns whether it was accepted */
    async spend(proof: Proof): Promise<boolean> {
      const proven = await factors.prove(account, proof, HERE);
      return proven.ok && store.write(proven.value);
    },
  };
}

export const needed = (...factors: readonly string[]) => ({
  ok: false,
  error: { code: CODE.factorNeeded, facts: { factors } },
});
export const wrongProof = (...factors: readonly string[]) => ({
  ok: false,
  error: { code: CODE.factorNeeded, facts: { factors, reason: 'wrongFactor' } },
});
