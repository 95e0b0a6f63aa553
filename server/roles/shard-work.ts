import type { AccountId } from '../../shared/domain/account.ts';
import type { Alerts } from '../alerts/alerts.ts';
import type { Bus } from '../bus/bus.ts';
import type { createCallServer } from '../cluster/calls/call-server.ts';
import { subjectOfShard } from '../cluster/calls/messages.ts';
import { publishBegin } from '../cluster/events.ts';
import { COMMON_SHARD, shardOf } from '../cluster/shards.ts';
import type { Exchange } from '../exchange/exchange.ts';

interface ShardWorkDeps {
  readonly bus: Bus;
  readonly exchange: Pick<Exchange, 'take' | 'release'>;
  readonly alerts: Pick<Alerts, 'start' | 'stop'>;
  readonly calls: ReturnType<typeof createCallServer>;
  /** Runs operator's steps about accounts of a shard. @returns stop */
  readonly serveSteps: (shard: number) => () => void;
  /** Changed here: the shards of accounts that are dealt for. */
  readonly dealt: Set<number>;
}

/** What a dealer does for shards from when it holds them until it gives them back. */
export function createShardWork({ bus, exchange, alerts, calls, serveSteps, dealt }: ShardWorkDeps) {
  const serving = new Map<number, () => void>();
  /** The gateways send the calls of these shards again. */
  const closing = new Set<number>();
  let isJudging = false;

  const serve = (shard: number): void => {
    if (serving.has(shard)) return;
    const stops = [calls.serve(subjectOfShard(shard)), serveSteps(shard)];
    serving.set(shard, () => {
      for (const stop of stops) stop();
    });
  };
  const close = (shards: Iterable<number>): void => {
    for (const shard of shards) {
      serving.get(shard)?.();
      serving.delete(shard);
    }
  };
  // What was stored while the broker was away, or that this process deals at all, was not published.
  const stopAnnouncing = bus.onGap(() =>
    publishBegin(bus, new Set([...dealt, ...serving.keys(), ...closing])),
  );
  const ofThem = (shards: ReadonlySet<number>) => (account: AccountId) => shards.has(shardOf(account));

  return {
    isClosing: (shard: number): boolean => closing.has(shard),
    async begin(shards: ReadonlySet<number>, wereOrphans: boolean): Promise<void> {
      for (const shard of shards) if (shard !== COMMON_SHARD) dealt.add(shard);
      await exchange.take(ofThem(shards));
      if (shards.has(COMMON_SHARD) && !isJudging) {
        await alerts.start();
        isJudging = true;
      }
      for (const shard of shards) serve(shard);
      // What their holder had stored last may not have been published.
      if (wereOrphans) publishBegin(bus, shards);
      await bus.flush();
    },
    async end(shards: ReadonlySet<number>): Promise<void> {
      for (const shard of shards) closing.add(shard);
      await calls.idle();
      await exchange.release(ofThem(shards), () => {
        for (const shard of shards) dealt.delete(shard);
      });
      close(shards);
      // Everything that was stored is published before the next holder publishes more.
      await bus.flush();
      for (const shard of shards) closing.delete(shard);
    },
    /** Takes no more calls. */
    close: () => close([...serving.keys()]),
    stop() {
      stopAnnouncing();
      return isJudging ? alerts.stop() : undefined;
    },
  };
}
