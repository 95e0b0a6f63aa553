/** Long enough for the process's CPU clock, short enough for turns to be fair. */
const TURN_US = 60_000;

/**
 * µs of CPU a call, over as many calls as it takes to fill a turn: the process's own time, so that other processes'
 * load does not count.
 */
export function cpuOf(run: (call: number) => unknown): number {
  const before = process.cpuUsage();
  for (let call = 0; ; ) {
    run(call++);
    const { user, system } = process.cpuUsage(before);
    if (user + system >= TURN_US) return (user + system) / call;
  }
}

/** The element of a call's number, round and round. */
export function pick<T>(list: readonly T[], call: number): T {
  const one = list[call % list.length];
  if (one === undefined) throw new Error('the list is empty');
  return one;
}
