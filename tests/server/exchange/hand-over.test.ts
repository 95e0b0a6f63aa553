import { expect, it, onTestFinished } from 'vitest';
import { ElsewhereError } from '../../../server/store/errors.ts';
import { price } from '../../../shared/domain/price.ts';
import { good, startDealing, ticket } from '../../helpers/dealing.ts';

const ALL = () => true;

it('forgets accounts that another process deals for, and acts on their orders when they are back', async () => {
  let isDealt = true;
  const dealing = await startDealing({ isDealt: () => isDealt });
  onTestFinished(() => dealing.stop());
  const { exchange, market } = dealing;
  const account = await dealing.openAccount();
  market.tick('EURUSD', 1.1);
  const order = good(await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.01, stopLoss: 1.09 })));

  await exchange.release(ALL, () => {
    isDealt = false;
  });
  market.tick('EURUSD', 1.08);
  await dealing.clock.advance(5_000);
  await expect(exchange.cancel(account, order.id)).rejects.toThrow(ElsewhereError);
  expect((await exchange.figures(account)).balance).toBeGreaterThan(0);
  expect(dealing.events.at(-1)?.closedIds).toEqual([]);

  isDealt = true;
  await exchange.take(ALL);
  await dealing.settled(account);
  expect(dealing.events.at(-1)?.closedIds).toEqual([order.id]);
  expect(dealing.errors).toEqual([]);
});

it('stores a stop that has moved before another process deals', async () => {
  let isDealt = true;
  const dealing = await startDealing({ isDealt: () => isDealt });
  onTestFinished(() => dealing.stop());
  const { exchange, market } = dealing;
  const account = await dealing.openAccount();
  market.tick('EURUSD', 1.1);
  good(await exchange.submit(account, { ...ticket('EURUSD', 'buy', { lots: 0.01 }), trailPoints: 1_000 }));
  market.tick('EURUSD', 1.2);
  await exchange.release(ALL, () => {
    isDealt = false;
  });
  const [stored] = await dealing.store.read.selectFrom('orders').select('stop_loss').execute();
  expect(stored?.stop_loss).toBe(price(119_000));
});
