import { describe, expect, test } from 'vitest';
import { volume } from '../../../shared/domain/volume.ts';
import { createPreferences } from '../../../src/state/preferences.ts';
import { rememberTicket, ticketMemory } from '../../../src/state/ticket-memory.ts';
import { memoryStore } from '../manual-clock.ts';

describe('preferences', () => {
  test('start with their defaults and write nothing by themselves', () => {
    const store = memoryStore();
    const preferences = createPreferences(store);
    expect(preferences.language.value).toBe('hk');
    expect(preferences.theme.value).toBe('system');
    expect(preferences.palette.value).toBe('green-up');
    expect(preferences.confirmOrders.value).toBe(true);
    expect(preferences.balanceHidden.value).toBe(false);
    preferences.persist();
    expect(store.keys('')).toEqual([]);
  });

  test('start with the favourites only if there are some', () => {
    const chip = (favourites: string) =>
      createPreferences(memoryStore({ 'home-chip': '-1', favourites })).homeChip.value;
    expect([chip(''), chip('7')]).toEqual([0, -1]);
  });

  test('are restored after a reload', () => {
    const store = memoryStore();
    const before = createPreferences(store);
    before.persist();
    before.language.value = 'en';
    before.theme.value = 'dark';
    before.palette.value = 'red-up';
    before.confirmOrders.value = false;
    before.balanceHidden.value = true;
    rememberTicket('EURUSD', { volume: volume(1_500), multiple: 100 }, store);

    const after = createPreferences(store);
    expect(after.language.value).toBe('en');
    expect(after.theme.value).toBe('dark');
    expect(after.palette.value).toBe('red-up');
    expect(after.confirmOrders.value).toBe(false);
    expect(after.balanceHidden.value).toBe(true);
    expect(ticketMemory('EURUSD', store)).toEqual({ volume: 1_500, multiple: 100 });
    expect(ticketMemory('XAUUSD', store)).toBeUndefined();
  });

  test.each([
    ['language', 'klingon'],
    ['theme', 'pink'],
    ['confirm-orders', '1'],
    ['ticket.EURUSD', '0 100'],
    ['ticket.EURUSD', '1500'],
    ['ticket.EURUSD', 'x y'],
  ])('count as absent when %s holds "%s"', (key, text) => {
    const store = memoryStore({ [key]: text });
    const preferences = createPreferences(store);
    expect(preferences.language.value).toBe('hk');
    expect(preferences.theme.value).toBe('system');
    expect(preferences.confirmOrders.value).toBe(true);
    expect(ticketMemory('EURUSD', store)).toBeUndefined();
  });
});
