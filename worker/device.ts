import type { RecordingFile } from '../replay/record/recording-file.ts';
import { RECORDER_LOCK, recordingName } from '../shared/bridge/recording-names.ts';

/** The used part of an origin-private file; only workers can write one synchronously. */
interface WorkerFile {
  createSyncAccessHandle(): Promise<WorkerAccess>;
  getFile(): Promise<Blob>;
}

interface WorkerAccess {
  write(bytes: Uint8Array): number;
  read(into: Uint8Array, from: { readonly at: number }): number;
  close(): void;
}

const DISK_BYTES = 512 * 1024 * 1024;
const SLICE_BYTES = 1024 * 1024;

let claimed: Promise<number> | undefined;

/**
 * A number of this worker in the names of its files. It holds a lock of that number as long as it lives: files whose lock
 * is free are those of a worker that has ended.
 */
const claim = (number: number): Promise<number> =>
  new Promise((done, fail) => {
    navigator.locks
      .request(`${RECORDER_LOCK}${number}`, { ifAvailable: true }, (lock) => {
        if (lock === null) return done(claim(number + 1));
        done(number);
        return new Promise(() => {});
      })
      .catch(fail);
  });

/** An empty file in the origin's private file system. Rejects if the browser does not offer it to workers. */
export async function openDiskFile(kind: 'long' | 'ring', startedAt: number): Promise<RecordingFile> {
  const folder = await navigator.storage.getDirectory();
  claimed ??= claim(startedAt);
  const name = recordingName(kind, await claimed, startedAt);
  // Tests are checked with the page's types, which lack the worker's part.
  const file = (await folder.getFileHandle(name, { create: true })) as unknown as WorkerFile;
  const access = await file.createSyncAccessHandle();
  let closed: Promise<Blob> | undefined;
  const close = (): Promise<Blob> => {
    if (closed === undefined) {
      access.close();
      closed = file.getFile();
    }
    return closed;
  };
  return {
    place: 'disk',
    maxBytes: DISK_BYTES,
    write: (bytes) => {
      access.write(bytes);
    },
    read(bytes) {
      let at = 0;
      return new ReadableStream({
        async pull(out) {
          const part = new Uint8Array(Math.min(SLICE_BYTES, bytes - at));
          if (closed === undefined) access.read(part, { at });
          else part.set(new Uint8Array(await (await closed).slice(at, at + part.length).arrayBuffer()));
          at += part.length;
          if (part.length > 0) out.enqueue(part);
          if (at === bytes) out.close();
        },
      });
    },
    close,
    async remove() {
      await close();
      await folder.removeEntry(name);
    },
  };
}

const JPEG_QUALITY = 0.86;

/** Scales an image down to `maxSidePx` and encodes it as JPEG; undefined if the browser can't read the image. */
export async function shrink(file: Blob, maxSidePx: number): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (picture === undefined) return undefined;
  const scale = Math.min(1, maxSidePx / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  );
  const ink = canvas.getContext('2d');
  // Transparent pixels would become black.
  if (ink) ink.fillStyle = '#fff';
  ink?.fillRect(0, 0, canvas.width, canvas.height);
  ink?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
}
