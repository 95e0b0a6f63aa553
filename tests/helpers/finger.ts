import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Locator } from 'playwright';

/** As long as a thumb stays on the glass. */
const PRESS_MS = 60;

/**
 * A finger whose touches reach the page at once, as a phone's do. Playwright's own tap is handed over only after the page
 * has made a whole picture, and lifts the finger in the same moment.
 */
export interface Finger {
  /** Touches the middle of what has come by then; what is not on the screen is not scrolled to. */
  tap(target: Locator): Promise<void>;
}

export async function takeFinger(cdp: CDPSession): Promise<Finger> {
  await cdp.send('Emulation.setEmitTouchEventsForMouse', { enabled: true, configuration: 'mobile' });
  return {
    async tap(target) {
      const box = await target.boundingBox();
      if (box === null) throw new Error('there is nothing to tap');
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
