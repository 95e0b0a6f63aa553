import { describe, expect, it } from 'vitest';
import { storedReply } from '../../../server/exchange/reply.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { money } from '../../../shared/domain/money.ts';
import { priceFromWire } from '../../../shared/domain/price.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { CID_KEPT_DAYS, VALID_MS } from '../../../shared/limits.ts';
import { err, ok, refusal } from '../../../shared/result.ts';
import { codeOf, good, START, startDealing, startTrading, ticket } from '../../helpers/dealing.ts';

const CALLS = ['submit', 'close', 'amend'];
const order = ticket('EURUSD', 'buy', { cid: 'tap-0001' });

async function prepared() {
  const dealing = await startTrading();
  const { account } = dealing;
  return {
    ...dealing,
    account,
    outcome: (cid: string) => dealing.exchange.outcome(account, CALLS, cid),
    /** `afterMs`: from the last tick. */
    wait: (afterMs: number) => dealing.market.pass(START + afterMs - dealing.market.now()),
  };
}

describe('an order or a close that is decided after its validity', () => {
  it.each([
    ['a market order', {}],
    ['a pending order', { target: 1.1 }],
  ])('%s is refused with the price now, finally under its cid', async (_, kind) => {
    const { exchange, account, wait } = await prepared();
    const sent = { ...kind, cid: 'tap-late', seenAt: START };
    wait(VALID_MS + 1);
    const late = err(refusal(CODE.priceMoved, '', { price: 1.2 }));
    expect(await exchange.submit(account, ticket('EURUSD', 'buy', sent))).toEqual(late);
    expect(await exchange.submit(account, ticket('EURUSD', 'buy', sent))).toEqual(late);
    expect(await exchange.working(account)).toEqual([]);
    good(
      await exchange.submit(account, ticket('EURUSD', 'buy', { ...sent, cid: 'tap-next', validMs: 10_001 })),
    );
  });

  it('is a close that arrives late; the position stays open', async () => {
    const { exchange, account, wait } = await prepared();
    const { id } = good(await exchange.submit(account, order));
    const seen = { seenAt: START, validMs: 1_000 };
    wait(1_001);
    expect(await exchange.close(account, id, 'late-close', undefined, seen)).toEqual(
      err(refusal(CODE.priceMoved, '', { price: 1.2 })),
    );
    expect(await exchange.working(account)).toHaveLength(1);
    const again = { seenAt: timestampMs(START + 1), validMs: 1_000 };
    expect(good(await exchange.close(account, id, 'next-close', undefined, again)).status).toBe('closed');
  });

  it('was tapped at its arrival at the latest, whatever its clock says', async () => {
    const { exchange, market, account, wait } = await prepared();
    const { id } = good(await exchange.submit(account, order));
    const ahead = { seenAt: timestampMs(market.now() + 365 * 86_400_000), validMs: 1_000 };
    const send = () => exchange.submit(account, ticket('EURUSD', 'buy', { ...ahead, cid: 'tap-ahead' }));
    // Both wait behind each other while the time passes.
    const sent = [send(), exchange.close(account, id, 'close-ahead', undefined, ahead)];
    wait(1_001);
    expect((await Promise.all(sent)).map(codeOf)).toEqual([CODE.priceMoved, CODE.priceMoved]);
    expect(codeOf(await send())).toBe(CODE.priceMoved);
    expect(await exchange.working(account)).toHaveLength(1);
    const punctual = await exchange.close(account, id, 'next-ahead', undefined, ahead);
    expect(good(punctual).status).toBe('closed');
  });

  it('a close is bounded by a price only if it has one', async () => {
    const { exchange, market, account } = await prepared();
    const { id } = good(await exchange.submit(account, order));
    market.tick('EURUSD', 1.19);
    const seen = { seenPrice: priceFromWire(1.2, 5), deviationPoints: 10 };
    expect(codeOf(await exchange.close(account, id, 'far-close', undefined, seen))).toBe(CODE.priceMoved);
    expect(good(await exchange.close(account, id, 'any-close', undefined, {})).status).toBe('closed');
  });
});

