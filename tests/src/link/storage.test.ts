import { afterEach, describe, expect, test, vi } from 'vitest';
import { browserStore } from '../../../src/link/storage.ts';

afterEach(() => vi.unstubAllGlobals());

/** The relevant part of the browser's storage: keys are its own properties. */
class FakeStorage {
  [key: string]: unknown;
  getItem(key: string) {
    return Object.hasOwn(this, key) ? this[key] : null;
  }
  setItem(key: string, value: string) {
    this[key] = value;
  }
  removeItem(key: string) {
    delete this[key];
  }
}

function withStorage(storage: object) {
  vi.stubGlobal('localStorage', storage);
  return browserStore('localStorage');
}

describe('a stored value', () => {
  test('has our prefix in the browser’s storage only', () => {
    const storage = new FakeStorage();
    storage.setItem('somebody.else', 'x');
    const store = withStorage(storage);
    store.set('intent.a', '1');
    store.set('token', '2');
    expect(Object.keys(storage)).toEqual(['somebody.else', 'pipstream.intent.a', 'pipstream.token']);
    expect(store.get('token')).toBe('2');
    expect(store.keys('intent.')).toEqual(['intent.a']);
    store.remove('token');
    expect(store.get('token')).toBeNull();
    expect(store.keys('')).toEqual(['intent.a']);
  });

  test('lasts as long as the page if the storage is full', () => {
    const storage = new FakeStorage();
    const store = withStorage(storage);
    store.set('theme', 'dark');
    storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    store.set('theme', 'light');
    store.set('intent.a', '1');
    expect(store.get('theme')).toBe('light');
    expect(store.keys('intent.')).toEqual(['intent.a']);
    store.remove('intent.a');
    expect(store.get('intent.a')).toBeNull();
  });

  test('lasts as long as the page if storage is forbidden', () => {
    const forbidden = new Proxy(
      {},
      {
        get: () => {
          throw new DOMException('no', 'SecurityError');
        },
        ownKeys: () => {
          throw new DOMException('no', 'SecurityError');
        },
      },
    );
    const store = withStorage(forbidden);
    expect(store.get('theme')).toBeNull();
    store.set('theme', 'dark');
    expect(store.get('theme')).toBe('dark');
    expect(store.keys('')).toEqual(['theme']);
    store.remove('theme');
    expect(store.get('theme')).toBeNull();
  });
});
