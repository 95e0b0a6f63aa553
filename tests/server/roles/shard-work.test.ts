import { expect, it } from 'vitest';
import { createLocalBus } from '../../../server/bus/local.ts';
import { createListeners } from '../../../server/listeners.ts';
import { createShardWork } from '../../../server/roles/shard-work.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';

function scene() {
  const local = createLocalBus(createManualClock(timestampMs(0)), raise);
  const gaps = createListeners<[]>();
  let isConnected = true;
  const bus = {
    ...local,
    publish: (subject: string, data: Uint8Array) => isConnected && local.publish(subject, data),
    onGap: gaps.add,
  };
  let begun = 0;
  local.subscribe('deal.begun', () => begun++);
  const nothing = async () => undefined;
  const work = createShardWork({
    bus,
    exchange: { take: nothing, release: nothing },
    alerts: { start: nothing, stop: nothing },
    calls: { size: 0, serve: () => () => undefined, idle: nothing },
    serveSteps: () => () => undefined,
    dealt: new Set(),
  });
  return {
    work,
    begun: () => begun,
    lose() {
      isConnected = false;
    },
    regain() {
      isConnected = true;
      gaps.call();
    },
  };
}

it('tells that it has taken over, also when the broker was away meanwhile', async () => {
  const { work, begun, lose, regain } = scene();
  await work.begin(new Set([1]), true);
  expect(begun()).toBe(1);
  lose();
  await work.begin(new Set([2]), true);
  expect(begun()).toBe(1);
  regain();
  expect(begun()).toBe(2);
  await work.stop();
  regain();
  expect(begun()).toBe(2);
});

function raise(error: unknown): never {
  throw error;
}
