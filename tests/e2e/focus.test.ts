import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { submitAs } from './deals.ts';
import { openComputer } from './member.ts';
import { openScene } from './scene.ts';

const scene = openScene();

/** More than any of these screens has. */
const STOPS = 60;

/** Goes through a screen by the keyboard. @returns the names of what was focused, and of those whose ring is cut off */
async function walk(page: Page) {
  const names = new Set<string>();
  const cut = new Set<string>();
  for (let stop = 0; stop < STOPS; stop++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(async () => {
      // What is focused is scrolled to in the next frame.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      const focused = document.activeElement;
      if (!(focused instanceof HTMLElement) || focused === document.body) return undefined;
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(focused);
      const name = focused.getAttribute('aria-label') ?? focused.textContent ?? '';
      if (outlineStyle === 'none') return { name, isCut: false };
      const around = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
      const box = focused.getBoundingClientRect();
      const isOutside = (room: { left: number; top: number; right: number; bottom: number }) =>
        box.left - around < room.left - 0.5 ||
        box.right + around > room.right + 0.5 ||
        box.top - around < room.top - 0.5 ||
        box.bottom + around > room.bottom + 0.5;
      let isCut = isOutside({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
      for (let above = focused.parentElement; above !== null; above = above.parentElement)
        if (above !== document.documentElement && above !== document.body)
          if (getComputedStyle(above).overflowX !== 'visible')
            isCut ||= isOutside(above.getBoundingClientRect());
      return { name, isCut };
    });
    if (at === undefined) continue;
    names.add(at.name);
    if (at.isCut) cut.add(at.name);
  }
  return { names: [...names], cut: [...cut] };
}

it.each([
  ['/', 'Search'],
  ['/trade?id=1', 'Indicators'],
  ['/order', 'History'],
  ['/mine/system', 'Keyboard shortcuts'],
])('the keyboard’s focus is seen whole on %s', async (path, name) => {
  const { page } = await openComputer(scene, 360, 740);
  await page.goto(path);
  await page.getByRole('button', { name }).or(page.getByRole('tab', { name })).first().waitFor();
  const { names, cut } = await walk(page);
  expect(names.length).toBeGreaterThan(5);
  expect(cut).toEqual([]);
});

it('the keyboard’s focus is seen whole in a sheet that scrolls', async () => {
  const { page, member } = await openComputer(scene, 360, 740);
  await submitAs(scene.product.url, member, 'buy', 'EURUSD');
  await page.goto('/order');
  await page.getByRole('button', { name: 'EUR/USD, details' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reverse' }).waitFor();
  const { names, cut } = await walk(page);
  expect(names).toContain('Reverse');
  expect(cut).toEqual([]);
});
