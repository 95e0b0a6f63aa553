/** What a run met and did, so that a run that did nothing is seen. */
export interface Tally {
  /** `group`: `step`, `fault`, `done` */
  count(group: string, name: string, times?: number): void;
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export type Counts = Record<string, Record<string, number>>;

export function createTally(): Tally {
  const counts: Counts = {};
  return {
    counts,
    count: (group, name, times = 1) => add(counts, group, name, times),
  };
}

export function addCounts(sum: Counts, counts: Tally['counts']): void {
  for (const [group, names] of Object.entries(counts))
    for (const [name, times] of Object.entries(names)) add(sum, group, name, times);
}

function add(counts: Counts, group: string, name: string, times: number): void {
  const names = counts[group] ?? {};
  counts[group] = names;
  names[name] = (names[name] ?? 0) + times;
}
