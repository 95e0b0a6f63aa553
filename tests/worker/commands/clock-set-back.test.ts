import { expect, test } from 'vitest';
import { timestampMs } from '../../../shared/domain/time.ts';
import { COMMAND_DEADLINE_MS } from '../../../shared/limits.ts';
import { err, LOCAL_CODE } from '../../../shared/result.ts';
import { ask } from '../../../worker/commands/ask.ts';
import { workerEnv } from '../../../worker/env.ts';
import type { Http } from '../../../worker/http.ts';

const HOUR_MS = 3_600_000;

test('a command ends at its deadline although the phone’s clock is set back meanwhile', async () => {
  let nowMs = 10 * HOUR_MS;
  let passedMs = 0;
  let tries = 0;
  const pass = (ms: number) => {
    nowMs += ms;
    passedMs += ms;
  };
  const env = {
    ...workerEnv(),
    now: () => timestampMs(nowMs),
    random: () => 0.5,
    after(delayMs: number, run: () => void) {
      pass(delayMs);
      queueMicrotask(run);
      return () => {};
    },
  };
  const http = {
    token: () => 'a-token',
    decoder: () => err,
    async call() {
      if (++tries === 3) nowMs -= HOUR_MS;
      if (tries > 1_000) throw new Error('it goes on for ever');
      return err({ kind: 'unanswered', reason: 'network' });
    },
  } as unknown as Http;
  const request = { currencyId: 1, amount: '1', memo: '', methodId: 1, cid: 'one-intent-1' };
  const answer = await ask(env, http, 'draw', request);
  expect(answer).toMatchObject({ ok: false, error: { code: LOCAL_CODE.unknown } });
  expect(passedMs).toBeLessThanOrEqual(COMMAND_DEADLINE_MS);
});
