import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { choose } from './forms.ts';
import { demoPhone, memberPhone } from './member.ts';
import { chooseInstrument, englishPhone, enterDemo, openPhone } from './phone.ts';
import { openScene } from './scene.ts';

const TIMEOUT = { timeout: 90_000 };

const scene = openScene();

const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
const langOf = (page: Page) => page.evaluate(() => document.documentElement.lang);

describe('a visitor', () => {
  // spec: 2.2 2.12
  it('finds home at its last scroll position, and every other screen at its top', async () => {
    const { page, problems } = await englishPhone(scene.browser, scene.product.url);
    await page.goto('/');
    const list = page.getByRole('list', { name: 'Quotes' });
    await list.waitFor();
    await page.evaluate(() => {
      document.querySelector('main')?.setAttribute('data-met', 'before');
      window.scrollTo(0, 900);
    });
    await expect.poll(() => scrolled(page), TIMEOUT).toBe(900);
    await page.getByRole('link', { name: 'Copy trading' }).tap();
    await page.waitForURL('**/rank');
    await expect.poll(() => scrolled(page), TIMEOUT).toBe(0);
    await page.getByRole('link', { name: 'Quotes' }).tap();
    await list.waitFor();
    await expect.poll(() => scrolled(page), TIMEOUT).toBe(900);
    expect(await page.locator('main[data-met="before"]').count()).toBe(1);
    expect(problems).toEqual([]);
  });

  // spec: 2.9 2.26 7.47
  it('searches for an instrument by a part of its name, and trades it', async () => {
    const { page } = await englishPhone(scene.browser, scene.product.url);
    await page.goto('/');
    await page.getByRole('button', { name: 'Search' }).tap();
    await page.waitForURL('**/product');
    await page.getByRole('searchbox').fill('no such thing');
    await page.getByText('No match for “no such thing”').waitFor();
    await page.getByRole('searchbox').fill('usd btc');
    await page.getByRole('link', { name: 'BTC/USD' }).waitFor();
    // What the page's list does not have, the exchange finds.
    await page.getByRole('searchbox').fill('hang senk');
    await page.getByRole('link', { name: 'HK50' }).tap();
    await page.waitForURL('**/trade?id=*');
    await page.getByRole('button', { name: /HK50/ }).first().waitFor();
    await page.goto('/product');
    await page.getByRole('list', { name: 'Recent' }).getByRole('link', { name: 'HK50' }).waitFor();
    await page.getByRole('list', { name: 'Popular' }).getByRole('link', { name: 'EUR/USD' }).waitFor();
  });

  // spec: 2.13 9.4
  it('chooses another instrument from the drawer, and the period of its candles', async () => {
    const { page } = await englishPhone(scene.browser, scene.product.url);
    await page.goto('/trade');
    await chooseInstrument(page, 'eth', /ETH\/USD/);
    const periods = page.getByRole('group', { name: 'Candle period' });
    for (const name of ['1M', '5M', '15M', '30M', '1H', '4H', '1D', '1W'])
      await periods.getByText(name, { exact: true }).waitFor();
    await choose(periods, '1H');
    await page.getByRole('application', { name: /^ETH\/USD, 1H candles\. Latest/ }).waitFor();
  });

  // spec: 2.27 2.28 7.57
  it('reads the list of news and one item', async () => {
    const { page, problems } = await englishPhone(scene.browser, scene.product.url);
    await page.goto('/news');
    const item = page.locator('a[href^="/news/detail?id="]').first();
    await item.waitFor();
    const target = (await item.getAttribute('href')) ?? '';
    await item.tap();
    await page.waitForURL(`**${target}`);
    const article = page.getByRole('article');
    await article.getByRole('heading').first().waitFor();
    expect(((await article.textContent()) ?? '').length).toBeGreaterThan(100);
    await page.goto('/news/detail?id=999999');
    await page.getByText('This item is no longer available.').waitFor();
    await enterDemo(page);
    await page.goto('/mine/announcement');
    await page.locator('a[href^="/news/detail?id="]').first().tap();
    await page.getByRole('article').waitFor();
    await page.getByRole('heading', { name: 'Announcements' }).waitFor();
    await expect.poll(() => page.title(), TIMEOUT).toBe('Announcements · Pipstream');
    expect(problems).toEqual([]);
  });

  it('meets no violation of the page’s policy, which turns no string into markup or a script', async () => {
    const { page, problems } = await englishPhone(scene.browser, scene.product.url);
    const violations: unknown[] = [];
    await page.exposeFunction('tellViolation', (violation: unknown) => violations.push(violation));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { tellViolation } = window as unknown as { tellViolation: (violation: unknown) => void };
        tellViolation([event.effectiveDirective, event.blockedURI, event.sample]);
      });
    });
    await page.goto('/');
    await page.getByRole('list', { name: 'Quotes' }).waitFor();
    await page.goto('/trade');
    await page.getByRole('application', { name: /candles\. Latest/ }).waitFor();
    await page.goto('/news');
    await page.locator('a[href^="/news/detail?id="]').first().tap();
    await page.getByRole('article').locator('p').first().waitFor();
    await enterDemo(page);
    await page.goto('/mine/chat');
    await page.getByRole('textbox').fill('Hello');
    await page.getByRole('button', { name: 'Send' }).tap();
    await page.getByText('Hello').waitFor();
    expect([violations, problems]).toEqual([[], []]);

    const outcomes = await page.evaluate(() => {
      const outcome = (attempt: () => unknown) => {
        try {
          attempt();
          return 'done';
        } catch (error) {
          return error instanceof Error ? error.name : error;
        }
      };
      return {
        markup: outcome(() => Object.assign(document.createElement('div'), { innerHTML: '<b>x</b>' })),
        foreignWorker: outcome(() => new Worker('https://evil.example/assets/x.js')),
        otherWorker: outcome(() => new Worker('/assets/../manifest.json')),
        otherScript: outcome(() => Object.assign(document.createElement('script'), { src: '/files/x' })),
        buildScript: outcome(() => Object.assign(document.createElement('script'), { src: '/assets/x.js' })),
      };
    });
    const [refused, done] = ['TypeError', 'done'];
    expect(outcomes).toEqual({
      markup: refused,
      foreignWorker: refused,
      otherWorker: refused,
      otherScript: refused,
      buildScript: done,
    });
  });

  // spec: 7.58 8.7
  it('sees a loading indicator until an item has arrived or failed', async () => {
    const { page, context } = await englishPhone(scene.browser, scene.product.url, 'block');
    let answer: 'late' | 'never' = 'late';
    let letGo = (): void => {};
    await context.route('**/api/news/info?*', async (route) => {
      await new Promise<void>((resolve) => {
        letGo = resolve;
      });
      await (answer === 'late' ? route.continue() : route.fulfill({ status: 500, body: 'broken' }));
    });
    const indicator = page.getByRole('status').filter({ hasText: /^Loading$/ });
    await page.goto('/news');
    await page.locator('a[href^="/news/detail?id="]').first().tap();
    await indicator.waitFor();
    letGo();
    await page.getByRole('article').waitFor();
    await indicator.waitFor({ state: 'detached' });
    answer = 'never';
    await page.reload();
    await indicator.waitFor();
    letGo();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await indicator.waitFor({ state: 'detached' });
  });

  // spec: 8.8
  it('gets the manifest of this origin, and no message when that fails', async () => {
    const { page, context } = await englishPhone(scene.browser, scene.product.url, 'block');
    await page.goto('/rank');
    const link = page.locator('link[rel="manifest"]');
    const answer = await page.request.get(
      new URL((await link.getAttribute('href')) ?? '', scene.product.url).href,
    );
    expect(await answer.json()).toMatchObject({ name: 'Pipstream', start_url: '/' });
    await context.route('**/manifest.json', (route) => route.abort());
    await page.reload();
    await page.locator('main li button').first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  // spec: 1.10 1.11 2.29 9.16
  it('reads Chinese first, and the chosen language on every later visit', async () => {
    const { page, context } = await openPhone(scene.browser, scene.product.url);
    await page.goto('/');
    await expect.poll(() => langOf(page), TIMEOUT).toBe('zh-HK');
    await page.getByRole('button', { name: '語言' }).tap();
    await page.waitForURL('**/language');
    await page.getByText('Español').tap();
    await expect.poll(() => langOf(page), TIMEOUT).toBe('es-ES');
    const later = await context.newPage();
    await later.goto('/feedback');
    await expect.poll(() => langOf(later), TIMEOUT).toBe('es-ES');
    await later.getByText('العربية').waitFor({ state: 'detached' });
    await later.goto('/language');
    await later.getByText('العربية').tap();
    await expect.poll(() => later.evaluate(() => document.documentElement.dir), TIMEOUT).toBe('rtl');
  });

  it('keeps the chosen language when another one cannot be loaded, though itself cannot be either', async () => {
    const { page, context } = await openPhone(scene.browser, scene.product.url, 'block');
    await context.addInitScript(() => {
      if (sessionStorage.getItem('begun') === null) localStorage.setItem('pipstream.language', 'fr');
      sessionStorage.setItem('begun', 'yes');
    });
    let asked = 0;
    await page.route(/\/(fr|de)\.first-[^/]*\.js$/, (route) => {
      asked++;
      return route.abort();
    });
    await page.goto('/language');
    await page.getByText('Deutsch').tap();
    await expect.poll(() => asked, TIMEOUT).toBeGreaterThanOrEqual(3);
    await page.getByRole('button', { name: 'Français', pressed: true }).waitFor();
    await page.getByText('Español').tap();
    await expect.poll(() => langOf(page), TIMEOUT).toBe('es-ES');
    expect(asked).toBe(3);
  });

  it('comes home by the arrow of the first screen, also after the browser’s own button led back to it', async () => {
    const { page } = await englishPhone(scene.browser, scene.product.url);
    await page.goto('/register');
    await page.getByRole('link', { name: 'I already have an account' }).tap();
    await page.waitForURL('**/login');
    await page.goBack();
    await page.waitForURL('**/register');
    await page.getByRole('button', { name: 'Back', exact: true }).tap();
    await page.getByRole('list', { name: 'Quotes' }).waitFor();
  });

  it('comes back by the arrow, and home from the first screen after a sheet, in a browser that knows little of its history', async () => {
    const { page, context } = await englishPhone(scene.browser, scene.product.url);
    await context.addInitScript(() => {
      for (const name of ['navigation', 'CloseWatcher']) Reflect.deleteProperty(window, name);
    });
    const back = page.getByRole('button', { name: 'Back', exact: true });
    await page.goto('/register');
    await page.getByRole('link', { name: 'I already have an account' }).tap();
    await page.waitForURL('**/login');
    await back.tap();
    await page.waitForURL('**/register');
    await page.goto('/register');
    await choose(page, 'Mobile');
    await page.getByRole('button', { name: /^Country/ }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await back.tap();
    await page.getByRole('list', { name: 'Quotes' }).waitFor();
  });

  // spec: 2.1 2.18
  it('gets a link home from an unknown page, and sees an empty feedback page', async () => {
    const { page } = await englishPhone(scene.browser, scene.product.url);
    await page.goto('/feedback');
    await page.getByRole('heading', { name: 'Feedback' }).waitFor();
    expect((await page.locator('main').textContent())?.trim()).toBe('');
    await page.goto('/no/such/page');
    await page.getByRole('button', { name: 'Go to quotes' }).tap();
    await page.getByRole('list', { name: 'Quotes' }).waitFor();
  });
});

describe('a member', () => {
  it('sees the list while the parts of home around it cannot be loaded, and then those too', async () => {
    const { page } = await demoPhone(scene, 'block');
    const parts = /\/(Sparkline|AccountStrip|HomeParts|Toasts|later-state)-[^/]*\.js$/;
    const failed = new Set<string>();
    await page.route(parts, (route) => {
      failed.add(route.request().url());
      return route.abort();
    });
    await page.goto('/');
    await expect.poll(() => failed.size, TIMEOUT).toBe(5);
    await page.getByRole('list', { name: 'Quotes' }).getByRole('listitem').first().waitFor();
    await page.unroute(parts);
    await page.getByRole('link', { name: 'Portfolio' }).waitFor();
    await page.locator('li[aria-posinset] img[src^="data:"]').first().waitFor();
  });

  // spec: 2.19 2.22 2.31 2.32 7.6 7.11 9.14
  it('finds their e-mail address and the company’s, the ledger, and the user centre at both addresses', async () => {
    const { page, problems } = await memberPhone(scene, 'ann@reading.example', 1_234.5);
    await page.goto('/mine/email');
    for (const address of ['ann@reading.example', 'support@pipstream.example'])
      await page.getByText(address).first().waitFor();
    await page.goto('/mine/history');
    await page.getByText('+1,234.500000').waitFor();
    await page.goto('/mine');
    await page.getByText('1,234.50').first().waitFor();
    await page.getByRole('button', { name: 'Hide balance' }).tap();
    await page.getByText('••••••').first().waitFor();
    expect(await page.getByText('1,234.50').count()).toBe(0);
    await page.getByRole('button', { name: 'Show balance' }).tap();
    await page.getByText('1,234.50').first().waitFor();
    await page.getByRole('link', { name: 'Invite friends' }).tap();
    const picture = page.getByRole('img', { name: 'QR code of the invitation link' });
    await picture.waitFor();
    expect(await picture.boundingBox()).toMatchObject({ width: 160, height: 160 });
    expect(problems).toEqual([]);
  });
});
