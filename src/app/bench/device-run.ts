import { every, later } from '../../clock.ts';
import { type HudReading, watchHud } from '../../state/hud-meter.ts';
import { openReplay } from '../../state/replay.ts';
import { type DeviceResult, deviceResult } from './device-result.ts';
import { seededTape } from './seeded-tape.ts';

const SCROLL_EVERY_MS = 2_000;
const SCROLLED_PX = 3_000;
/** Until the recording plays and the first rows are drawn. */
const SETTLE_MS = 3_000;

/** Plays the tape for so many seconds while the list scrolls. @param report called each second, with the count of seconds */
export function runTape(
  seconds: number,
  report: (elapsed: number, reading: HudReading) => void,
): Promise<DeviceResult> {
  openReplay(seededTape(seconds + (2 * SETTLE_MS) / 1000));
  let isDown = false;
  const stopScrolling = every(SCROLL_EVERY_MS, () => {
    isDown = !isDown;
    scrollTo({ top: isDown ? SCROLLED_PX : 0, behavior: 'smooth' });
  });
  const readings: HudReading[] = [];
  return new Promise((resolve) => {
    later(SETTLE_MS, () => {
      const stop = watchHud((reading) => {
        readings.push(reading);
        report(readings.length, reading);
        if (readings.length < seconds) return;
        stop();
        stopScrolling();
        resolve(deviceResult(readings));
      });
    });
  });
}
