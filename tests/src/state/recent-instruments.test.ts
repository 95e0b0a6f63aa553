import { afterEach, describe, expect, it } from 'vitest';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { lasting } from '../../../src/link/storage.ts';
import { noteInstrument, recentInstruments } from '../../../src/state/recent-instruments.ts';

afterEach(() => {
  lasting.remove('recent');
  lasting.remove('last-trade');
});

describe('the instruments last opened', () => {
  it('come latest first, each once, and no more than eight', () => {
    for (const id of [1, 2, 3, 2, 4, 5, 6, 7, 8, 9, 1]) noteInstrument(instrumentId(id));
    expect(recentInstruments()).toEqual([1, 9, 8, 7, 6, 5, 4, 2]);
  });

  it('begin with the one that an earlier version kept', () => {
    lasting.set('last-trade', '7');
    expect(recentInstruments()).toEqual([7]);
    noteInstrument(instrumentId(3));
    expect(recentInstruments()).toEqual([3, 7]);
    expect(lasting.get('last-trade')).toBeNull();
  });

  it.each(['', 'x', '-3', '1.5', 'NaN 0'])('are none when %j is stored', (text) => {
    lasting.set('recent', text);
    expect(recentInstruments()).toEqual([]);
  });
});
