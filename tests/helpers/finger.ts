import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Locator } from 'playwright';

/** How long a thumb touches the glass, ms. */
const PRESS_MS = 60;

/**
 * A finger whose touches reach the page at once, as on a phone. Playwright's own tap arrives only after the page has
 * painted a frame, and lifts the finger in the same moment.
 */
export interface Finger {
  /** Touches the middle of the element; does not scroll to it. */
  tap(target: Locator): Promise<void>;
  tapAt(at: Place): Promise<void>;
  /**
   * Taps these one after the other, `everyMs` apart, however long the page takes for each.
   * @returns how long that took, ms
   */
  drum(targets: readonly Locator[], everyMs: number): Promise<number>;
}

/** In CSS pixels of the viewport. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * @param cdp of a page that is not open yet, for many taps: on one that is, Chromium's touches do not know that it is made for
 * phones, and on a busy machine two quick taps may zoom in, after which all others miss what they aim at
 */
export async function takeFinger(cdp: CDPSession): Promise<Finger> {
  await cdp.send('Emulation.setEmitTouchEventsForMouse', { enabled: true, configuration: 'mobile' });
  const touch = (type: 'mousePressed' | 'mouseReleased', at: Place) =>
    cdp.send('Input.emulateTouchFromMouseEvent', { type, ...at, button: 'left' });
  async function tapAt(at: Place): Promise<void> {
    await touch('mousePressed', at);
    await sleep(PRESS_MS);
    await touch('mouseReleased', at);
  }
  return {
    tap: async (target) => tapAt(await middleOf(target)),
    tapAt,
    async drum(targets, everyMs) {
      const known = new Map<Locator, Place>();
      for (const target of targets) known.set(target, known.get(target) ?? (await middleOf(target)));
      const places = targets.flatMap((target) => known.get(target) ?? []);
      const beganMs = performance.now();
      const sent: Promise<unknown>[] = [];
      // Quicker taps are those of two thumbs by turns, each of which touches no longer than the other.
      const pressMs = Math.min(PRESS_MS, everyMs / 2);
      for (const [nth, at] of places.entries()) {
        await sleep(Math.max(0, beganMs + nth * everyMs - performance.now()));
        sent.push(touch('mousePressed', at));
        await sleep(pressMs);
        sent.push(touch('mouseReleased', at));
      }
      await Promise.all(sent);
      return performance.now() - beganMs;
    },
  };
}

async function middleOf(target: Locator): Promise<Place> {
  let box = null;
  // Between two screens there may be nothing to tap for a moment.
  while (box === null) {
    await target.waitFor();
    box = await target.boundingBox();
  }
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}
