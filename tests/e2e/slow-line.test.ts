import { describe, expect, it } from 'vitest';
import { createFrameBytes } from '../../replay/format/frame-bytes.ts';
import { MAX_FAST_ROWS } from '../../shared/limits.ts';
import { englishPhone, openPhone, type Phone, seeChanges } from './phone.ts';
import { openScene } from './scene.ts';

const TIMEOUT = { timeout: 90_000 };

interface MarketCommand {
  readonly params?: { readonly rows: readonly number[]; readonly hz: number };
}

/** What the phone has sent on its socket about the prices, and the ids of the rows of each frame that came. */
function listenTo({ page }: Phone) {
  const asked: MarketCommand[] = [];
  const frames: (readonly number[])[] = [];
  const urls: string[] = [];
  page.on('websocket', (socket) => {
    urls.push(socket.url());
    const bytes = createFrameBytes();
    socket.on('framesent', ({ payload }) => {
      const text = String(payload);
      if (text.startsWith('{"cmd":"sub","topic":"DAY_MARKET"')) asked.push(JSON.parse(text));
    });
    socket.on('framereceived', ({ payload }) => {
      const text = typeof payload === 'string' ? payload : (bytes.textOf(payload) ?? '');
      if (!text.startsWith('{"topic":"DAY_MARKET"')) return;
      frames.push(JSON.parse(text).data.map(([id]: readonly number[]) => id));
    });
  });
  return { asked, frames, rows: () => asked.at(-1)?.params?.rows ?? [], urls };
}

/** The instruments of the list that are inside the screen, by their links. The movers above it follow no tick. */
const idsOnScreen = ({ page }: Phone): Promise<readonly number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('li[aria-posinset] a[href^="/trade?id="]')].flatMap((link) => {
      const { top, bottom, left, right } = link.getBoundingClientRect();
      const isSeen = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
      return isSeen
        ? [Number(new URL(link.getAttribute('href') ?? '', location.href).searchParams.get('id'))]
        : [];
    }),
  );

type Listening = ReturnType<typeof listenTo>;

/** Waits until the phone asks for what is on its screen now, and for little else. */
async function seeItAsk(phone: Phone, { rows }: Listening): Promise<void> {
  const missing = async () => {
    const [seen, asked] = [await idsOnScreen(phone), new Set(rows())];
    return seen.length > 3 ? seen.filter((id) => !asked.has(id)) : 'nothing is on the screen';
  };
  await expect.poll(missing, TIMEOUT).toEqual([]);
  expect(rows().length).toBeLessThanOrEqual(MAX_FAST_ROWS);
}

/** Waits until the app asks for its screen, also after a swipe to the end of the list, and gets few others. */
async function seeBytesSaved(phone: Phone, listening: Listening, hz: number): Promise<void> {
  const { page } = phone;
  const { asked, frames, rows, urls } = listening;
  const isOfScreen = (ids: readonly number[]) => ids.length > 0 && ids.every((id) => rows().includes(id));
  const seeFramesOfScreen = async () => {
    frames.length = 0;
    await expect.poll(() => frames.filter(isOfScreen).length, TIMEOUT).toBeGreaterThan(3);
  };
  await page.goto('/');
  await seeChanges(page.locator('li[aria-posinset]').first(), 3);
  await seeItAsk(phone, listening);
  expect(asked.at(-1)?.params).toMatchObject({ hz });
  expect(urls[0]).toMatch(/\?deflate=1$/);
  const all = Math.max(...frames.map(({ length }) => length));
  expect(rows().length).toBeLessThan(all / 2);
  await seeFramesOfScreen();

  const before = rows();
  await page.mouse.wheel(0, 20_000);
  const isElsewhere = async () => (await idsOnScreen(phone)).every((id) => !before.includes(id));
  await expect.poll(isElsewhere, TIMEOUT).toBe(true);
  await seeItAsk(phone, listening);
  await seeFramesOfScreen();
}

describe('on a slow connection', () => {
  const scene = openScene({}, ['--force-effective-connection-type=2G']);

  it('the app asks for the rows on the screen, follows it, and gets few others', async () => {
    const phone = await englishPhone(scene.browser, scene.product.url);
    await seeBytesSaved(phone, listenTo(phone), 5);
    expect(await phone.page.evaluate('navigator.connection.effectiveType')).toBe('2g');
  });
});

describe('on a good connection', () => {
  const scene = openScene();

  it('the app asks for all rows', async () => {
    const phone = await openPhone(scene.browser, scene.product.url);
    const { asked, urls } = listenTo(phone);
    await phone.page.goto('/');
    await seeChanges(phone.page.locator('li[aria-posinset]').first(), 3);
    expect(asked.length).toBeGreaterThan(0);
    const params = { ask: 1, format: 'delta1' };
    for (const one of asked) expect(one).toEqual({ cmd: 'sub', topic: 'DAY_MARKET', params });
    expect(urls.filter((url) => url.includes('deflate'))).toEqual([]);
  });
});
