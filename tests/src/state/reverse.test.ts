import { describe, expect, it } from 'vitest';
import type { OrderRequest } from '../../../shared/bridge/worker-api.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import type { ClosedOrder, Position } from '../../../shared/domain/order.ts';
import { price } from '../../../shared/domain/price.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { err, LOCAL_CODE, ok, type Result, refusal } from '../../../shared/result.ts';
import { reverse } from '../../../src/state/reverse.ts';
import { aClosed, aPosition } from '../../helpers/orders.ts';

const position = aPosition({ id: 5, openPrice: 108_512, stopLoss: 108_000 });
const closed = aClosed({ id: 5, openPrice: 108_512, stopLoss: 108_000, closePrice: 108_600 });
const opened = aPosition({ id: 6, side: 'sell', openPrice: 108_512 });

const refused = (code: number): Result<never> => err(refusal(code, 'why'));

/** Reverses with these answers; the close takes `closeMs`, and then this account is signed in. */
async function run(closing: Result<ClosedOrder>, opening: Result<Position>, closeMs = 0, account = 42) {
  let nowMs = 0;
  const sent: string[] = [];
  const requests: OrderRequest[] = [];
  const outcome = await reverse(
    {
      async close(id) {
        sent.push(`close ${id}`);
        nowMs += closeMs;
        return closing;
      },
      async submit(request, key) {
        sent.push(key);
        requests.push(request);
        return opening;
      },
      newCid: () => 'cid-of-the-second',
      wallMs: () => nowMs,
      account: () => (sent.length === 0 ? 42 : account),
      tolerance: () => 5,
    },
    position,
    price(108_590),
  );
  return { outcome, sent, requests };
}

const UNKNOWN = [LOCAL_CODE.unknown, LOCAL_CODE.workerLost, LOCAL_CODE.malformed, CODE.internal];
const REFUSED = [LOCAL_CODE.offline, CODE.marketClosed, CODE.conflict, CODE.notFound, CODE.cidSealed];
const NOT_UNKNOWN = expect.stringMatching(/refused|not-executed/);

describe('reversing a position', () => {
  it('closes it, then opens its lots on the other side at the price that was seen, without stops', async () => {
    const { outcome, sent, requests } = await run(ok(closed), ok(opened));
    expect(outcome).toEqual({ closed, opening: { status: 'executed', order: opened } });
    expect(sent).toEqual(['close 5', 'reverse 5']);
    expect(requests).toEqual([
      {
        cid: 'cid-of-the-second',
        instrumentId: 1,
        side: 'sell',
        volume: 1_000,
        multiple: 100,
        kind: { type: 'market', seenPrice: 108_590, deviationPoints: 54 },
      },
    ]);
  });

  it('opens only as many lots as were closed', async () => {
    const { requests } = await run(ok({ ...closed, volume: volume(400) }), ok(opened));
    expect(requests[0]?.volume).toBe(400);
  });

  it.each(REFUSED)('sends nothing more when the close is refused with %i', async (code) => {
    const { outcome, sent } = await run(refused(code), ok(opened));
    expect(outcome).toMatchObject({ closing: { status: NOT_UNKNOWN, error: { code } } });
    expect(sent).toEqual(['close 5']);
  });

  it.each(UNKNOWN)('sends nothing more when nobody knows whether it was closed (%i)', async (code) => {
    const { outcome, sent } = await run(refused(code), ok(opened));
    expect(outcome).toMatchObject({ closing: { status: 'unknown' } });
    expect(sent).toEqual(['close 5']);
  });

  it.each([...REFUSED, CODE.notEnoughMargin, CODE.priceMoved])(
    'says that it is closed and why the other side is not open (%i)',
    async (code) => {
      const { outcome } = await run(ok(closed), refused(code));
      expect(outcome).toMatchObject({ closed, opening: { status: NOT_UNKNOWN, error: { code } } });
    },
  );

  it.each(UNKNOWN)('says that it is closed and that the other side may be open (%i)', async (code) => {
    const { outcome } = await run(ok(closed), refused(code));
    expect(outcome).toMatchObject({ closed, opening: { status: 'unknown' } });
  });

  it('opens nothing when the close took longer than a command is valid', async () => {
    const { outcome, sent } = await run(ok(closed), ok(opened), 10_001);
    expect(outcome).toMatchObject({
      closed,
      opening: { status: 'not-executed', error: { code: CODE.cidSealed } },
    });
    expect(sent).toEqual(['close 5']);
  });

  it('opens nothing in the account that was signed in meanwhile', async () => {
    const { outcome, sent } = await run(ok(closed), ok(opened), 0, 43);
    expect(outcome).toMatchObject({
      closed,
      opening: { status: 'not-executed', error: { code: CODE.cidSealed } },
    });
    expect(sent).toEqual(['close 5']);
  });
});
