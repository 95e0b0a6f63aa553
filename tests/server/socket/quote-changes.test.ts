import { describe, expect, it } from 'vitest';
import { createQuoteChanges } from '../../../server/socket/quote-changes.ts';
import { INSTRUMENTS, START } from '../../helpers/dealing.ts';
import { createScriptedMarket } from '../../helpers/scripted-market.ts';

function scene() {
  const market = createScriptedMarket(INSTRUMENTS, START);
  const changes = createQuoteChanges(market);
  market.onTick(({ instrumentId }) => changes.touch(instrumentId));
  const since = (version: number) => {
    const rows: [number, number][] = JSON.parse(`{"data":${changes.since(version)}`).data;
    return rows.map(([id, close]) => [market.instruments().find((one) => one.id === id)?.code, close]);
  };
  return { market, changes, since };
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
});
