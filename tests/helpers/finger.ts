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
}

export async function takeFinger(cdp: CDPSession): Promise<Finger> {
  await cdp.send('Emulation.setEmitTouchEventsForMouse', { enabled: true, configuration: 'mobile' });
  return {
    async tap(target) {
      let box = null;
      // Between two screens there may be nothing to tap for a moment.
      while (box === null) {
        await target.waitFor();
        box = await target.boundingBox();
      }
      const at = {
        x: Math.round(box.x + box.width / 2),
        y: Math.round(box.y + box.height / 2),
        button: 'left',
      } as const;
      await cdp.send('Input.emulateTouchFromMouseEvent', { type: 'mousePressed', ...at });
      await sleep(PRESS_MS);
      await cdp.send('Input.emulateTouchFromMouseEvent', { type: 'mouseReleased', ...at });
    },
  };
}
