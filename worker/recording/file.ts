/** Where a long recording goes. Texts are put behind each other as they come. */
export interface RecordingFile {
  readonly place: 'disk' | 'memory';
  readonly maxBytes: number;
  /** @throws when the device has no room */
  write(text: string): void;
  /** Everything written; nothing can be written afterwards. */
  close(): Promise<Blob>;
}

const MEMORY_BYTES = 32 * 1024 * 1024;

/** For browsers without private files. */
export function memoryFile(): RecordingFile {
  const parts: string[] = [];
  return {
    place: 'memory',
    maxBytes: MEMORY_BYTES,
    write: (text) => {
      parts.push(text);
    },
    close: async () => new Blob(parts),
  };
}

export async function packed(blob: Blob): Promise<Blob> {
  return new Response(blob.stream().pipeThrough(new CompressionStream('gzip'))).blob();
}
