import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { timestampMs } from '../../../shared/domain/time.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { chosenAddress } from '../../helpers/chosen-database.ts';
import { INSTRUMENTS, START, startDealing, ticket } from '../../helpers/dealing.ts';
import { createChance } from '../../sim/chance.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 4);
const ACCOUNTS = 12;
const COMMANDS = 6;

/**
 * Accounts wait only for their own turn, but a decision is one synchronous step of the one process that has the data, and
 * enters the one write queue a fixed number of steps later. So orders are stored in the order of their decisions,
 * over all accounts.
 */
describe('orders of one instrument, of many accounts at once', () => {
  it('are stored, and reported, in the order of their decisions', async () => {
    const chance = createChance(18);
    const instruments = INSTRUMENTS.map((one) => ({ ...one, feeRateMillionths: 500 }));
    const dealing = await startDealing({ instruments, balance: 1_000_000 });
    const { exchange, market, events, openAccount } = dealing;
    market.tick('EURUSD', 1.2);
    // Each decision reads the time once: a clock that counts its readings numbers the decisions.
    let reading = START;
    Object.assign(market, {
      now: () => {
        reading = timestampMs(reading + 1);
        return reading;
      },
    });
    const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, openAccount));
    for (let round = 0; round < ROUNDS; round++) {
      market.tick('EURUSD', 1.2 + round / 1_000);
      const under: Promise<unknown>[] = [];
      for (let i = 0; i < ACCOUNTS * COMMANDS; i++) {
        const account = chance.pick(accounts);
        if (account === undefined) continue;
        const working = await exchange.working(account);
        const position = chance.happens(0.4) ? chance.pick(working) : undefined;
        const cid = chance.happens(0.5) ? `sequence-${round}-${i}` : undefined;
        if (position !== undefined) {
          const part = chance.happens(0.3) ? volume(100) : undefined;
          under.push(exchange.close(account, position.id, cid, part));
        } else {
          // Including refused orders: they take a number too, and are not stored.
          const lots = chance.pick([0.01, 0.05, 0.015, 999]) ?? 0.01;
          const order = ticket('EURUSD', 'buy', { lots, ...(cid === undefined ? {} : { cid }) });
          under.push(exchange.submit(account, order));
        }
        if (chance.happens(0.2)) await Promise.resolve();
        if (chance.happens(0.02)) await new Promise((resolve) => setImmediate(resolve));
      }
      await Promise.all(under);
    }
    const told = events
      .flatMap(({ orders }) => orders.slice(0, 1))
      .map((order) => ('closedAt' in order ? order.closedAt : order.createdAt));
    expect(told.length).toBeGreaterThan(ROUNDS * ACCOUNTS);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    await dealing.stop();
    if ((await chosenAddress(dealing.dataDir)) !== undefined) return;
    const database = new DatabaseSync(join(dealing.dataDir, 'pipstream.db'), { readOnly: true });
    const stored = database.prepare("SELECT at FROM postings WHERE kind <> 'opening' ORDER BY id").all();
    database.close();
    const times = stored.map(({ at }) => Number(at));
    // A close without profit or loss posts nothing.
    expect(times.length).toBeGreaterThan(ROUNDS * ACCOUNTS);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});
