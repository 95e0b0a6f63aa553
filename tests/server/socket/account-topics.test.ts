import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccountSnapshot } from '../../../server/exchange/account-reads.ts';
import { createAccountTopics } from '../../../server/socket/account-topics.ts';
import type { Subscription, Topic } from '../../../server/socket/audience.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { orderId } from '../../../shared/domain/order.ts';
import { START } from '../../helpers/dealing.ts';

/*
 * The private topics where another process deals: its events come late, in any order or not at all, and a snapshot may be
 * ahead of them. The balance of a frame here is the number of the change that it shows.
 */

interface Shown {
  readonly seq: number;
  readonly n: number;
}

const ACCOUNT = 7 as AccountId;
const figuresAt = (n: number) => ({ balance: moneyFromWire(n), lockBalance: moneyFromWire(0) });
const turn = () => new Promise((resolve) => setImmediate(resolve));

function scene() {
  let stored = 0;
  const requested = new Set<{ flush(): boolean }>();
  const reads: { take(): void; answer(): void }[] = [];
  const snapshot = () =>
    new Promise<AccountSnapshot>((resolve) => {
      let n: number | undefined;
      const take = () => {
        n ??= stored;
      };
      reads.push({
        take,
        answer() {
          take();
          resolve({ n: n ?? 0, orders: [], figures: figuresAt(n ?? 0) });
        },
      });
    });
  const flusher = {
    request: (topic: { flush(): boolean }) => void requested.add(topic),
    requestLater: (topic: { flush(): boolean }) => void requested.add(topic),
    stop: () => undefined,
  };
  const topics = createAccountTopics(
    ACCOUNT,
    {
      market: { wall: () => START },
      exchange: { snapshot, mark: () => undefined },
      chat: { latest: async () => [] },
      alerts: { list: async () => [] },
      flusher,
      onFault: (_, error) => expect.unreachable(String(error)),
    },
    () => undefined,
  );
  const join = <T>(topic: Topic, show: (data: never) => T) => {
    const frames: (T & { readonly seq: number })[] = [];
    const one: Subscription = {
      topicJson: '""',
      counter: { seq: 0 },
      state: 'new',
      sink: {
        bufferedBytes: () => 0,
        send(head, body) {
          const { seq, data } = JSON.parse(head + body.toString());
          frames.push({ seq, ...show(data as never) });
        },
      },
    };
    topic.audience.add(one);
    flusher.request(topic);
    return frames;
  };
  return {
    store: () => ++stored,
    stored: () => stored,
    tell: (n: number) =>
      topics.publish({ accountId: ACCOUNT, n, orders: [], closedIds: [orderId(n)], account: figuresAt(n) }),
    joinTrade: () =>
      join(topics.trade, ({ account }: { account: { balance: number } }) => ({ n: account.balance })),
    joinClosed: () => join(topics.closed, ({ ids }: { ids: number[] }) => ({ ids })),
    flush() {
      const now = [...requested];
      requested.clear();
      for (const topic of now) if (topic.flush()) requested.add(topic);
    },
    reads,
    async answer() {
      reads.shift()?.answer();
      await turn();
    },
    isIdle: () => requested.size === 0 && reads.length === 0,
  };
}

describe('the private topics of an account that another process deals for', () => {
  it('drop an event that the snapshot has, and show the next', async () => {
    const { store, tell, joinTrade, joinClosed, flush, answer } = scene();
    store();
    store();
    const [trade, closed] = [joinTrade(), joinClosed()];
    flush();
    await answer();
    tell(1);
    tell(2);
    tell(store());
    expect(trade).toEqual([
      { seq: 1, n: 2 },
      { seq: 2, n: 3 },
    ]);
    // What is closed stays closed.
    expect(closed.map(({ ids }) => ids)).toEqual([[], [1], [2], [3]]);
  });

  it('read again when an event is missing, and show a gap', async () => {
    const { store, tell, joinTrade, joinClosed, flush, answer } = scene();
    const [trade, closed] = [joinTrade(), joinClosed()];
    flush();
    await answer();
    tell(store());
    store();
    tell(store());
    flush();
    await answer();
    expect(trade).toEqual([
      { seq: 1, n: 0 },
      { seq: 2, n: 1 },
      { seq: 4, n: 3 },
    ]);
    expect(closed).toEqual([
      { seq: 1, ids: [] },
      { seq: 2, ids: [1] },
      { seq: 4, ids: [] },
    ]);
  });

  it('read an account once for topics that are joined together', async () => {
    const { joinTrade, joinClosed, flush, reads } = scene();
    joinTrade();
    joinClosed();
    flush();
    await turn();
    expect(reads).toHaveLength(1);
  });

  it('read again for one that has seen more than a read which others began', async () => {
    const { store, tell, joinTrade, flush, reads, answer } = scene();
    const trade = joinTrade();
    flush();
    await answer();
    joinTrade();
    flush();
    reads[0]?.take();
    tell(store());
    store();
    tell(store());
    await answer();
    flush();
    await answer();
    expect(trade).toEqual([
      { seq: 1, n: 0 },
      { seq: 2, n: 1 },
      { seq: 4, n: 3 },
    ]);
  });

  it('never go back, and hide no missing change, whatever comes when', async () => {
    const action = fc.oneof(
      { weight: 4, arbitrary: fc.constant({ do: 'store' as const, at: 0 }) },
      { weight: 4, arbitrary: fc.record({ do: fc.constant('tell' as const), at: fc.nat(3) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const), at: fc.nat(3) }) },
      { weight: 1, arbitrary: fc.constant({ do: 'join' as const, at: 0 }) },
      { weight: 2, arbitrary: fc.constant({ do: 'flush' as const, at: 0 }) },
      { weight: 2, arbitrary: fc.constant({ do: 'take' as const, at: 0 }) },
      { weight: 2, arbitrary: fc.constant({ do: 'answer' as const, at: 0 }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 60 }), async (actions) => {
        const { store, stored, tell, joinTrade, flush, reads, answer, isIdle } = scene();
        const readers: Shown[][] = [joinTrade()];
        const onTheWay: number[] = [];
        for (const { do: what, at } of actions) {
          if (what === 'store') onTheWay.push(store());
          if (what === 'join') readers.push(joinTrade());
          if (what === 'flush') flush();
          if (what === 'take') reads[0]?.take();
          if (what === 'answer') await answer();
          if (what !== 'tell' && what !== 'lose') continue;
          for (const n of onTheWay.splice(at % Math.max(1, onTheWay.length), 1)) if (what === 'tell') tell(n);
        }
        for (const n of onTheWay) tell(n);
        tell(store());
        while (!isIdle()) {
          flush();
          await answer();
        }
        for (const frames of readers) {
          expect(frames.at(-1)?.n).toBe(stored());
          for (const [at, { seq, n }] of frames.entries()) {
            const before = frames[at - 1];
            if (before === undefined) continue;
            expect(n).toBeGreaterThanOrEqual(before.n);
            if (seq === before.seq + 1) expect(n).toBe(before.n + 1);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
