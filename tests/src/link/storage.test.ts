import { afterEach, describe, expect, test, vi } from 'vitest';
import { browserStore } from '../../../src/link/storage.ts';

afterEach(() => vi.unstubAllGlobals());

/** As much of the browser's storage as counts: keys are its own properties. */
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

describe('what is kept on the device', () => {
  test('has our prefix there and not here', () => {
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

  test('is kept for the life of the page when there is no room', () => {
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

  test('is kept for the life of the page when storage is forbidden', () => {
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
