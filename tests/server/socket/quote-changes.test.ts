import { describe, expect, it } from 'vitest';
import { createMarketFrames } from '../../../server/socket/market-frames.ts';
import { createQuoteChanges } from '../../../server/socket/quote-changes.ts';
import { INSTRUMENTS, START } from '../../helpers/dealing.ts';
import { createScriptedMarket } from '../../helpers/scripted-market.ts';

function scene() {
  const market = createScriptedMarket(INSTRUMENTS, START);
  const changes = createQuoteChanges(market);
  market.onTick(({ instrumentId }) => changes.touch(instrumentId));
  const framesFor = createMarketFrames(changes);
  const text = (ask: 1 | undefined, rows = changes.all()) =>
    JSON.parse(`{"data":${framesFor({ ask }).snapshot(rows, START)}`).data;
  const since = (version: number) => {
    const rows: [number, number][] = text(undefined, changes.since(version));
    return rows.map(([id, close]) => [market.instruments().find((one) => one.id === id)?.code, close]);
  };
  return { market, changes, framesFor, text, since };
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
    const { market, changes, framesFor, since } = scene();
    market.tick('EURUSD', 1.1);
    const body = () => framesFor({}).changes(changes.since(0), START);
    expect(body()).toBe(body());
    market.tick('EURUSD', 1.2);
    expect(since(0)).toEqual([['EURUSD', 1.2]]);
  });

  it('have the ask for those who ask for it, where it differs from the bid', () => {
    const { market, text } = scene();
    market.tick('EURUSD', 1.1, 1.1002);
    market.tick('XAUUSD', 2_000);
    expect(text(1)).toEqual([
      [1, 1.1, 1.1, 1, START, 1.1002],
      [2, 2_000, 2_000, 1, START],
    ]);
    expect(text(undefined)[0]).toEqual([1, 1.1, 1.1, 1, START]);
    // Nothing but the ask has changed, to one and from one.
    market.tick('XAUUSD', 2_000, 2_000.5);
    expect(text(1)[1]).toEqual([2, 2_000, 2_000, 1, START, 2_000.5]);
    market.tick('XAUUSD', 2_000);
    expect(text(1)[1]).toEqual([2, 2_000, 2_000, 1, START]);
  });
});
