import { expect, it } from 'vitest';
import { createLocalBus } from '../../../server/bus/local.ts';
import { COMMON_SHARD } from '../../../server/cluster/shards.ts';
import { createListeners } from '../../../server/listeners.ts';
import { createShardWork } from '../../../server/roles/shard-work.ts';
import { UnavailableError } from '../../../server/store/errors.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';

function scene() {
  const local = createLocalBus(createManualClock(0), raise);
  const gaps = createListeners<[]>();
  let isConnected = true;
  const flushed = { isWaiting: false };
  const bus = {
    ...local,
    publish: (subject: string, data: Uint8Array) => isConnected && local.publish(subject, data),
    onGap: gaps.add,
    async flush() {
      if (isConnected) return;
      flushed.isWaiting = true;
      await new Promise<void>((resolve) => {
        const stop = gaps.add(() => {
          stop();
          resolve();
        });
      });
    },
  };
  const begun: number[][] = [];
  local.subscribe('deal.begun', ({ data }) => {
    begun.push(JSON.parse(new TextDecoder().decode(data)).shards);
  });
  const nothing = async () => undefined;
  const dealt = new Set<number>();
  const judging = { starts: 0, isRefused: false };
  const work = createShardWork({
    bus,
    exchange: { take: nothing, release: async (_, stopDealing) => stopDealing() },
    alerts: {
      async start() {
        judging.starts++;
        if (judging.isRefused) throw new UnavailableError('the database cannot be reached at the moment');
      },
      stop: nothing,
    },
    calls: { size: 0, serve: () => () => undefined, idle: nothing },
    serveSteps: () => () => undefined,
    dealt,
  });
  return {
    work,
    begun,
    flushed,
    judging,
    lose() {
      isConnected = false;
    },
    regain() {
      isConnected = true;
      gaps.call();
    },
  };
}

it('tells which shards it has taken over, and all that it deals for when the broker is back', async () => {
  const { work, begun, lose, regain, flushed } = scene();
  await work.begin(new Set([1]), true);
  expect(begun).toEqual([[1]]);
  lose();
  const others = work.begin(new Set([2, COMMON_SHARD]), true);
  await expect.poll(() => flushed.isWaiting).toBe(true);
  expect(begun).toEqual([[1]]);
  regain();
  await others;
  expect(begun).toEqual([[1], [1, 2, COMMON_SHARD]]);
  await work.stop();
  regain();
  expect(begun).toHaveLength(2);
});

it('names shards whose last changes it could not tell before it gave them back', async () => {
  const { work, begun, lose, regain, flushed } = scene();
  await work.begin(new Set([1, 2]), false);
  lose();
  const ended = work.end(new Set([2]));
  await expect.poll(() => flushed.isWaiting).toBe(true);
  regain();
  expect(begun).toEqual([[1, 2]]);
  await ended;
  regain();
  expect(begun.at(-1)).toEqual([1]);
});

it('starts the alerts again when they could not be read, and then once', async () => {
  const { work, judging } = scene();
  judging.isRefused = true;
  await expect(work.begin(new Set([COMMON_SHARD]), false)).rejects.toThrow(UnavailableError);
  judging.isRefused = false;
  await work.begin(new Set([COMMON_SHARD]), false);
  await work.begin(new Set([COMMON_SHARD]), false);
  expect(judging.starts).toBe(2);
});

function raise(error: unknown): never {
  throw error;
}
