/** Where a recording is written; bytes are appended. */
export interface RecordingFile {
  readonly place: 'disk' | 'memory';
  readonly maxBytes: number;
  /** Must not keep `bytes`. @throws if the device is full */
  write(bytes: Uint8Array): void;
  /** Its first `bytes` bytes, which are written; it goes on. */
  read(bytes: number): ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Everything written; nothing can be written afterwards. */
  close(): Promise<Blob>;
  /** Ends a file that nobody needs any more. */
  remove(): Promise<void>;
}

const MEMORY_BYTES = 32 * 1024 * 1024;

/** For browsers without private files. */
export function memoryFile(): RecordingFile {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const blob = () => new Blob(parts);
  return {
    place: 'memory',
    maxBytes: MEMORY_BYTES,
    write: (bytes) => {
      parts.push(Uint8Array.from(bytes));
    },
    read: () => blob().stream(),
    close: async () => blob(),
    remove: async () => {},
  };
}

export const packed = (bytes: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Blob> =>
  new Response(bytes.pipeThrough(new CompressionStream('gzip'))).blob();
