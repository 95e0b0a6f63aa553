/** Where a long recording goes. Bytes are put behind each other as they come. */
export interface RecordingFile {
  readonly place: 'disk' | 'memory';
  readonly maxBytes: number;
  /** The bytes are only lent. @throws when the device has no room */
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
