import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { NEXT, openPublisher } from './next-build.ts';
import { englishPhone, enterDemo, instrumentNamed, seeChanges } from './phone.ts';
import { openScene } from './scene.ts';

const scene = openScene();

interface Picture {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: string;
  readonly form_factor?: string;
}

/** Runs in the page. */
const sizesOf = (paths: readonly string[]) =>
  Promise.all(
    paths.map(async (path) => {
      const image = new Image();
      image.src = path;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }),
  );

/** The paths in the caches of the origin. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

/** Waits until the shell, with the texts of English, is on the device and answers for the page. */
async function installed(page: Page): Promise<void> {
  await expect
    .poll(async () => (await kept(page)).filter((path) => /\/en\.(first|later)-/.test(path)).length, {
      timeout: 90_000,
    })
    .toBe(2);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

async function installedPhone() {
  const phone = await englishPhone(scene.browser, scene.product.url);
  await phone.page.goto('/');
  await installed(phone.page);
  return phone;
}

describe('the app', () => {
  it('can be installed: the browser has nothing against it, and its pictures have the sizes that the manifest says', async () => {
    const { page, context } = await installedPhone();
    const browser = await context.newCDPSession(page);
    const { errors } = await browser.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
      [],
    );
    const manifest = await (await page.request.get('/manifest.json')).json();
    expect(manifest).toMatchObject({
      id: '/',
      start_url: '/',
      display: 'standalone',
      categories: ['finance'],
    });
    expect(manifest).not.toHaveProperty('orientation');
    const { icons, screenshots } = manifest as Record<'icons' | 'screenshots', readonly Picture[]>;
    const pictures = [...icons.filter(({ sizes }) => sizes !== 'any'), ...screenshots];
    const apple = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
    pictures.push({ src: apple ?? '', sizes: '180x180', type: 'image/png' });
    expect(
      await page.evaluate(
        sizesOf,
        pictures.map(({ src }) => src),
      ),
    ).toEqual(pictures.map(({ sizes }) => sizes));
    for (const { src, type } of pictures) {
      const answer = await page.request.get(src);
      expect([src, answer.headers()['content-type']]).toEqual([src, type]);
      expect([src, (await answer.body()).length < 130_000]).toEqual([src, true]);
    }
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
      expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
    );
    expect(screenshots.map((one) => one.form_factor)).toEqual(['narrow', 'narrow', 'wide']);
  });
});

