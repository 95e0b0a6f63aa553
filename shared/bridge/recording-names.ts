/*
 * The files of recordings in the browser's private storage, which the worker writes and the page finds after the worker has
 * ended. Each worker has a number, and holds the lock of that number as long as it lives.
 */

/** Before the worker's number: the name of its lock. */
export const RECORDER_LOCK = 'pipstream.recorder-';

export interface RecordingName {
  /** `ring`: a part of the last minutes. */
  readonly kind: 'long' | 'ring';
  /** Number of the worker. */
  readonly owner: number;
  /** Epoch ms. */
  readonly startedAt: number;
}

const FIRST = { long: 'recording', ring: 'ring' } as const;

export const recordingName = (kind: RecordingName['kind'], owner: number, startedAt: number): string =>
  `${FIRST[kind]}-${owner}-${startedAt}`;

/** Builds before had no number of the worker in the name. */
const NAME = /^(recording|ring)-(\d+)(?:-(\d+))?$/;

/** Undefined for a file that is not a recording. */
export function parseRecordingName(name: string): RecordingName | undefined {
  const [, first, owner, startedAt = owner] = NAME.exec(name) ?? [];
  if (first === undefined) return undefined;
  return { kind: first === 'ring' ? 'ring' : 'long', owner: Number(owner), startedAt: Number(startedAt) };
}
