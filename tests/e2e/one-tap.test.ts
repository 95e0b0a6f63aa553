import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { type Finger, takeFinger } from '../helpers/finger.ts';
import { dealsOf } from './deals.ts';
import { demoPhone } from './member.ts';
import { instrumentNamed } from './phone.ts';
import { openScene } from './scene.ts';

/** PIPSTREAM_TAPS=600 is a minute at ten taps a second. */
const TAPS = Number(process.env['PIPSTREAM_TAPS'] ?? 100);
/** Taps on one instrument before the other. */
const PER_STRETCH = Math.max(10, TAPS / 10);
const EVERY_MS = 100;
const TIMEOUT = { timeout: 60_000 };

const FINAL: readonly string[] = ['executed', 'bounced', 'refused', 'not-executed'];

const scene = openScene();

/** One-tap trading with the smallest size, which the money is enough for however often it is dealt. */
const beginSmall = (): void => {
  localStorage.setItem('pipstream.confirm-orders', 'false');
  for (const code of ['EURUSD', 'GBPUSD']) localStorage.setItem(`pipstream.ticket.${code}`, '100 100');
};

/** The fates in the list, newest first, after all of it was scrolled into view. */
async function readFates(page: Page, count: number): Promise<readonly string[]> {
  const rows = page.getByRole('dialog').getByRole('article');
  await expect
    .poll(async () => {
      await rows.last().scrollIntoViewIfNeeded();
      return rows.count();
    }, TIMEOUT)
    .toBe(count);
  const seen = () => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-fate') ?? ''));
  await expect.poll(async () => (await seen()).includes('sent'), TIMEOUT).toBe(false);
  return seen();
}

/** Opens the list, whether or not a line says just then what became of the newest tap. */
async function openList(page: Page, finger: Finger): Promise<void> {
  await finger.tap(page.getByRole('button', { name: 'Tolerance and figures' }));
  // Unlike the finger it scrolls there, and waits until no message lies above it.
  await page.getByRole('button', { name: /^One-tap trading · / }).tap();
}

