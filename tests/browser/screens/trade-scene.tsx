import { afterEach, beforeAll, expect } from 'vitest';
import { page } from 'vitest/browser';
import { type BaseLocationHook, Router } from 'wouter';
import shellStyles from '../../../src/app/Shell.module.css';
import { TabBar } from '../../../src/app/TabBar.tsx';
import { Toasts } from '../../../src/components/Toasts.tsx';
import { showLanguage } from '../../../src/i18n/texts.ts';
import { openTradeScreen } from '../../../src/screens/Trade/TradeScreen.tsx';
import { clearDrafts } from '../../../src/screens/Trade/ticket/ticket-drafts.ts';
import { clearOrderTaps } from '../../../src/state/order-taps.ts';
import { only, render } from '../components/render.tsx';
import { hold, position, prepareOrderScene } from '../order/order-scene.tsx';

/* The trade screen over a scripted engine, for the tests beside. */

const place: BaseLocationHook = () => ['/trade', () => {}];
place.searchHook = () => '?id=1';

/** Each test begins without drafts, in English, and leaves the viewport as it was. */
export function prepareTradeScene(): void {
  prepareOrderScene();
  let usual = { width: 0, height: 0 };
  beforeAll(() => {
    usual = { width: innerWidth, height: innerHeight };
  });
  afterEach(async () => {
    clearOrderTaps();
    clearDrafts();
    document.documentElement.style.fontSize = '';
    await showLanguage('en');
    await page.viewport(usual.width, usual.height);
  });
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A usual phone, the smallest one, and one in landscape. */
export const SIZES = [
  { width: 360, height: 740 },
  { width: 320, height: 568 },
  { width: 740, height: 360 },
] as const;

/** Renders the trade screen with four positions, once it can be dealt on. */
export async function show({ width, height }: Size): Promise<void> {
  await page.viewport(width, height);
  const TradeScreen = openTradeScreen();
  await render(
    <Router hook={place}>
      {/* As the shell has it. */}
      <div className={shellStyles.pane}>
        <div className={shellStyles.scroll} data-scroll="chart">
          <TradeScreen />
        </div>
      </div>
      <TabBar />
      <Toasts />
    </Router>,
  );
  await hold([1, 2, 3, 4].map((id) => position(id)));
  await expect.poll(() => document.querySelectorAll('[data-variant="buy"]:not(:disabled)').length).toBe(1);
  await expect.poll(() => document.querySelectorAll('[class*="figures"] b').length).toBeGreaterThan(0);
}

export const strip = () => page.elementLocator(only('section[class*="strip"]'));
export const boxOf = (selector: string) => only(selector).getBoundingClientRect();
/** Scroll positions are whole pixels. */
export const meets = (a: DOMRect, b: DOMRect): boolean =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;

/** Whether a touch in the middle of the element reaches it. */
export function isReached(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [0.2, 0.5, 0.8].every((down) =>
    element.contains(document.elementFromPoint(left + width / 2, top + height * down)),
  );
}
