import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

/** So that a leap of a moment is noticed as well: holds leave out what was seen. */
const EVERY_MS = 250;
/** A smaller change is no news. */
const SET_MS = 1_000;

/**
 * Reads the machine's clock regularly, and logs when somebody or NTP sets it, and how long stamps stand for it.
 * @param onSet called when it was set
 * @returns stop
 */
export function watchClock(
  clock: Clock,
  log: Pick<Log, 'warn'>,
  onSet: () => void = () => undefined,
): () => void {
  let offsetMs = clock.wall() - clock.steady();
  let isStanding = false;
  return clock.every(EVERY_MS, () => {
    const now = clock.wall() - clock.steady();
    const setByMs = now - offsetMs;
    const aheadMs = clock.aheadMs();
    if (Math.abs(setByMs) >= SET_MS) {
      offsetMs = now;
      onSet();
      log.warn({ log: 'clock', setByMs, aheadMs }, sentenceOf(setByMs, aheadMs));
    } else if (isStanding && aheadMs === 0)
      log.warn(
        { log: 'clock', setByMs: 0, aheadMs },
        "Stamps of orders and prices follow the machine's clock again.",
      );
    isStanding = aheadMs >= SET_MS || (isStanding && aheadMs > 0);
  });
}

const secondsOf = (ms: number): string => `${Math.round(Math.abs(ms) / 1_000)} s`;

function sentenceOf(setByMs: number, aheadMs: number): string {
  const set = `The machine's clock was set ${setByMs < 0 ? 'back' : 'forward'} by ${secondsOf(setByMs)}`;
  if (aheadMs < SET_MS) return `${set}. Stamps of orders and prices follow it; holds and retentions don't.`;
  return `${set}. Stamps of orders and prices stand until it has caught up, in ${secondsOf(aheadMs)}.`;
}
