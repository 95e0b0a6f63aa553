import { codeOf } from '../../shared/domain/digits.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import type { Clock } from '../clock.ts';
import { below, type Random } from '../random.ts';
import { hashSecret, makeSecret } from '../secret.ts';
import type { Store } from '../store/store.ts';
import { drawCaptcha } from './captcha.ts';
import { GLYPHS } from './glyphs.ts';
import type { Key } from './key.ts';
import { sameText } from './verification-codes.ts';
import { verificationRepository } from './verification-repository.ts';

interface CaptchaDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly key: Key;
}

export interface Captchas {
  make(token: string): Promise<{ readonly id: string; readonly picture: string }>;
  /** Consumes the captcha, whether the answer is right or wrong. */
  solve(id: string, answer: string): Promise<boolean>;
}

const LIFETIME_MS = 5 * 60_000;
const ID_BYTES = 16;
/** The form of a captcha id; anything else needs no lookup. */
const ID = /^[\w-]{1,64}$/;
const SHORTEST = 4;
const LONGEST = 5;

export function createCaptchas({ store, clock, random, key }: CaptchaDeps): Captchas {
  const hashOf = (id: string, answer: string) => key.hash(['captcha', id, answer].join('\n'));
  const signs = Object.keys(GLYPHS);
  return {
    async make(token) {
      const length = SHORTEST + below(random, LONGEST - SHORTEST + 1);
      const text = Array.from({ length }, () => signs[below(random, signs.length)]).join('');
      const picture = await drawCaptcha(text, random);
      const id = makeSecret(random, ID_BYTES);
      await store.write(async (transaction) => {
        const verification = verificationRepository(transaction);
        const now = clock.wall();
        await verification.purge(now);
        await verification.putCaptcha({
          id,
          tokenHash: hashSecret(token),
          answerHash: hashOf(id, text),
          expiresAt: timestampMs(now + LIFETIME_MS),
        });
      });
      return { id, picture };
    },
    async solve(id, answer) {
      if (!ID.test(id)) return false;
      const found = await store.write((transaction) => verificationRepository(transaction).takeCaptcha(id));
      if (found === undefined || found.expiresAt <= clock.wall()) return false;
      return sameText(found.answerHash, hashOf(id, codeOf(answer).toUpperCase()));
    },
  };
}
