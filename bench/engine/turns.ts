/** Of each contestant; the compiler has had its last word on a part after some seven turns. */
export interface Rounds {
  readonly warmUps: number;
  readonly counted: number;
}

/** Long enough for the process's CPU clock, short enough for turns to be fair. */
const TURN_US = 60_000;

/**
 * µs of CPU a call, over as many calls as it takes to fill a turn: the process's own time, so that other processes'
 * load does not count. The clock itself takes a microsecond or two: it is read between ever more calls.
 */
export function cpuOf(run: (call: number) => unknown): number {
  const before = process.cpuUsage();
  let call = 0;
  for (let batch = 1; ; ) {
    for (const end = call + batch; call < end; call++) run(call);
    const { user, system } = process.cpuUsage(before);
    if (user + system >= TURN_US) return (user + system) / call;
    if (user + system < TURN_US / 8) batch *= 2;
  }
}

/** The element of a call's number, round and round. */
export function pick<T>(list: readonly T[], call: number): T {
  const one = list[call % list.length];
  if (one === undefined) throw new Error('the list is empty');
  return one;
}
