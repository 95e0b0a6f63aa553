/** Statuses of the command line; contract, section 6. */
export const EXIT = {
  done: 0,
  /** Asked for something that there is not, or the two that were compared differ. */
  refused: 1,
  /** The file is cut off or malformed: what was readable was kept. */
  damaged: 2,
} as const;

export type Exit = (typeof EXIT)[keyof typeof EXIT];
