/** Exit statuses of the command line; docs/recordings.md, "Command line". */
export const EXIT = {
  done: 0,
  /** Invalid usage, or the two compared files differ. */
  refused: 1,
  /** The file is truncated or malformed; the readable part was kept. */
  damaged: 2,
  /** An import that dropped more than a tenth of the prices that it understood; the rest was written. */
  incomplete: 3,
} as const;

export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** Invalid command line; the message explains why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
