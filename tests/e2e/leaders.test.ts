import type { Locator } from 'playwright';
import { expect, it } from 'vitest';
import { choose } from './forms.ts';
import { englishPhone } from './phone.ts';
import { openScene } from './scene.ts';

const scene = openScene();
const WAIT = { timeout: 90_000 };

// spec: 1.4 2.7 2.17 7.56 8.16
it('documentary has one leader after the other with curve, risk and trades; ranking is a table with a podium', async () => {
  const { page, problems } = await englishPhone(scene.browser, scene.product.url);
  await page.goto('/rank');
  const leaders = page.getByRole('main').getByRole('article');
  await leaders.first().waitFor();
  const count = await leaders.count();
  expect(count).toBeGreaterThan(3);
  for (const leader of await leaders.all()) {
    expect(await leader.locator('svg path').last().getAttribute('d')).toMatch(/^M0\.0 .+L320\.0 /);
    await leader.getByText('Max. drawdown').waitFor();
    await leader.getByRole('heading', { name: 'Latest trades' }).waitFor();
    const trades = await leader.getByRole('listitem').allTextContents();
    expect(trades.length).toBeGreaterThan(0);
    for (const trade of trades) expect(trade).toMatch(/\d\d:\d\d[-+][\d,]+\.\d\d$/);
    await leader.getByRole('button', { name: /^Copy / }).waitFor();
  }
  const soon = page.getByRole('alertdialog', { name: 'Coming soon' });
  const copying = async (button: Locator) => {
    await button.tap();
    await soon.getByText(/^Copying a trader.s orders is not/).waitFor();
    await soon.getByRole('button', { name: 'Got it' }).tap();
    await soon.waitFor({ state: 'detached' });
  };
  await copying(leaders.nth(1).getByRole('button', { name: /^Copy / }));
  await page.getByRole('link', { name: 'Ranking' }).tap();
  await page.waitForURL('**/rank?by=rate');
  const places = page.getByRole('main').locator('ol > li');
  await places.first().waitFor();
  expect(await places.count()).toBe(count);
  expect(await leaders.count()).toBe(0);
  const figures = () =>
    places.evaluateAll((all) =>
      all.map((place) =>
        Number(place.querySelector('button > :last-child')?.textContent?.replace(/[,%+]/g, '')),
      ),
    );
  const order = page.getByRole('group', { name: 'Ranking' });
  for (const by of ['Win rate', 'Profit', 'Return']) {
    await choose(order, by);
    await expect
      .poll(async () => {
        const shown = await figures();
        return shown.length === count && shown.every((one, at) => at === 0 || one <= (shown[at - 1] ?? 0));
      }, WAIT)
      .toBe(true);
  }
  // The first stands highest and in the middle, the second at its left.
  const boxes = await Promise.all([0, 1, 2, 3].map((at) => places.nth(at).boundingBox()));
  const [first, second, third, fourth] = boxes.map((box) => box ?? { x: 0, y: 0, width: 0, height: 0 });
  expect((second?.x ?? 0) < (first?.x ?? 0) && (first?.x ?? 0) < (third?.x ?? 0)).toBe(true);
  expect((first?.y ?? 0) < (second?.y ?? 0) && (second?.y ?? 0) < (third?.y ?? 0)).toBe(true);
  expect(fourth?.y).toBeGreaterThanOrEqual((first?.y ?? 0) + (first?.height ?? 0));
  await copying(places.nth(3).getByRole('button'));
  expect(problems).toEqual([]);
});
