import { type Comparison, compare } from '../figures/method.ts';

/** Rounds per contestant. The JIT compiler has finished with a part after about seven turns. */
export interface Rounds {
  readonly warmUps: number;
  readonly counted: number;
}

/** Long enough for the process's CPU clock, short enough to alternate fairly. */
const TURN_US = 60_000;

/**
 * µs of CPU a call, over as many calls as fill a turn. It is the process's own time, so that the load of other
 * processes does not count. Reading the clock takes a microsecond or two, so the number of calls between two readings
 * grows.
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

/** Compares the product's CPU time for a call with a peer's. */
export const comparedCalls = (
  { counted, warmUps }: Rounds,
  product: (call: number) => unknown,
  peer: string,
  ofPeer: (call: number) => unknown,
): Promise<Comparison> =>
  compare(
    [
      { name: 'product', run: () => cpuOf(product) },
      { name: peer, run: () => cpuOf(ofPeer) },
    ],
    counted,
    warmUps,
  );

/** The element for a call's number, in rotation. */
export function pick<T>(list: readonly T[], call: number): T {
  const one = list[call % list.length];
  if (one === undefined) throw new Error('the list is empty');
  return one;
}
