// The first two seconds of a first visit on a slow phone, a picture each 100 ms, the app above a static page with the same list:
//   node bench/load/filmstrip.ts [docs/filmstrip.png]
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright';
import sharp, { type OverlayOptions } from 'sharp';
import type { Product } from '../../tests/helpers/product.ts';
import { inProfile } from '../probe/phone.ts';
import { openChromium } from '../rig/chromium.ts';
import { openExchange } from '../rig/open-exchange.ts';
import type { Served } from '../rig/open-page.ts';
import { ensureBuilt } from '../rig/product-build.ts';
import { whileOpen } from '../rig/while-open.ts';
import { serveStaticPage } from './static-page.ts';
import { openSlow } from './visit.ts';

const STEP_MS = 100;
const LAST_MS = 2_000;
/** A picture may arrive so long after it was painted. */
const REST_MS = 1_000;
/** CSS pixels of a picture in the strip, and between two. */
const [WIDTH, HEIGHT, GAP] = [100, 217, 4];

interface Seen {
  readonly atMs: number;
  readonly picture: Buffer;
}

/** The pictures that the browser painted, by the time since the visit began. */
const paintsOf = (browser: Browser, url: string): Promise<readonly Seen[]> =>
  inProfile(browser, async (context) => {
    const { page, cdp } = await openSlow(context, '');
    const seen: Seen[] = [];
    let startedAtMs = Number.POSITIVE_INFINITY;
    cdp.on('Page.screencastFrame', ({ data, sessionId, metadata: { timestamp = 0 } }) => {
      seen.push({ atMs: timestamp * 1_000 - startedAtMs, picture: Buffer.from(data, 'base64') });
      cdp.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
    });
    await cdp.send('Page.startScreencast', { format: 'png', maxWidth: 2 * WIDTH, maxHeight: 2 * HEIGHT });
    startedAtMs = Date.now();
    await page.goto(url, { waitUntil: 'commit' });
    await sleep(LAST_MS + REST_MS - (Date.now() - startedAtMs));
    await cdp.send('Page.stopScreencast');
    return seen;
  });

/** What stood on the screen at each step. */
async function rowOf(seen: readonly Seen[], top: number): Promise<readonly OverlayOptions[]> {
  const steps = Array.from({ length: LAST_MS / STEP_MS }, (_, i) => (i + 1) * STEP_MS);
  return Promise.all(
    steps.flatMap((ms, i) => {
      const last = seen.findLast(({ atMs }) => atMs <= ms);
      if (last === undefined) return [];
      const picture = sharp(last.picture).resize(WIDTH, HEIGHT, { fit: 'cover', position: 'top' }).toBuffer();
      return [picture.then((input) => ({ input, left: GAP + i * (WIDTH + GAP), top }))];
    }),
  );
}

const [file = 'docs/filmstrip.png'] = process.argv.slice(2);
await ensureBuilt();
await whileOpen<[Browser, Product, Served], void>(
  [openChromium(), openExchange(), { opened: serveStaticPage(), close: ({ stop }) => stop() }],
  async (browser, product, bare) => {
    // Once before: what the server compiles and compresses for the first visitor is no part of it.
    await paintsOf(browser, product.url);
    const app = await rowOf(await paintsOf(browser, product.url), GAP);
    const page = await rowOf(await paintsOf(browser, bare.url), HEIGHT + 2 * GAP);
    const [width, height] = [GAP + (LAST_MS / STEP_MS) * (WIDTH + GAP), 2 * HEIGHT + 3 * GAP];
    await sharp({ create: { width, height, channels: 3, background: '#808080' } })
      .composite([...app, ...page])
      .png({ palette: true })
      .toFile(file);
  },
);