describe('one-tap trading', () => {
  it('shows what became of each of ten taps a second on two instruments; the exchange has exactly the filled ones', async () => {
    const { product } = scene;
    const { page, context, problems, member } = await demoPhone(scene);
    const cids = new Set<string | null>();
    context.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/forex/submit')) cids.add(searchParams.get('cid'));
    });
    await context.addInitScript(beginSmall);
    await context.addInitScript(() => {
      // A tap on a button that is disabled just then, or beside it, is none.
      addEventListener(
        'click',
        ({ target }) => {
          const text = target instanceof Element ? target.closest('button')?.textContent : undefined;
          if (/^(Buy|Sell) 0\.01/.test(text ?? '')) performance.mark('tap');
        },
        true,
      );
    });
    const codes = ['EURUSD', 'GBPUSD'] as const;
    const [first, second] = await Promise.all(codes.map((code) => instrumentNamed(product.url, code)));
    const finger = await takeFinger(await context.newCDPSession(page));
    await page.goto(`/trade?id=${first?.Id}`);
    const [buy, sell] = ['Buy', 'Sell'].map((side) =>
      page.getByRole('button', { name: new RegExp(`^${side} 0\\.01`) }),
    );
    if (buy === undefined || sell === undefined) throw new Error('two buttons');
    // The same side twice: the order before may still be under way.
    const stretch = Array.from({ length: PER_STRETCH }, (_, tap) => (tap % 4 < 2 ? buy : sell));
    for (let nth = 0; nth * PER_STRETCH < TAPS; nth++) {
      const id = nth % 2 === 0 ? first?.Id : second?.Id;
      await page.evaluate((to) => history.replaceState(null, '', to), `/trade?id=${id}`);
      await page.getByRole('heading', { name: nth % 2 === 0 ? 'EUR/USD' : 'GBP/USD' }).waitFor();
      await expect.poll(() => buy.isEnabled(), TIMEOUT).toBe(true);
      await finger.drum(stretch, EVERY_MS);
    }
    // The line is there for a moment only, which a busy machine may miss.
    await openList(page, finger);
    await page.getByRole('dialog').waitFor();
    const taps = await page.evaluate(() => performance.getEntriesByName('tap').length);
    expect(taps).toBeGreaterThan(TAPS / 4);
    const fates = await readFates(page, taps);
    // On a busy machine a price may move, or an order arrive, too late.
    expect(fates.filter((fate) => !FINAL.includes(fate))).toEqual([]);
    const filled = fates.filter((fate) => fate === 'executed').length;
    expect(filled).toBeGreaterThan(0);
    const orders = await dealsOf(product.url, member, 'open');
    expect(orders).toHaveLength(filled);
    expect(new Set(orders.map(({ ForexTradeLists }) => ForexTradeLists.Code))).toEqual(new Set(codes));
    // Each order that was sent had an id of its own, however often it was sent.
    // A busy machine may send two touches within the time of a bounce.
    expect(cids.size).toBe(fates.filter((fate) => fate !== 'bounced').length);
    await page.reload();
    await openList(page, finger);
    expect(await readFates(page, Math.min(taps, 200))).toEqual(fates.slice(0, 200));
    expect(problems).toEqual([]);
  });

  it('takes twenty taps of two thumbs in 0.7 s on a line of 300 ms: twenty orders, none twice', async () => {
    const { product } = scene;
    const { page, context, problems, member } = await demoPhone(scene, 'block');
    await context.addInitScript(beginSmall);
    const cids: (string | null)[] = [];
    await context.route(/\/forex\/submit/, async (route) => {
      cids.push(new URL(route.request().url()).searchParams.get('cid'));
      await sleep(300);
      await route.continue();
    });
    const { Id } = await instrumentNamed(product.url, 'EURUSD');
    const finger = await takeFinger(await context.newCDPSession(page));
    await page.goto(`/trade?id=${Id}`);
    const [sell, buy] = ['Sell', 'Buy'].map((side) =>
      page.getByRole('button', { name: new RegExp(`^${side} 0\\.01`) }),
    );
    if (buy === undefined || sell === undefined) throw new Error('two buttons');
    await expect.poll(() => buy.isEnabled(), TIMEOUT).toBe(true);
    await finger.drum(
      Array.from({ length: 20 }, (_, tap) => (tap % 2 === 0 ? sell : buy)),
      35,
    );
    await expect.poll(async () => (await dealsOf(product.url, member, 'open')).length, TIMEOUT).toBe(20);
    expect(new Set(cids).size).toBe(20);
    await openList(page, finger);
    await page.getByRole('dialog').waitFor();
    expect(await readFates(page, 20)).toEqual(Array.from({ length: 20 }, () => 'executed'));
    expect(problems).toEqual([]);
  });

  it.each([
    { width: 320, height: 568 },
    { width: 360, height: 740 },
  ])(
    'covers neither lots nor profit and Close all on $width x $height, and moves nothing',
    async (viewport) => {
      const { product } = scene;
      const { page, context } = await demoPhone(scene);
      await context.addInitScript(beginSmall);
      await page.setViewportSize(viewport);
      const { Id } = await instrumentNamed(product.url, 'EURUSD');
      await page.goto(`/trade?id=${Id}`);
      const buy = page.getByRole('button', { name: /^Buy 0\.01/ });
      const line = page.getByRole('button', { name: /^One-tap trading: / });
      const closeAll = page.getByRole('button', { name: 'Close all' });
      await expect.poll(() => buy.isEnabled(), TIMEOUT).toBe(true);
      // Before its code has come a message says what became of a tap.
      await page
        .getByRole('region', { name: 'Order form' })
        .locator('button[hidden]')
        .waitFor({ state: 'attached' });
      const before = await buy.boundingBox();
      await buy.tap();
      await line.getByText(/^Bought/).waitFor();
      await closeAll.waitFor();
      const isSeen = (target: Locator) =>
        target.evaluate((node) => {
          const { left, top, width, height } = node.getBoundingClientRect();
          return [0.02, 0.5, 0.98].every((part) =>
            node.contains(document.elementFromPoint(left + width / 2, top + height * part)),
          );
        });
      for (const target of [page.getByRole('textbox', { name: 'Lots' }), closeAll, buy])
        expect(await isSeen(target)).toBe(true);
      // Once the tap's own motion has ended.
      await expect.poll(() => buy.boundingBox(), TIMEOUT).toEqual(before);
      const chart = await page.locator('canvas').first().boundingBox();
      expect(chart?.height ?? 0).toBeGreaterThanOrEqual(Math.floor(viewport.height / 3));
    },
  );
});