describe('the outcome of a cid', () => {
  it('is the stored reply, refusals included, also after a restart', async () => {
    const { exchange, account, dataDir, outcome, stop } = await prepared();
    const filled = good(await exchange.submit(account, order));
    const closed = good(await exchange.close(account, filled.id, 'tap-0002', undefined));
    const refused = await exchange.submit(account, ticket('EURUSD', 'buy', { cid: 'tap-0003', lots: 0.001 }));
    const known = [await outcome('tap-0001'), await outcome('tap-0002'), await outcome('tap-0003')];
    expect(known).toEqual([
      { state: 'done', call: 'submit', reply: ok(filled) },
      { state: 'done', call: 'close', reply: ok(closed) },
      { state: 'done', call: 'submit', reply: refused },
    ]);
    await stop();
    const after = await startDealing({ dataDir });
    expect(await after.exchange.outcome(account, CALLS, 'tap-0001')).toEqual(known[0]);
  });

  // spec: 7.68
  it('seals a cid that it does not know: what arrives later is refused with 4109, also after a restart', async () => {
    const { exchange, account, dataDir, outcome, openAccount, stop } = await prepared();
    expect(await outcome('tap-0001')).toEqual({ state: 'never' });
    expect(codeOf(await exchange.submit(account, order))).toBe(CODE.cidSealed);
    expect(await outcome('tap-0001')).toEqual({ state: 'never' });
    good(await exchange.submit(await openAccount(), order));
    await stop();
    const after = await startDealing({ dataDir });
    after.market.tick('EURUSD', 1.2);
    expect(codeOf(await after.exchange.submit(account, order))).toBe(CODE.cidSealed);
    const { id } = good(await after.exchange.submit(account, { ...order, cid: 'tap-0002' }));
    expect(codeOf(await after.exchange.close(account, id, 'tap-0001', undefined))).toBe(CODE.cidSealed);
    expect(await after.exchange.working(account)).toHaveLength(1);
  });

  // spec: 7.69
  it('seals withdrawals and deposits likewise, each for its own calls', async () => {
    const { exchange, account, outcome } = await prepared();
    expect(await exchange.outcome(account, ['draw'], 'draw-0001')).toEqual({ state: 'never' });
    const movement = { kind: 'adjustment', amount: money(1), memo: '' } as const;
    const key = { call: 'draw', cid: 'draw-0001', paramsHash: 'x' };
    expect(codeOf(await exchange.transfer(account, movement, { key, answer: () => null }))).toBe(
      CODE.cidSealed,
    );
    expect(await outcome('draw-0001')).toEqual({ state: 'never' });
  });

  it('is being decided while the command is, and never both sealed and carried out', async () => {
    const { exchange, account, outcome } = await prepared();
    for (let i = 0; i < 40; i++) {
      const cid = `race-${String(i).padStart(4, '0')}`;
      const asked: Promise<{ readonly state: string }>[] = [];
      if (i % 2 === 0) asked.push(outcome(cid));
      const sent = exchange.submit(account, ticket('EURUSD', 'buy', { cid, lots: 0.01 }));
      asked.push(outcome(cid));
      const code = codeOf(await sent);
      const states = (await Promise.all(asked)).map(({ state }) => state);
      expect(states.includes('never')).toBe(code === CODE.cidSealed);
      expect(await outcome(cid)).toMatchObject({ state: code === CODE.cidSealed ? 'never' : 'done' });
      if (i % 2 === 1) expect(states).toEqual(['deciding']);
    }
  });

  it('is forgotten with the replies', async () => {
    const { exchange, accounts, clock, store, account, outcome } = await prepared();
    accounts.stop();
    await outcome('tap-0001');
    clock.advance(CID_KEPT_DAYS * 86_400_000 + 2 * 3_600_000);
    await store.write(async () => undefined);
    expect(await storedReply(store.read, account, { call: 'submit', cid: 'tap-0001' })).toBeUndefined();
    good(await exchange.submit(account, order));
  });
});
