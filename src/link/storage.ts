/** A store for small texts that are kept beyond the life of the page. */
export interface TextStore {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(prefix: string): readonly string[];
}

const PREFIX = 'pipstream.';

/**
 * The browser's storage under our own prefix. In private windows and on full disks every access may throw, even reading
 * the global: such values are then kept in memory, for the life of the page.
 */
export function browserStore(area: 'localStorage' | 'sessionStorage'): TextStore {
  const fallBack = new Map<string, string>();
  const safely = <T>(use: (storage: Storage) => T, otherwise: () => T): T => {
    try {
      return use(globalThis[area]);
    } catch {
      return otherwise();
    }
  };
  return {
    get(key) {
      const kept = fallBack.get(key);
      if (kept !== undefined) return kept;
      return safely(
        (storage) => storage.getItem(PREFIX + key),
        () => null,
      );
    },
    set(key, value) {
      safely(
        (storage) => {
          storage.setItem(PREFIX + key, value);
          fallBack.delete(key);
        },
        () => {
          fallBack.set(key, value);
        },
      );
    },
    keys(prefix) {
      const stored = safely(Object.keys, () => []);
      const ours = stored.filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
      return [...new Set([...ours, ...fallBack.keys()])].filter((key) => key.startsWith(prefix));
    },
    remove(key) {
      fallBack.delete(key);
      safely(
        (storage) => storage.removeItem(PREFIX + key),
        () => {},
      );
    },
  };
}

/** Kept on this device: preferences, the session, unsettled orders and payments. */
export const lasting = browserStore('localStorage');
/** Kept for the life of this tab, reloads included. */
export const perTab = browserStore('sessionStorage');
