import { expect, it } from 'vitest';
import { restrictionRepository } from '../../../server/accounts/restriction-repository.ts';
import { customerBar, RESTRICTIONS, type Restriction } from '../../../shared/domain/allowed.ts';
import { money } from '../../../shared/domain/money.ts';
import { priceFromWire } from '../../../shared/domain/price.ts';
import { dataFolder } from '../../helpers/data-folder.ts';
import { good, startDealing, startTrading, type Trading, ticket } from '../../helpers/dealing.ts';
import { startPayments } from '../payments/payments-scene.ts';

const restrict = (
  { exchange, account }: Pick<Trading, 'exchange' | 'account'>,
  to: Restriction | undefined,
) =>
  exchange.restrict(account, to, (transaction, at) =>
    restrictionRepository(transaction).set(account, to, at),
  );
const price = (decimal: number) => priceFromWire(decimal, 5);
const refusedFor = (reason: string) => ({ ok: false, error: { code: 4011, facts: { reason } } });

it('what a customer may do follows from the restriction', () => {
  const table = RESTRICTIONS.map((one) => [
    one,
    (['open', 'close', 'withdraw'] as const).map((wish) => customerBar(wish, one) === undefined),
  ]);
  expect(Object.fromEntries(table)).toEqual({
    'close-only': [false, true, true],
    'no-withdrawal': [true, true, false],
    blocked: [false, false, false],
  });
});

it('a customer in close-only opens nothing and closes everything', async () => {
  const trading = await startTrading();
  const { exchange, account } = trading;
  const position = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
  const waiting = good(await exchange.submit(account, ticket('EURUSD', 'buy', { target: 1.1 })));
  await restrict(trading, 'close-only');
  const again = ticket('EURUSD', 'buy', { cid: 'restricted-1' });
  expect(await exchange.submit(account, again)).toMatchObject(refusedFor('close-only'));
  expect(await exchange.amend(account, waiting.id, undefined, price(1.15))).toMatchObject(
    refusedFor('close-only'),
  );
  good(await exchange.setStops(account, position.id, { stopLoss: price(1.15) }));
  good(await exchange.close(account, position.id, undefined, undefined));
  good(await exchange.cancel(account, waiting.id));
  await restrict(trading, undefined);
  // The refusal was the reply to that tap.
  expect(await exchange.submit(account, again)).toMatchObject(refusedFor('close-only'));
  good(await exchange.submit(account, ticket('EURUSD', 'buy', { cid: 'restricted-2' })));
});

it('pending orders of a restricted customer wait, and stops go on', async () => {
  const trading = await startTrading();
  const { exchange, account, market, settled } = trading;
  good(await exchange.submit(account, ticket('EURUSD', 'buy', { stopLoss: 1.15 })));
  const waiting = good(await exchange.submit(account, ticket('EURUSD', 'buy', { target: 1.16 })));
  await restrict(trading, 'blocked');
  expect(await exchange.cancel(account, waiting.id)).toMatchObject(refusedFor('blocked'));
  market.tick('EURUSD', 1.14);
  await settled(account);
  expect(await exchange.working(account)).toMatchObject([{ id: waiting.id, status: 'pending' }]);
  await restrict(trading, undefined);
  await settled(account);
  expect(await exchange.working(account)).toMatchObject([{ status: 'open', openPrice: price(1.14) }]);
});

it('a restriction is known after a restart', async () => {
  const dataDir = dataFolder();
  const first = await startTrading({ dataDir });
  const { account } = first;
  await restrict(first, 'close-only');
  await first.stop();
  const second = await startDealing({ dataDir });
  second.market.tick('EURUSD', 1.2);
  expect(await second.exchange.submit(account, ticket('EURUSD', 'buy'))).toMatchObject(
    refusedFor('close-only'),
  );
});

it('a customer without withdrawals deals on, and is refused before anything else is asked', async () => {
  const { exchange, payments, openReal, coinMethod, market } = await startPayments();
  const account = await openReal(1_000);
  market.tick('EURUSD', 1.2);
  const { id: methodId } = await coinMethod(account);
  const asked = { currencyId: 1, methodId, amount: money(20_000_000), memo: '' };
  const held = good(await payments.withdrawals.request(account, asked));
  await restrict({ exchange, account }, 'no-withdrawal');
  expect(await payments.withdrawals.request(account, asked)).toMatchObject(refusedFor('no-withdrawal'));
  expect(await payments.withdrawals.request(account, { ...asked, methodId: 999 })).toMatchObject(
    refusedFor('no-withdrawal'),
  );
  good(await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.1 })));
  // What was asked for before is the operator's to decide.
  good(await payments.withdrawals.reject(held.id, 'Asked for by mistake'));
});

it('an operator closes a position in a halted market, and cancels a pending order', async () => {
  const trading = await startTrading();
  const { exchange, account, market, events } = trading;
  const pushed: unknown[] = [];
  exchange.onPriceEvent(({ order }) => pushed.push(order));
  const position = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
  const waiting = good(await exchange.submit(account, ticket('EURUSD', 'buy', { target: 1.1 })));
  market.tick('EURUSD', 1.21);
  market.session('EURUSD', { status: 'closed' });
  await restrict(trading, 'blocked');
  expect(good(await exchange.closeByOperator(account, position.id))).toMatchObject({
    status: 'closed',
    reason: 'operator',
    closePrice: price(1.21),
    realisedPnl: 1_000_000_000,
  });
  expect(events.at(-1)).toMatchObject({ closedIds: [position.id], orders: [{ reason: 'operator' }] });
  expect(pushed).toMatchObject([{ id: position.id }]);
  expect(await exchange.closeByOperator(account, position.id)).toMatchObject({ error: { code: 4009 } });
  expect(good(await exchange.closeByOperator(account, waiting.id))).toMatchObject({ status: 'cancelled' });
  const { orders } = await exchange.deals(account, 'closed', 1, { reason: 'operator' });
  expect(orders).toMatchObject([{ id: position.id }]);
});
