import { describe, expect, it } from 'vitest';
import { createQuoteChanges } from '../../../server/socket/quote-changes.ts';
import { INSTRUMENTS, START } from '../../helpers/dealing.ts';
import { createScriptedMarket } from '../../helpers/scripted-market.ts';

function scene() {
  const market = createScriptedMarket(INSTRUMENTS, START);
  const { touch, plain: changes, withAsk } = createQuoteChanges(market);
  market.onTick(({ instrumentId }) => touch(instrumentId));
  const since = (version: number) => {
    const rows: [number, number][] = JSON.parse(`{"data":${changes.since(version)}`).data;
    return rows.map(([id, close]) => [market.instruments().find((one) => one.id === id)?.code, close]);
  };
  return { market, changes, withAsk, since };
}

describe('the changed quotes', () => {
  it('are those after a version, each once with its current values', () => {
    const { market, changes, since } = scene();
    market.tick('EURUSD', 1.1);
    const before = changes.version();
    market.tick('XAUUSD', 2_000);
    market.tick('XAUUSD', 2_001);
    expect(since(before)).toEqual([['XAUUSD', 2_001]]);
    expect(since(0)).toEqual([
      ['EURUSD', 1.1],
      ['XAUUSD', 2_001],
    ]);
    expect(since(changes.version())).toEqual([]);
  });

  it('are encoded once for all at the same version, and again after the next change', () => {
    const { market, changes, since } = scene();
    market.tick('EURUSD', 1.1);
    expect(changes.since(0)).toBe(changes.since(0));
    market.tick('EURUSD', 1.2);
    expect(since(0)).toEqual([['EURUSD', 1.2]]);
  });

  it('have the ask for those who ask for it, where it differs from the bid', () => {
    const { market, changes, withAsk } = scene();
    const rows = (body: Buffer) => JSON.parse(`{"data":${body}`).data;
    market.tick('EURUSD', 1.1, 1.1002);
    market.tick('XAUUSD', 2_000);
    expect(rows(withAsk.all())).toEqual([
      [1, 1.1, 1.1, 1, START, 1.1002],
      [2, 2_000, 2_000, 1, START],
    ]);
    expect(rows(changes.all())[0]).toEqual([1, 1.1, 1.1, 1, START]);
    // Nothing but the ask has changed, to one and from one.
    market.tick('XAUUSD', 2_000, 2_000.5);
    expect(rows(withAsk.all())[1]).toEqual([2, 2_000, 2_000, 1, START, 2_000.5]);
    market.tick('XAUUSD', 2_000);
    expect(rows(withAsk.all())[1]).toEqual([2, 2_000, 2_000, 1, START]);
  });
});
