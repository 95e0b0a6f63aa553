import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import type { Clock } from '../../server/clock.ts';
import type { Letter } from '../../server/outbox/mailer.ts';
import type { PaymentsDeps } from '../../server/payments/payments.ts';
import { systemRandom } from '../../server/random.ts';
import type { Store } from '../../server/store/store.ts';
import { openKey } from '../../server/verification/key.ts';
import { createVerification } from '../../server/verification/verification.ts';
import { ROOMY_CODES } from './people.ts';

interface Place {
  readonly store: Store;
  readonly clock: Clock;
  readonly dataDir: string;
}

/** The real codes for payout addresses, with the letters that were sent. */
export function payoutCodes({ store, clock, dataDir }: Place, payoutHoldMs = 0) {
  const letters: Letter[] = [];
  const verification = createVerification({
    store,
    clock,
    random: systemRandom,
    key: openKey(dataDir, systemRandom),
    outbox: { send: (letter) => void letters.push(letter) },
    asksCaptcha: false,
    limits: { ...ROOMY_CODES, perContact: 100 },
  });
  const deps: Pick<PaymentsDeps, 'verification' | 'payoutHoldMs'> = { verification, payoutHoldMs };
  return { deps, letters };
}

/** A TRC20 address with the right checksum. */
export const tronAddress = (n = 0): string =>
  createBase58check(sha256).encode(Uint8Array.of(0x41, ...Array(18).fill(7), n >> 8, n & 255));
