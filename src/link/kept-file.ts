/*
 * Files that outlive a reload, in the browser's database. A browser without one, as some private windows are, keeps
 * nothing.
 */

const DATABASE = 'pipstream.files';
const STORE = 'files';
/** Those of tabs that were closed without a word go after this time. */
const MAX_AGE_MS = 24 * 60 * 60 * 1_000;

interface Kept {
  readonly file: File;
  /** Epoch ms. */
  readonly keptAt: number;
}

/** @returns whether it is kept */
export async function keepFile(id: string, file: File, now: number): Promise<boolean> {
  try {
    await withStore('readwrite', (store) => {
      const all = store.openCursor();
      all.onsuccess = () => {
        const cursor = all.result;
        if (cursor === null) return;
        if (now - (cursor.value as Kept).keptAt > MAX_AGE_MS) cursor.delete();
        cursor.continue();
      };
      return store.put({ file, keptAt: now } satisfies Kept, id);
    });
    return true;
  } catch {
    return false;
  }
}

export async function keptFile(id: string): Promise<File | undefined> {
  try {
    const kept: Kept | undefined = await withStore('readonly', (store) => store.get(id));
    return kept?.file;
  } catch {
    return undefined;
  }
}

export async function dropFile(id: string): Promise<void> {
  await withStore('readwrite', (store) => store.delete(id)).catch(() => {});
}

/** Resolves with the request's result when the transaction is complete. */
async function withStore<T>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await opened();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = run(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
      transaction.onerror = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
