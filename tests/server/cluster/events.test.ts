import { describe, expect, it, onTestFinished } from 'vitest';
import { sendJson } from '../../../server/bus/json-messages.ts';
import { createLocalBus } from '../../../server/bus/local.ts';
import { followEvents, publishBegin, publishEvents } from '../../../server/cluster/events.ts';
import { ALL_SHARDS, COMMON_SHARD, concerns, SHARDS, shardOf } from '../../../server/cluster/shards.ts';
import type { AccountEvent } from '../../../server/exchange/exchange.ts';
import { createListeners } from '../../../server/listeners.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { money } from '../../../shared/domain/money.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';

it('names a session that ended while the broker was away, once it is back', () => {
  const local = createLocalBus(createManualClock(0), raise);
  const gaps = createListeners<[]>();
  let isConnected = true;
  const bus = {
    ...local,
    publish: (subject: string, data: Uint8Array) => isConnected && local.publish(subject, data),
    onGap: gaps.add,
  };
  const ended = createListeners<[string]>(raise);
  onTestFinished(publishEvents(bus, { accounts: { onSessionEnded: ended.add } }));
  const told = new Set<string>();
  followEvents(local, raise).onSessionEnded((id) => told.add(id));
  ended.call('one');
  isConnected = false;
  ended.call('other');
  expect([...told]).toEqual(['one']);
  isConnected = true;
  gaps.call();
  expect([...told]).toEqual(['one', 'other']);
});

it('tells again that instruments have changed, when the broker is back', () => {
  const bus = createLocalBus(createManualClock(0), raise);
  const changed = createListeners<[]>(raise);
  onTestFinished(publishEvents(bus, { listings: { onChange: changed.add } }));
  let told = 0;
  bus.subscribe('cfg', () => {
    told++;
  });
  changed.call();
  expect(told).toBe(1);
  bus.missed();
  expect(told).toBe(2);
});

describe('what others have stored', () => {
  const account = (id: number) => id as AccountId;
  const event = (id: number): AccountEvent => ({
    accountId: account(id),
    n: 1,
    orders: [],
    closedIds: [],
    account: { balance: money(0), lockBalance: money(0) },
  });

  function scene() {
    const bus = createLocalBus(createManualClock(0), raise);
    const followed = followEvents(bus, raise);
    const events = createListeners<[AccountEvent]>(raise);
    onTestFinished(publishEvents(bus, { exchange: { onAccountEvent: events.add } }));
    return { bus, followed, publishEnded: (id: number) => events.call(event(id)) };
  }

  it('does not even decode the events of accounts that its listener leaves out', () => {
    const { bus, followed, publishEnded } = scene();
    const told: number[] = [];
    const stop = followed.onAccountEvent(
      ({ accountId }) => told.push(accountId),
      (id) => id === account(7),
    );
    publishEnded(7);
    bus.publish('acct.0.8', new TextEncoder().encode('not even JSON'));
    expect(told).toEqual([7]);
    followed.onAccountEvent(({ accountId }) => told.push(100 + accountId));
    publishEnded(7);
    expect(told).toEqual([7, 7, 107]);
    stop();
    publishEnded(7);
    expect(told).toEqual([7, 7, 107, 107]);
  });

  it('may be missing of the shards that are served again, or of all when none are named', () => {
    const { bus, followed } = scene();
    const begun: ReadonlySet<number>[] = [];
    followed.onBegun((shards) => begun.push(shards));
    publishBegin(bus, new Set([3, 5]));
    sendJson(bus, 'deal.begun', {});
    expect(begun).toEqual([new Set([3, 5]), ALL_SHARDS]);
    const mine = account(7);
    expect(concerns(new Set([shardOf(mine)]), mine)).toBe(true);
    expect(concerns(new Set([(shardOf(mine) + 1) % SHARDS]), mine)).toBe(false);
    // Its alerts.
    expect(concerns(new Set([COMMON_SHARD]), mine)).toBe(true);
  });
});

function raise(error: unknown): never {
  throw error;
}
