import { describe, expect, it } from 'vitest';
import { orderRepository } from '../../../../server/exchange/order-repository.ts';
import { storedReply } from '../../../../server/exchange/reply.ts';
import type { StoreOptions } from '../../../../server/store/store.ts';
import { CODE } from '../../../../shared/contract/codes.ts';
import { dealAndKill } from '../../../helpers/child.ts';
import { codeOf, type Dealing, good, startDealing, startTrading, ticket } from '../../../helpers/dealing.ts';
import { postgresMissing, usePostgres } from '../../../helpers/postgres.ts';
import { settingsOf } from '../../../helpers/postgres-server.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 2);
const ANSWERS_BEFORE_KILL = 30;

type Place = Required<Pick<StoreOptions, 'dataDir' | 'database'>> & { readonly address: string };

describe.skipIf(postgresMissing)('trading on PostgreSQL', () => {
  const postgres = usePostgres();
  const newPlace = async (): Promise<Place> => {
    const address = await postgres.database();
    return { dataDir: temporaryFolder(), address, database: settingsOf(address) };
  };

  it('books its orders, and continues after a restart', async () => {
    const place = await newPlace();
    const first = await startDealing(place);
    const account = await first.openAccount();
    first.market.tick('EURUSD', 1.2);
    const held = good(await first.exchange.submit(account, ticket('EURUSD', 'buy', { stopLoss: 1.19 })));
    const waiting = good(await first.exchange.submit(account, ticket('EURUSD', 'buy', { target: 1.1 })));
    const split = good(
      await first.exchange.close(account, held.id, 'half-of-it-1', (held.volume / 4) as never),
    );
    first.market.tick('EURUSD', 1.205);
    await first.stop();
    const second = await startDealing(place);
    const working = await second.exchange.working(account);
    expect(working.map(({ id, status }) => [id, status])).toEqual([
      [held.id, 'open'],
      [waiting.id, 'pending'],
    ]);
    second.market.tick('EURUSD', 1.185);
    await second.settled(account);
    const { orders, total } = await second.exchange.deals(account, 'closed', 1);
    expect([total, ...orders.map(({ id }) => id).toSorted()]).toEqual([2, held.id, split.id]);
  });

  it('spends a balance once for any number of parallel orders', async () => {
    const dealing = await startDealing({ ...(await newPlace()), balance: 2_500 });
    const account = await dealing.openAccount();
    dealing.market.tick('EURUSD', 1.2);
    const asked = Array.from({ length: 50 }, () => dealing.exchange.submit(account, ticket('EURUSD', 'buy')));
    const codes = (await Promise.all(asked)).map(codeOf);
    expect(codes.filter((code) => code === 1)).toHaveLength(2);
    expect(codes.filter((code) => code === CODE.notEnoughMargin)).toHaveLength(48);
  });

  it('opens one order for one cid, however often it arrives', async () => {
    const place = await newPlace();
    const dealing = await startTrading(place);
    const { account } = dealing;
    const order = ticket('EURUSD', 'buy', { cid: 'the-same-intent' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => dealing.exchange.submit(account, order)),
    );
    const ids = [...new Set(answers.map((answer) => good(answer).id))];
    expect(ids).toHaveLength(1);
    await dealing.stop();
    const again = await startDealing(place);
    again.market.tick('EURUSD', 1.3);
    expect(good(await again.exchange.submit(account, order)).id).toBe(ids[0]);
    expect(await again.exchange.working(account)).toHaveLength(1);
  });

  it('loses no answer, and leaves no order half done, when the process is killed', async () => {
    const place = await newPlace();
    const first = await startDealing(place);
    const account = await first.openAccount();
    await first.stop();
    const opened = new Map<number, string>();
    const closed = new Set<number>();
    for (let round = 0; round < ROUNDS; round++) {
      for (const line of await dealAndKill(
        [place.dataDir, String(account), String(round), place.address],
        ANSWERS_BEFORE_KILL,
      )) {
        const [what, id, cid = ''] = line.split(' ');
        if (what === 'opened') opened.set(Number(id), cid);
        if (what === 'closed') closed.add(Number(id));
      }
    }
    const after = await startDealing(place);
    await expectKept(after, account, opened, closed);
    const { total } = await after.exchange.deals(account, 'closed', 1);
    const held = await after.exchange.working(account);
    // At most as many unanswered orders exist as were in flight at once.
    expect(held.length + total - opened.size).toBeLessThanOrEqual(3 * ROUNDS);
  });

  it('loses no answer, and continues, when the database ends its connections', async () => {
    const place = await newPlace();
    const dealing = await startTrading({ ...place, sound: 'books' });
    const { account } = dealing;
    const opened = new Map<number, string>();
    let stopped = false;
    const lane = async (name: string) => {
      for (let i = 0; !stopped; i++) {
        const cid = `lane-${name}-order-${i}`;
        // A rejection is an unknown outcome: the same cid is sent again until it is known, as in the app.
        const answer = await dealing.exchange
          .submit(account, ticket('EURUSD', 'buy', { lots: 0.01, cid }))
          .catch(() => undefined);
        if (answer === undefined) i--;
        else opened.set(good(answer).id, cid);
        await new Promise((resolve) => setTimeout(resolve, answer ? 0 : 20));
      }
    };
    const lanes = ['a', 'b', 'c'].map(lane);
    for (let round = 0; round < ROUNDS; round++) {
      const reached = opened.size + 15;
      while (opened.size < reached) await new Promise((resolve) => setTimeout(resolve, 5));
      await postgres.endWriter(place.address);
    }
    const reached = opened.size + 15;
    while (opened.size < reached) await new Promise((resolve) => setTimeout(resolve, 5));
    stopped = true;
    await Promise.all(lanes);
    await expectKept(dealing, account, opened, new Set());
    const held = await dealing.exchange.working(account);
    expect(held.map(({ id }) => Number(id)).toSorted((a, b) => a - b)).toEqual(
      [...opened.keys()].toSorted((a, b) => a - b),
    );
  });
});

/** Every answered order exists under its cid, open or closed as answered. */
async function expectKept(
  { store, exchange }: Dealing,
  account: Parameters<Dealing['exchange']['submit']>[0],
  opened: ReadonlyMap<number, string>,
  closed: ReadonlySet<number>,
): Promise<void> {
  const held = new Set((await exchange.working(account)).map(({ id }) => Number(id)));
  expect(opened.size).toBeGreaterThan(0);
  for (const [id, cid] of opened) {
    const reply = await storedReply(store.read, account, { call: 'submit', cid });
    expect(reply && JSON.parse(reply.reply)).toMatchObject({ ok: true, value: { id, status: 'open' } });
    expect(await orderRepository(store.read).precision(account, id as never)).toBe(5);
    if (closed.has(id)) expect(held.has(id)).toBe(false);
  }
}
