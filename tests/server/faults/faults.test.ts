import { describe, expect, it } from 'vitest';
import { type FaultWish, readFault } from '../../../server/faults/fault-setting.ts';
import { createFaults } from '../../../server/faults/faults.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';

function open(...wishes: FaultWish[]) {
  const clock = createManualClock(1_000_000);
  const faults = createFaults(clock);
  const set = (wish: FaultWish) => {
    const setting = readFault(wish);
    if (!setting.ok) throw new Error(setting.error.sentence);
    faults.set(setting.value);
  };
  for (const wish of wishes) set(wish);
  const strikes = (n: number) =>
    Array.from({ length: n }, () => (faults.strike('drop', 'socket') === undefined ? '.' : 'x')).join('');
  return { clock, faults, set, strikes };
}

describe('a fault', () => {
  it('strikes each time, until it is cleared', () => {
    const { faults, strikes } = open({ kind: 'drop' });
    expect([faults.isOn, strikes(4)]).toEqual([true, 'xxxx']);
    faults.clear('delay');
    expect(strikes(1)).toBe('x');
    faults.clear('drop');
    expect([faults.isOn, strikes(4)]).toEqual([false, '....']);
  });

  it('strikes its share of the times, the same ones for the same seed', () => {
    const run = (seed: number) => open({ kind: 'drop', share: 20, seed }).strikes(1_000);
    const struck = [...run(1)].filter((one) => one === 'x').length;
    expect(struck).toBeGreaterThan(150);
    expect(struck).toBeLessThan(250);
    expect(run(1)).toBe(run(1));
    expect(run(2)).not.toBe(run(1));
  });

  it('ends after its number of strikes', () => {
    const { faults, strikes } = open({ kind: 'drop', count: 2 });
    expect(strikes(4)).toBe('xx..');
    expect([faults.isOn, faults.list()]).toEqual([false, []]);
  });

  it('ends after its time', () => {
    const { clock, strikes, faults } = open({ kind: 'drop', seconds: 3 });
    clock.advance(2_999);
    expect(strikes(1)).toBe('x');
    clock.advance(1);
    expect(strikes(1)).toBe('.');
    expect(faults.isOn).toBe(false);
  });

  it('strikes only its own side', () => {
    const { faults, strikes } = open({ kind: 'drop', on: 'http' });
    expect([strikes(2), faults.strike('drop', 'http')?.kind]).toEqual(['..', 'drop']);
  });

  it('replaces an earlier one of its kind and counts from zero', () => {
    const { faults, set, strikes } = open({ kind: 'drop', count: 5 }, { kind: 'delay' });
    strikes(3);
    set({ kind: 'drop', count: 9 });
    expect(faults.list().map(({ kind, count, struck }) => [kind, count, struck])).toEqual([
      ['drop', 9, 0],
      ['delay', undefined, 0],
    ]);
  });

  it('that is a burst holds everything for one period after another, the last one to its end', () => {
    const { clock, faults } = open({ kind: 'burst', ms: 1_000, count: 2 });
    expect(faults.heldUntil()).toBe(1_001_000);
    clock.advance(999);
    expect(faults.heldUntil()).toBe(1_001_000);
    clock.advance(1);
    expect(faults.heldUntil()).toBe(1_002_000);
    clock.advance(999);
    expect(faults.heldUntil()).toBe(1_002_000);
    clock.advance(1);
    expect([faults.heldUntil(), faults.isOn]).toEqual([0, false]);
  });
});

describe('the values of a fault', () => {
  it.each<[FaultWish, object]>([
    [{ kind: 'drop' }, { on: 'all', share: 100, ms: 0, skip: 0, seed: 1 }],
    [{ kind: 'gap' }, { on: 'socket', skip: 1 }],
    [{ kind: 'burst' }, { on: 'socket', ms: 3_000 }],
    [
      { kind: 'skew', ms: -5_000, on: 'http' },
      { on: 'http', ms: -5_000 },
    ],
  ])('get defaults for %j', (wish, filled) => {
    expect(readFault(wish)).toMatchObject({ ok: true, value: { ...wish, ...filled } });
  });

  it.each<[FaultWish, string]>([
    [{ kind: 'drop', ms: 5 }, 'drop takes no ms.'],
    [{ kind: 'delay', skip: 5 }, 'delay takes no skip.'],
    [{ kind: 'delay', ms: -1 }, 'ms is a whole number from 1 to 60000.'],
    [{ kind: 'skew', ms: 86_400_001 }, 'ms is a whole number from -86400000 to 86400000.'],
    [{ kind: 'drop', share: 0 }, 'share is a whole number from 1 to 100.'],
    [{ kind: 'drop', share: 1.5 }, 'share is a whole number from 1 to 100.'],
    [{ kind: 'drop', seconds: 0 }, 'seconds is a whole number from 1 to 86400.'],
    [{ kind: 'swap', on: 'http' }, 'swap is on socket, not http.'],
    [{ kind: '999', on: 'socket' }, '999 is on all, not socket.'],
  ])('are refused for %j', (wish, sentence) => {
    expect(readFault(wish)).toMatchObject({ ok: false, error: { sentence } });
  });
});
