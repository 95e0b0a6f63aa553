import { describe, expect, it } from 'vitest';
import { MAX_FAST_ROWS } from '../../shared/limits.ts';
import { englishPhone, openPhone, type Phone, seeChanges } from './phone.ts';
import { openStage } from './stage.ts';

const TIMEOUT = { timeout: 90_000 };

interface MarketCommand {
  readonly params?: { readonly rows: readonly number[]; readonly hz: number };
}

/** What the phone has sent on its socket about the prices, and the numbers of rows that came. */
function listenTo({ page }: Phone) {
  const asked: MarketCommand[] = [];
  const rows: number[] = [];
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      const text = String(payload);
      if (text.startsWith('{"cmd":"sub","topic":"DAY_MARKET"')) asked.push(JSON.parse(text));
    });
    socket.on('framereceived', ({ payload }) => {
      const text = String(payload);
      if (text.startsWith('{"topic":"DAY_MARKET"')) rows.push(JSON.parse(text).data.length);
    });
  });
  return { asked, rows };
}

describe('on a slow connection', () => {
  const stage = openStage({}, ['--force-effective-connection-type=2G']);

  it('the app asks for the rows on the screen, and gets few others', async () => {
    const phone = await englishPhone(stage.browser, stage.product.url);
    const { asked, rows } = listenTo(phone);
    await phone.page.goto('/');
    expect(await phone.page.evaluate('navigator.connection.effectiveType')).toBe('2g');
    await seeChanges(phone.page.locator('li[aria-posinset]').first(), 3);
    await expect.poll(() => asked.at(-1)?.params?.rows.length ?? 0, TIMEOUT).toBeGreaterThan(1);
    expect(asked.at(-1)?.params).toMatchObject({ hz: 4 });
    const all = Math.max(...rows);
    expect(asked.at(-1)?.params?.rows.length).toBeLessThan(Math.min(all, MAX_FAST_ROWS + 1));
    rows.length = 0;
    await expect.poll(() => rows.some((count) => count < all / 2), TIMEOUT).toBe(true);
    await phone.context.close();
  });
});

describe('on a good connection', () => {
  const stage = openStage();

  it('the app asks for all rows', async () => {
    const phone = await openPhone(stage.browser, stage.product.url);
    const { asked } = listenTo(phone);
    await phone.page.goto('/');
    await seeChanges(phone.page.locator('li[aria-posinset]').first(), 3);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter(({ params }) => params !== undefined)).toEqual([]);
    await phone.context.close();
  });
});
