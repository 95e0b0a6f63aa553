import type { RecordingFile } from '../replay/record/recording-file.ts';

/** The used part of an origin-private file; only workers can write one synchronously. */
interface WorkerFile {
  createSyncAccessHandle(): Promise<{ write(bytes: Uint8Array): number; close(): void }>;
  getFile(): Promise<Blob>;
}

const RECORDING_PREFIX = 'recording-';
const DISK_BYTES = 512 * 1024 * 1024;

/** An empty file in the origin's private file system. Rejects if the browser does not offer it to workers. */
export async function openDiskFile(nowMs: number): Promise<RecordingFile> {
  const folder = await navigator.storage.getDirectory();
  await removeRecordings(folder);
  const name = `${RECORDING_PREFIX}${nowMs}`;
  // Tests are checked with the page's types, which lack the worker's part.
  const file = (await folder.getFileHandle(name, { create: true })) as unknown as WorkerFile;
  const access = await file.createSyncAccessHandle();
  return {
    place: 'disk',
    maxBytes: DISK_BYTES,
    write: (bytes) => {
      access.write(bytes);
    },
    close: async () => {
      access.close();
      return file.getFile();
    },
  };
}

/** Removes earlier recordings; the one of another tab is locked and stays. */
async function removeRecordings(folder: FileSystemDirectoryHandle): Promise<void> {
  for await (const name of folder.keys())
    if (name.startsWith(RECORDING_PREFIX)) await folder.removeEntry(name).catch(() => {});
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
