/*
 * What a page had recorded that ended before it was saved: the worker's files in the browser's private storage, after their
 * worker has released its lock (`worker/device.ts`). They stay there until they are deleted, or too many or too old.
 */
import {
  parseRecordingName,
  RECORDER_LOCK,
  type RecordingName,
} from '../../shared/bridge/recording-names.ts';

export interface KeptRecording {
  /** `ring`: the last minutes before the page ended. */
  readonly kind: RecordingName['kind'];
  /** Epoch ms. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly bytes: number;
  /** Of its files, in order: a ring has up to two. */
  readonly names: readonly string[];
}

const HOUR_MS = 60 * 60 * 1_000;

const LIMITS = {
  long: { count: 5, ageMs: 7 * 24 * HOUR_MS, bytes: 512 * 1024 * 1024 },
  ring: { count: 2, ageMs: 24 * HOUR_MS, bytes: 64 * 1024 * 1024 },
} as const;

/** Builds before put one aside under this name. */
const FORMER = 'interrupted-recording';

/** Newest first; removes what is beyond the limits. Empty where the browser has no private storage, or no locks. */
export async function keptRecordings(now: number): Promise<readonly KeptRecording[]> {
  try {
    const folder = await navigator.storage.getDirectory();
    const { held = [] } = await navigator.locks.query();
    const living = new Set(held.map(({ name }) => name));
    const all = (await endedFiles(folder, living)).toSorted((a, b) => b.endedAt - a.endedAt);
    const kept = all.filter((one) => {
      const { count, ageMs, bytes } = LIMITS[one.kind];
      const newer = all
        .slice(0, all.indexOf(one))
        .filter(({ kind, bytes: size }) => kind === one.kind && size > 0);
      const total = newer.reduce((sum, other) => sum + other.bytes, 0);
      return newer.length < count && total < bytes && now - one.endedAt < ageMs && one.bytes > 0;
    });
    for (const one of all) if (!kept.includes(one)) await dropRecording(one);
    await folder.removeEntry(FORMER).catch(() => {});
    return kept;
  } catch {
    return [];
  }
}

async function endedFiles(
  folder: FileSystemDirectoryHandle,
  living: ReadonlySet<string | undefined>,
): Promise<readonly KeptRecording[]> {
  const found = new Map<string, KeptRecording>();
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  for (const name of names.sort()) {
    const parsed = parseRecordingName(name);
    if (parsed === undefined || living.has(`${RECORDER_LOCK}${parsed.owner}`)) continue;
    const { kind, owner, startedAt } = parsed;
    const file = await (await folder.getFileHandle(name)).getFile();
    // A ring's two files are one recording.
    const key = kind === 'ring' ? `ring ${owner}` : name;
    const before = found.get(key);
    found.set(key, {
      kind,
      startedAt: before?.startedAt ?? startedAt,
      endedAt: Math.max(before?.endedAt ?? 0, file.lastModified),
      bytes: (before?.bytes ?? 0) + file.size,
      names: [...(before?.names ?? []), name],
    });
  }
  return [...found.values()];
}

/** Forgets it; a file that another tab has just removed, or still writes, is passed over. */
export async function dropRecording({ names }: Pick<KeptRecording, 'names'>): Promise<void> {
  const folder = await navigator.storage.getDirectory();
  for (const name of names) await folder.removeEntry(name).catch(() => {});
}

/** Its lines, without one that was cut off. Rejects if the files are gone. */
export async function readRecording({ names }: KeptRecording): Promise<Blob> {
  const folder = await navigator.storage.getDirectory();
  const [first, second] = await Promise.all(
    names.map(async (name) => wholeLines(await (await folder.getFileHandle(name)).getFile())),
  );
  if (second === undefined) return first ?? new Blob();
  return first === undefined || first.size === 0 ? second : joined(first, await second.text());
}

const TAIL_BYTES = 1024 * 1024;
const NEWLINE = 10;

async function wholeLines(file: Blob): Promise<Blob> {
  const tailStart = Math.max(0, file.size - TAIL_BYTES);
  const tail = new Uint8Array(await file.slice(tailStart).arrayBuffer());
  return file.slice(0, tailStart + tail.lastIndexOf(NEWLINE) + 1);
}

/** The second part begins with what was known: that is left out, and its times count from the start of the first. */
async function joined(first: Blob, second: string): Promise<Blob> {
  const startOf = (line: string) =>
    JSON.parse(line) as { readonly started_at: string; readonly head?: number };
  const [header = '{}', ...lines] = second.split('\n').slice(0, -1);
  const text = await first.text();
  const { started_at, head = 0 } = startOf(header);
  const laterMs = Date.parse(started_at) - Date.parse(startOf(text.slice(0, text.indexOf('\n'))).started_at);
  const shifted = lines
    .slice(head)
    .map((line) => line.replace(/^\{"at":([\d.]+)/, (_, at) => `{"at":${Number(at) + laterMs}`));
  return new Blob([first, ...shifted.map((line) => `${line}\n`)]);
}
