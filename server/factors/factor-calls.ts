import type { factorRoutes, WirePasskey } from '../../shared/contract/factors.ts';
import { ok } from '../../shared/result.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { readProof } from '../accounts/read-proof.ts';
import type { Session } from '../accounts/sessions.ts';
import type { Calls } from '../call.ts';
import type { Visitor } from '../visitor.ts';
import type { PasskeyRecord } from './factor-repository.ts';
import type { FactorOwner, Factors } from './factors.ts';

interface FactorCallDeps {
  readonly accounts: Pick<Accounts, 'checkPassword'>;
  readonly factors: Factors;
}

/** The calls that change an account's second factor. */
export const factorCalls = ({ accounts, factors }: FactorCallDeps): Calls<keyof typeof factorRoutes> => ({
  async getFactors(_, { session, visitor }) {
    const { totp, passkeys, recoveryLeft, canPasskey } = await factors.list(session.accountId, visitor);
    return ok({
      totp: totp ? 1 : 0,
      passkeys: passkeys.map(wirePasskey),
      recovery_left: recoveryLeft,
      can_passkey: canPasskey ? 1 : 0,
    });
  },

  async beginTotp({ password, ...proof }, asker) {
    const checked = await accounts.checkPassword(asker.session, password);
    return checked.ok ? factors.beginTotp(ownerOf(asker), checked.value, readProof(proof)) : checked;
  },

  async confirmTotp({ code }, asker) {
    const codes = await factors.confirmTotp(ownerOf(asker), code);
    return codes.ok ? ok({ recovery_codes: codes.value }) : codes;
  },

  removeTotp: (proof, asker) => factors.removeTotp(ownerOf(asker), readProof(proof)),

  async beginPasskey({ password, ...proof }, asker) {
    const checked = await accounts.checkPassword(asker.session, password);
    if (!checked.ok) return checked;
    const options = await factors.beginPasskey(ownerOf(asker), checked.value, readProof(proof));
    return options.ok ? ok({ options: options.value }) : options;
  },

  async addPasskey({ credential, name }, asker) {
    const codes = await factors.addPasskey(ownerOf(asker), credential, name);
    return codes.ok ? ok({ recovery_codes: codes.value }) : codes;
  },

  removePasskey: ({ id, ...proof }, asker) => factors.removePasskey(ownerOf(asker), id, readProof(proof)),

  async renewRecoveryCodes(proof, asker) {
    const codes = await factors.renewRecoveryCodes(ownerOf(asker), readProof(proof));
    return codes.ok ? ok({ recovery_codes: codes.value }) : codes;
  },
});

interface Asker {
  readonly session: Session;
  readonly visitor: Visitor;
}

const ownerOf = ({ session, visitor }: Asker): FactorOwner => ({
  account: session.accountId,
  label: session.user.email || session.user.phone || String(session.user.uid),
  visitor,
});

const wirePasskey = ({ id, name, createdAt, usedAt }: PasskeyRecord): WirePasskey => ({
  id,
  name,
  created_at: new Date(createdAt).toISOString(),
  used_at: usedAt === undefined ? '' : new Date(usedAt).toISOString(),
});
