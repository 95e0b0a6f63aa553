/*
 * The worker writes a long recording into the browser's private files (`worker/device.ts`), and each new recording removes
 * those before it. What a worker had written that died is put aside.
 */
import { later } from '../clock.ts';

/** The name has the time at which the file was made, epoch ms. */
const NAME = /^recording-(\d+)$/;
const ASIDE = 'interrupted-recording';
/** The file of a worker that was ended is free again shortly after. */
const TRIES = 10;
const PAUSE_MS = 200;

/** The types of the DOM lack it. */
interface Movable {
  move?(name: string): Promise<void>;
}

/** What a worker has written that has ended. @param startedAt of its recording; undefined if there is no such file */
export async function putAside(startedAt: number): Promise<File | undefined> {
  try {
    const folder = await navigator.storage.getDirectory();
    const name = await nameOf(folder, startedAt);
    if (name === undefined) return undefined;
    const handle: FileSystemFileHandle & Movable = await folder.getFileHandle(name);
    if (handle.move === undefined) return undefined;
    for (let tries = 1; ; tries++) {
      try {
        await handle.move(ASIDE);
        return await (await folder.getFileHandle(ASIDE)).getFile();
      } catch (error) {
        if (tries === TRIES) throw error;
        await new Promise<void>((done) => void later(PAUSE_MS, done));
      }
    }
  } catch {
    return undefined;
  }
}

/** The file is made just before the recording starts. */
async function nameOf(folder: FileSystemDirectoryHandle, startedAt: number): Promise<string | undefined> {
  const times: number[] = [];
  for await (const name of folder.keys()) {
    const at = Number(NAME.exec(name)?.[1] ?? Number.NaN);
    if (at <= startedAt) times.push(at);
  }
  return times.length === 0 ? undefined : `recording-${Math.max(...times)}`;
}

/** Forgets what was put aside. */
export async function dropAside(): Promise<void> {
  try {
    await (await navigator.storage.getDirectory()).removeEntry(ASIDE);
  } catch {
    // No recording was put aside.
  }
}
