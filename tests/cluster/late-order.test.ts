import { describe, expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { CODE } from '../../shared/contract/codes.ts';
import { natsMissing } from '../helpers/nats.ts';
import { BITCOIN, PATIENT } from '../helpers/parts.ts';
import { postgresMissing, usePostgres } from '../helpers/postgres.ts';
import { startTakenOver } from '../helpers/taken-over.ts';

const VALID_MS = 1_000;
const LONG_MS = 60_000;

describe.skipIf(natsMissing !== undefined || postgresMissing !== undefined)('orders and closes', () => {
  const postgres = usePostgres();

  it('that come to a dealer while it is stopped are not executed when they are late, and others are', async () => {
    const { ask, pair } = await startTakenOver(postgres);
    const submitting = (cid: string, validMs: number) =>
      `/v1/api/forex/submit?type=1&cont=0.01&forex_id=${BITCOIN}&status=1&multiple=10&cid=${cid}&seen_at=${systemClock.now()}&valid_ms=${validMs}`;
    const held = await ask(submitting('held-before', LONG_MS));
    expect(held.code).toBe(CODE.success);
    const close = (cid: string, validMs: number) =>
      ask(
        `/v1/api/forex/close?id=${held.data.Id}&cid=${cid}&seen_at=${systemClock.now()}&valid_ms=${validMs}`,
      );
    const { holder } = await pair();

    holder.send('SIGSTOP');
    const sentAt = systemClock.now();
    const lateOrder = submitting('late-order', VALID_MS);
    const late = [ask(lateOrder), close('late-close', VALID_MS)];
    const inTime = ask(submitting('order-in-time', LONG_MS));
    await expect.poll(() => systemClock.now() > sentAt + 2 * VALID_MS, PATIENT).toBe(true);
    holder.send('SIGCONT');
    for (const answer of await Promise.all(late)) expect(answer.code).toBe(CODE.priceMoved);
    const opened = await inTime;
    expect(opened.code).toBe(CODE.success);
    // Finally: the same command is refused again.
    expect((await ask(lateOrder)).code).toBe(CODE.priceMoved);
    const { data } = await ask('/v1/api/forex/my_deal?status=1&page=1');
    expect(data.data.map(({ Id }: { readonly Id: number }) => Id)).toEqual([opened.data.Id, held.data.Id]);
  }, 300_000);
});
