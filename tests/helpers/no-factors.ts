import type { ProofCheck } from '../../server/accounts/read-proof.ts';
import { ok } from '../../shared/result.ts';

/** For exchanges whose accounts have no second factor. */
export const NO_FACTORS: ProofCheck = {
  prove: async () => ok(async () => true),
  refuse: () => Promise.reject(new Error('there is no factor')),
};
