import { describe, expect, it } from 'vitest';
import { auditBooks } from '../../../server/audit/audit.ts';
import { ledgerRepository } from '../../../server/ledger/ledger-repository.ts';
import { houseAccount } from '../../../server/ledger/posting.ts';
import type { InstrumentId } from '../../../shared/domain/instrument.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { type Dealing, good, startDealing, ticket } from '../../helpers/dealing.ts';

async function prepared(balance: number) {
  const dealing = await startDealing({ balance });
  dealing.market.tick('EURUSD', 1.2);
  dealing.market.tick('GBPUSD', 1.5);
  return { ...dealing, account: await dealing.openAccount() };
}

const shortfall = async ({ store }: Dealing) =>
  (await ledgerRepository(store.read).balances()).get(houseAccount('demo', 'shortfall'));

describe('a stop out', () => {
  // spec: 4.11
  it('comes at exactly half of the margin and not before', async () => {
    const { exchange, market, settled, account } = await prepared(1_500);
    const { id } = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    for (const tick of [1.195, 1.19101]) {
      market.tick('EURUSD', tick);
      await settled(account);
      expect(await exchange.working(account)).toHaveLength(1);
    }
    market.tick('EURUSD', 1.191);
    await settled(account);
    expect((await exchange.deals(account, 'closed', 1)).orders).toMatchObject([
      { id, reason: 'stop-out', realisedPnl: moneyFromWire(-900) },
    ]);
    expect((await exchange.figures(account)).balance).toBe(moneyFromWire(600));
  });

  it('that cannot be computed is reported, and prices and other accounts continue', async () => {
    const { exchange, market, clock, errors, settled, openAccount, account } = await prepared(1_500);
    const other = await openAccount();
    for (const one of [account, other]) good(await exchange.submit(one, ticket('EURUSD', 'buy')));
    const { quote } = market;
    let calls = 0;
    Object.assign(market, {
      quote(id: InstrumentId) {
        calls++;
        if (calls === 1) throw new RangeError('no amount of money');
        return quote(id);
      },
    });
    market.tick('EURUSD', 1.19);
    clock.advance(20);
    expect(errors.splice(0)).toEqual([new RangeError('no amount of money')]);
    await settled(other);
    expect(await exchange.working(other)).toEqual([]);
  });

  it('through a gap leaves a balance of zero, and the house’s account shows the loss it covered', async () => {
    const dealing = await prepared(1_500);
    const { exchange, market, settled, account } = dealing;
    good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    market.tick('EURUSD', 1.15);
    await settled(account);
    expect(await exchange.figures(account)).toEqual({ balance: 0, lockBalance: 0 });
    expect(await shortfall(dealing)).toBe(moneyFromWire(-3_500));
  });

  it('closes the largest loss first and stops when the rest is covered', async () => {
    const { exchange, market, settled, account } = await prepared(4_000);
    const small = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    const large = good(await exchange.submit(account, ticket('GBPUSD', 'buy')));
    market.tick('EURUSD', 1.195);
    market.tick('GBPUSD', 1.4775);
    await settled(account);
    expect((await exchange.deals(account, 'closed', 1)).orders.map(({ id }) => id)).toEqual([large.id]);
    expect((await exchange.working(account)).map(({ id }) => id)).toEqual([small.id]);
  });

  it('continues until nothing is left when equity is gone, winners included', async () => {
    const dealing = await prepared(4_000);
    const { exchange, market, settled, account } = dealing;
    good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    good(await exchange.submit(account, ticket('GBPUSD', 'sell')));
    market.tick('GBPUSD', 1.49);
    market.tick('EURUSD', 1.1);
    await settled(account);
    expect(await exchange.working(account)).toEqual([]);
    expect(await exchange.figures(account)).toEqual({ balance: 0, lockBalance: 0 });
    expect(await shortfall(dealing)).toBe(moneyFromWire(-5_000));
  });

  it('leaves positions whose market is closed until it opens', async () => {
    const { exchange, market, settled, account } = await prepared(4_000);
    const closed = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    const open = good(await exchange.submit(account, ticket('GBPUSD', 'buy')));
    market.tick('EURUSD', 1.18);
    market.session('EURUSD', { status: 'closed' });
    market.tick('GBPUSD', 1.48);
    await settled(account);
    expect((await exchange.deals(account, 'closed', 1)).orders.map(({ id }) => id)).toEqual([open.id]);
    expect((await exchange.working(account)).map(({ id }) => id)).toEqual([closed.id]);
    market.session('EURUSD', { status: 'open' });
    market.tick('EURUSD', 1.18);
    await settled(account);
    expect(await exchange.working(account)).toEqual([]);
  });

  it('also follows the conversion rate', async () => {
    const { exchange, market, settled, account } = await prepared(50_000);
    market.tick('USDHKD', 7.75);
    market.tick('HSBC', 60);
    good(await exchange.submit(account, ticket('HSBC', 'buy', { lots: 5 })));
    market.tick('HSBC', 59.56);
    market.tick('USDHKD', 7.2);
    await settled(account);
    expect(await exchange.working(account)).toHaveLength(1);
    market.tick('USDHKD', 6.9);
    await settled(account);
    expect((await exchange.deals(account, 'closed', 1)).orders).toMatchObject([{ reason: 'stop-out' }]);
  });
});

describe('the two halves of a hedge', () => {
  it('gain nothing when the losing one is closed first', async () => {
    const dealing = await prepared(3_000);
    const { exchange, market, account } = dealing;
    const buy = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    const sell = good(await exchange.submit(account, ticket('EURUSD', 'sell')));
    market.tick('EURUSD', 1.15);
    good(await exchange.close(account, buy.id, undefined, undefined));
    expect(await exchange.figures(account)).toEqual({
      balance: moneyFromWire(-2_000),
      lockBalance: moneyFromWire(1_200),
    });
    expect(await auditBooks(dealing.store.read)).toEqual([]);
    good(await exchange.close(account, sell.id, undefined, undefined));
    expect(await exchange.figures(account)).toEqual({ balance: moneyFromWire(3_000), lockBalance: 0 });
    expect(await shortfall(dealing)).toBe(0);
  });

  it('are stopped out at half of the margin by the balance that the app gets', async () => {
    const { exchange, market, settled, account } = await prepared(3_000);
    const buy = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    good(await exchange.submit(account, ticket('EURUSD', 'sell')));
    market.tick('EURUSD', 1.15);
    good(await exchange.close(account, buy.id, undefined, undefined));
    const netValue = async () => {
      const [left] = await exchange.working(account);
      return (await exchange.figures(account)).balance + ((left && exchange.mark(left)?.pnl) ?? Number.NaN);
    };
    market.tick('EURUSD', 1.17399);
    await settled(account);
    expect(await netValue()).toBe(moneyFromWire(601));
    market.tick('EURUSD', 1.174);
    await settled(account);
    expect(await exchange.working(account)).toEqual([]);
    expect(await exchange.figures(account)).toEqual({ balance: moneyFromWire(600), lockBalance: 0 });
  });
});
