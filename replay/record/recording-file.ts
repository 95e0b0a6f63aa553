/** Where a long recording is written; bytes are appended. */
export interface RecordingFile {
  readonly place: 'disk' | 'memory';
  readonly maxBytes: number;
  /** Must not keep `bytes`. @throws if the device is full */
  write(bytes: Uint8Array): void;
  /** Everything written; nothing can be written afterwards. */
  close(): Promise<Blob>;
}

const MEMORY_BYTES = 32 * 1024 * 1024;

/** For browsers without private files. */
export function memoryFile(): RecordingFile {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  return {
    place: 'memory',
    maxBytes: MEMORY_BYTES,
    write: (bytes) => {
      parts.push(Uint8Array.from(bytes));
    },
    close: async () => new Blob(parts),
  };
}

export async function packed(blob: Blob): Promise<Blob> {
  return new Response(blob.stream().pipeThrough(new CompressionStream('gzip'))).blob();
}
