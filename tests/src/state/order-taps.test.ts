import { describe, expect, test } from 'vitest';
import type { OrderRequest } from '../../../shared/bridge/worker-api.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { price } from '../../../shared/domain/price.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { err, LOCAL_CODE, refusal } from '../../../shared/result.ts';
import { outcomeOf } from '../../../src/state/command-outcome.ts';
import { createTapLog } from '../../../src/state/order-taps.ts';

const request = (cid: string): OrderRequest => ({
  cid,
  instrumentId: instrumentId(1),
  side: 'buy',
  volume: volume(100),
  multiple: 100,
  kind: { type: 'market', seenPrice: price(108_512), deviationPoints: 10 },
});

const refused = outcomeOf(err(refusal(CODE.priceMoved)));

function logOf(most: number, ...cids: readonly string[]) {
  const log = createTapLog(most);
  for (const [at, cid] of cids.entries()) log.add(request(cid), { status: 'sent' }, timestampMs(at));
  return {
    ...log,
    seen: () => log.taps.value.map(({ cid, fate }) => `${cid} ${fate.status}`),
  };
}

describe('the list of taps', () => {
  test('has the newest first, each with the fate it got, in whatever order the answers come', () => {
    const log = logOf(10, 'a', 'b', 'c');
    log.settle('c', refused);
    log.settle('a', refused);
    expect(log.seen()).toEqual(['c refused', 'b sent', 'a refused']);
    log.settle('of another page', refused);
    expect(log.seen()).toHaveLength(3);
  });

  test('is bounded, and never drops a tap whose fate is still to come', () => {
    const log = logOf(2, 'a', 'b');
    log.settle('b', refused);
    log.add(request('c'), { status: 'ignored' }, timestampMs(9));
    log.add(request('d'), { status: 'ignored' }, timestampMs(9));
    expect(log.seen()).toEqual(['d ignored', 'c ignored', 'a sent']);
    log.settle('a', refused);
    log.add(request('e'), { status: 'sent' }, timestampMs(9));
    expect(log.seen()).toEqual(['e sent', 'd ignored']);
  });

  test('keeps what is under way when it is cleared by hand, and nothing for another account', () => {
    const log = logOf(10, 'a', 'b', 'c');
    log.settle('a', outcomeOf(err(refusal(LOCAL_CODE.unknown))));
    log.settle('b', refused);
    log.clear();
    expect(log.seen()).toEqual(['c sent', 'a unknown']);
    log.forget();
    expect(log.seen()).toEqual([]);
  });
});

describe('the fate of a tap', () => {
  test.each([
    [CODE.notEnoughMargin, 'refused'],
    [CODE.priceMoved, 'refused'],
    [LOCAL_CODE.offline, 'not-executed'],
    [CODE.cidSealed, 'not-executed'],
    [LOCAL_CODE.workerLost, 'unknown'],
    [CODE.internal, 'unknown'],
  ] as const)('after code %s is %s', (code, status) => {
    expect(outcomeOf(err(refusal(code))).status).toBe(status);
  });
});
