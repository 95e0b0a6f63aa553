import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { houseAccount, movedOn, posting } from '../../../server/ledger/posting.ts';
import { settle, settleTo, standingAfter, writeOff } from '../../../server/ledger/settle.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { money } from '../../../shared/domain/money.ts';
import { timestampMs } from '../../../shared/domain/time.ts';

const account = 7 as AccountId;
const TRADING = houseAccount('demo', 'trading');
const hold = money(3);
const facts = { book: 'demo', kind: 'profit', accountId: account, at: timestampMs(0) } as const;
const amount = fc.integer({ min: -1e12, max: 1e12 }).map(money);
const above = fc.integer({ min: 0, max: 1e12 }).map(money);
const standings = fc.oneof(
  above.map((balance) => ({ balance, advance: money(0), hold })),
  above.map((advance) => ({ balance: money(0), advance, hold })),
);

describe('settling', () => {
  it.each([
    // balance, advance, amount -> balance, advance
    [100, 0, 50, 150, 0],
    [100, 0, -100, 0, 0],
    [100, 0, -101, 0, 1],
    [0, 40, 30, 0, 10],
    [0, 40, 60, 20, 0],
    [0, 40, -5, 0, 45],
  ])('%d less %d, moved by %d comes to %d, %d', (balance, advance, by, ...after) => {
    const standing = { balance: money(balance), advance: money(advance), hold };
    const entry = settle(standing, money(by), TRADING, facts);
    if (entry === undefined) throw new Error('nothing was booked');
    const { balance: newBalance, advance: newAdvance } = standingAfter(standing, account, entry);
    expect([newBalance, newAdvance]).toEqual(after);
  });

  it('never leaves a balance below zero, nor beside an advance', () => {
    fc.assert(
      fc.property(standings, amount, (standing, by) => {
        const entry = settle(standing, by, TRADING, facts);
        const after = entry ? standingAfter(standing, account, entry) : standing;
        expect(after.balance).toBeGreaterThanOrEqual(0);
        expect(after.advance).toBeGreaterThanOrEqual(0);
        expect(after.balance === 0 || after.advance === 0).toBe(true);
        expect(after.balance - after.advance).toBe(standing.balance - standing.advance + by);
        expect(after.hold).toBe(hold);
        expect(entry?.legs.reduce((sum, leg) => sum + leg.amount, 0) ?? 0).toBe(0);
      }),
    );
  });

  it('writes an advance off against the shortfall of the house, and nothing without one', () => {
    const standing = { balance: money(0), advance: money(40), hold };
    const entry = writeOff(standing, facts);
    if (entry === undefined) throw new Error('nothing was booked');
    expect(entry.kind).toBe('shortfall');
    expect(standingAfter(standing, account, entry)).toEqual({ balance: 0, advance: 0, hold });
    expect(movedOn(entry, houseAccount('demo', 'shortfall'))).toBe(-40);
    expect(writeOff({ balance: money(5), advance: money(0) }, facts)).toBeUndefined();
  });

  it('to a balance cancels the advance', () => {
    const standing = { balance: money(0), advance: money(40), hold };
    const entry = settleTo(standing, money(100), facts);
    if (entry === undefined) throw new Error('nothing was booked');
    expect(standingAfter(standing, account, entry)).toEqual({ balance: 100, advance: 0, hold });
    expect(movedOn(entry, houseAccount('demo', 'capital'))).toBe(-140);
  });

  it('of zero books nothing', () => {
    const standing = { balance: money(5), advance: money(0), hold };
    expect(settle(standing, money(0), TRADING, facts)).toBeUndefined();
  });
});

describe('a posting', () => {
  it('whose legs do not sum to zero is a bug', () => {
    const leg = { account: houseAccount('demo', 'fees'), amount: money(1) };
    expect(() => posting(facts, [leg])).toThrow(/sum to 1/);
  });
});