describe('the installed app', () => {
  it('waits with its installation until the user rests: a slow phone answers taps first', async () => {
    const { page } = await englishPhone(scene.browser, scene.product.url);
    await page.goto('/');
    // Longer than it takes until the page is complete, and three seconds more.
    await page.evaluate(
      (taps) =>
        new Promise<void>((resolve) => {
          let left = taps;
          const timer = setInterval(() => {
            dispatchEvent(new PointerEvent('pointerdown'));
            if (--left > 0) return;
            clearInterval(timer);
            resolve();
          }, 250);
        }),
      32,
    );
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
      0,
    );
    await installed(page);
  });

  it('keeps the shell on the device after a visit: no answer of the exchange, and no language but those in use', async () => {
    const { page, problems } = await englishPhone(scene.browser, scene.product.url);
    await page.goto('/');
    await page.locator('li[aria-posinset]').first().waitFor();
    await installed(page);
    const paths = await kept(page);
    expect(paths).toEqual(expect.arrayContaining(['/', '/icon.svg', '/manifest.json']));
    expect(paths.some((path) => /^\/(v1|api|logos|socket)/.test(path))).toBe(false);
    const languages = paths.flatMap((path) => /\/([a-z]+)\.first-/.exec(path)?.[1] ?? []);
    expect(languages.toSorted()).toEqual(['en', 'hk']);
    expect(problems).toEqual([]);
  });

  it('starts on every path of the app without a network, and loads what is missing when it is back', async () => {
    const { page, context } = await installedPhone();
    await context.setOffline(true);
    for (const [path, tab] of [
      ['/', 'Quotes'],
      ['/trade?id=1', 'Trade'],
      ['/rank', 'Ranking'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('navigation').getByRole('link', { name: tab }).waitFor();
    }
    await page.getByText('Offline').first().waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).waitFor();
    await context.setOffline(false);
    await page.getByText('Simulated prices').first().waitFor();
    await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
  });

  it('says on the screens of an account that they need a connection, and shows them by itself when it is back', async () => {
    const { page, context } = await englishPhone(scene.browser, scene.product.url);
    await enterDemo(page);
    await page.goto('/');
    await installed(page);
    await context.setOffline(true);
    for (const [path, title] of [
      ['/order', 'Orders'],
      ['/portfolio', 'Portfolio'],
      ['/user', 'My account'],
    ] as const) {
      await page.goto(path);
      const main = page.getByRole('main');
      await main.getByText('This page needs a connection').waitFor();
      expect(await main.getByRole('status', { name: 'Loading' }).count()).toBe(0);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    }
    await page.getByRole('main').getByRole('button', { name: 'Go to quotes' }).tap();
    await page.getByText(/^Prices as of \d\d:\d\d:\d\d\./).waitFor();
    await page.goto('/order');
    await page.getByText('This page needs a connection').waitFor();
    await context.setOffline(false);
    await page.getByText('No open positions').waitFor();
  });

  it('shows the last known prices greyed, says from when they are, and goes on by itself when the network is back', async () => {
    const { page, context } = await installedPhone();
    // A visitor has no movers.
    await enterDemo(page);
    await page.goto('/');
    const row = page.locator('li[aria-posinset]').filter({ hasText: 'EUR/USD' });
    await seeChanges(row, 2);
    await context.setOffline(true);
    await page.reload();
    await page.getByText(/^Prices as of \d\d:\d\d:\d\d\./).waitFor();
    expect(await row.textContent()).toMatch(/\d\.\d{5}/);
    expect(await row.locator('a').getAttribute('data-old')).toBe('');
    const movers = page.getByRole('list', { name: 'Movers' });
    await movers
      .getByText(/^[+-]\d+\.\d\d%$/)
      .nth(3)
      .waitFor();
    expect(await movers.getAttribute('data-old')).toBe('');
    // Also on a phone in landscape they are beside what says so, not below it.
    await page.setViewportSize({ width: 740, height: 360 });
    const notice = page.getByText(/^Prices as of/);
    const [strip, said] = await Promise.all([movers.boundingBox(), notice.boundingBox()]);
    expect((strip?.y ?? 0) + (strip?.height ?? 0)).toBeLessThanOrEqual(said?.y ?? 0);
    await page.setViewportSize({ width: 390, height: 844 });
    await row.tap();
    const buy = page.locator('[data-variant="buy"]');
    await buy.waitFor();
    expect(await buy.isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Quotes' }).tap();
    await context.setOffline(false);
    await page.getByText(/^Prices as of/).waitFor({ state: 'detached' });
    await seeChanges(row, 2);
    expect(await row.locator('a').getAttribute('data-old')).toBeNull();
    await expect.poll(() => movers.getAttribute('data-old'), { timeout: 90_000 }).toBeNull();
  });

  it('starts with the last known prices, greyed, and does not wait for the network to fail; then come those of the exchange', async () => {
    const { page, context } = await installedPhone();
    const row = page.locator('li[aria-posinset]').filter({ hasText: 'EUR/USD' });
    await seeChanges(row, 2);
    const answers = Promise.withResolvers<void>();
    await context.route(/trade_list/, async (route) => {
      await answers.promise;
      await route.continue();
    });
    // Timers of some seconds never fire, so a list that is merely slow is not what shows the prices.
    await page.addInitScript(() => {
      const wait = window.setTimeout.bind(window);
      Object.assign(window, {
        setTimeout: (run: () => void, ms = 0) => wait(run, ms < 2_000 ? ms : 2 ** 30),
      });
    });
    await page.reload();
    await row.filter({ hasText: /\d\.\d{5}/ }).waitFor();
    expect(await row.locator('a').getAttribute('data-old')).toBe('');
    answers.resolve();
    await seeChanges(row, 2);
    expect(await row.locator('a').getAttribute('data-old')).toBeNull();
  });

  it('leaves the edge free that a lying phone keeps for its gestures: no field shows below Sell and Buy', async () => {
    const { page, context } = await englishPhone(scene.browser, scene.product.url);
    await page.setViewportSize({ width: 844, height: 390 });
    const insets = { left: 47, right: 47, bottom: 21 };
    const browser = await context.newCDPSession(page);
    await browser.send('Emulation.setSafeAreaInsetsOverride', { insets });
    await page.goto('/trade');
    const buy = await page.locator('[data-variant="buy"]').boundingBox();
    const fieldsEnd = await page.getByRole('textbox', { name: 'Lots' }).evaluate((field) => {
      let box = field.parentElement;
      while (box !== null && getComputedStyle(box).overflowY !== 'auto') box = box.parentElement;
      return box?.getBoundingClientRect().bottom;
    });
    expect(fieldsEnd).toBe(390 - insets.bottom);
    const { x = 0, y = 0, width = 0, height = 0 } = buy ?? {};
    expect(y + height).toBeLessThanOrEqual(390 - insets.bottom);
    expect(x + width).toBeLessThanOrEqual(844 - insets.right);
  });

  it('says that a new version is ready, over an open ticket too, and starts it only when asked', async () => {
    const publisher = await openPublisher(scene.product.url);
    const { page } = await englishPhone(scene.browser, publisher.url);
    await enterDemo(page);
    const { Id: id } = await instrumentNamed(publisher.url, 'BTCUSD');
    await page.goto(`/trade?id=${id}`);
    await installed(page);
    await page.locator('[data-variant="buy"]').tap();
    await page.getByRole('dialog').waitFor();
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    publisher.publish();
    // As when the app comes back to the front.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.getByText('A new version is ready').waitFor();
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    await page.getByRole('dialog').waitFor();
    const scripts = () => page.locator('script[type=module]').last().getAttribute('src');
    expect(await scripts()).not.toContain(NEXT);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    // A half-filled order would be lost. This size is not suggested at any price.
    const lots = page.getByRole('textbox', { name: 'Lots' });
    await lots.fill('1.23');
    const update = page.getByRole('button', { name: 'Update now' });
    await update.tap();
    const question = page.getByRole('alertdialog', { name: 'Your order is half filled in' });
    await question.getByRole('button', { name: 'Cancel' }).tap();
    await question.waitFor({ state: 'hidden' });
    expect([await page.evaluate(() => 'isSamePage' in window), await lots.inputValue()]).toEqual([
      true,
      '1.23',
    ]);
    await update.tap();
    await question.getByRole('button', { name: 'Update now' }).tap();
    await page.waitForFunction(() => !('isSamePage' in window));
    await expect.poll(scripts, { timeout: 90_000 }).toContain(NEXT);
    await page.locator('[data-variant="buy"]').waitFor();
  });
});
