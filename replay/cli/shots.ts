import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AppPlayer, openAppPlayer } from './app-player.ts';
import { nothingUseful } from './entries.ts';
import { type Exit, UsageError } from './exit.ts';
import type { Io } from './io.ts';
import { readView } from './recorded-view.ts';
import { makeFolder, reportFailure } from './recording-files.ts';
import { clockText, type Look, type ShotsTask } from './tool-arguments.ts';

/** A moment to take a picture of. */
interface Moment {
  readonly atMs: number;
  /** The note of the mark there; undefined: no mark. */
  readonly label: string | undefined;
}

/** Takes a picture of the app at each wanted moment, and prints the files' names. */
export async function takeShots({ file, out, atMs, withMarks, look }: ShotsTask, io: Io): Promise<Exit> {
  const view = await readView(file);
  const moments = [
    ...atMs.map((ms): Moment => ({ atMs: ms, label: undefined })),
    ...(withMarks ? view.marks : []),
  ].toSorted((a, b) => a.atMs - b.atMs);
  if (moments.length === 0)
    throw new UsageError(`${file} has no marks: name moments in ms or as 1:23.4, --at MOMENT,….`);
  const within = moments.filter(({ atMs: ms }) => ms <= view.endMs);
  const beyond = moments.slice(within.length).map(({ atMs: ms }) => clockText(ms));
  const lack = `it ends at ${clockText(view.endMs)}, before ${beyond.join(', ')}`;
  if (within.length === 0) throw nothingUseful(`${file}: ${lack}`, view.failure);
  if (beyond.length > 0) io.err(`${file}: ${lack}`);
  makeFolder(out);
  const player = await openAppPlayer(view, look, 'hidden');
  try {
    for (const moment of within) {
      await player.seek(moment.atMs);
      const path = join(out, nameOf(moment));
      await writeFile(path, await player.settled());
      await io.out(path);
    }
  } finally {
    await player.close();
  }
  return reportFailure(file, view.failure, io);
}

/** The app at one moment of a recording. PNG. @throws UsageError as `openAppPlayer` */
export async function pictureAt(file: string, atMs: number, look: Look): Promise<Buffer> {
  const [picture] = await seenAt(file, [atMs], look, (player) => player.settled());
  return picture ?? Buffer.alloc(0);
}

/** What is seen of the app at moments of a recording, in order. @throws UsageError as `openAppPlayer` */
export async function seenAt<T>(
  file: string,
  moments: readonly number[],
  look: Look,
  see: (player: AppPlayer) => Promise<T>,
): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const seen of seeing(file, moments, look, see)) all.push(seen);
  return all;
}

/** The same one by one, as long as they are wanted. */
export async function* seeing<T>(
  file: string,
  moments: readonly number[],
  look: Look,
  see: (player: AppPlayer) => Promise<T>,
): AsyncGenerator<T> {
  const player = await openAppPlayer(await readView(file), look, 'hidden');
  try {
    for (const atMs of moments) {
      await player.seek(Math.min(atMs, player.lengthMs));
      yield await see(player);
    }
  } finally {
    await player.close();
  }
}

/** Digits of a name's moment: the names of ten days sort by time. */
const DIGITS = 9;
const MAX_LABEL = 40;

/** `000012345-mark-odd-chart.png`; a note's letters stay in every script. */
function nameOf({ atMs, label }: Moment): string {
  const words = (label ?? '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join('-')
    .slice(0, MAX_LABEL);
  const parts = [
    String(Math.ceil(atMs)).padStart(DIGITS, '0'),
    ...(label === undefined ? [] : ['mark']),
    words,
  ];
  return `${parts.filter((part) => part !== '').join('-')}.png`;
}
