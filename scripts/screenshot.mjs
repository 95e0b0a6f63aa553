// Regenerates the pictures of a running product: docs/screenshot.png, home and trade side by side at a phone's size, and
// those of public/manifest.json, which a browser shows before it installs the app.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { findBrowser, howToGetBrowser } from './browser.mjs';
import { build, isBuilt } from './build.mjs';
import { findNode, howToGetNode, root, toolEnvironment } from './node.mjs';
import { serverFlags } from './server-flags.mjs';

const PHONE = { width: 390, height: 844 };
const SCREEN = { width: 1280, height: 800 };
/** Sizes in the picture, in pixels: two phones and the space around them. */
const WIDTH = 1000;
const GAP = 24;
/** Long enough for candles, mini charts and a few ticks. */
const SETTLE_MS = 4_000;

const node = findNode();
if (node === undefined) throw new Error(howToGetNode);
const executablePath = findBrowser();
if (executablePath === undefined) throw new Error(howToGetBrowser);
if (!isBuilt()) await build();

const dataDir = mkdtempSync(join(tmpdir(), 'pipstream-screenshot-'));
const port = await freePort();
const server = spawn(node, [...serverFlags(), join(root, 'server', 'main.ts')], {
  cwd: root,
  env: { ...toolEnvironment(node), PORT: String(port), DATA_DIR: dataDir },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = new Promise((done) => server.once('exit', done));
try {
  await ready();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const pictures = await picturesOf(browser, PHONE);
  writeFileSync(join(root, 'docs', 'screenshot.png'), await sideBySide(browser, pictures));
  const [, wide] = await picturesOf(browser, SCREEN);
  const [home, trade] = pictures;
  for (const [name, picture] of Object.entries({ home, trade, wide })) {
    writeFileSync(join(root, 'public', 'screens', `${name}.png`), await smaller(picture));
  }
  await browser.close();
} finally {
  server.kill();
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}

/** Home and trade. */
async function picturesOf(browser, viewport) {
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: viewport === PHONE ? 2 : 1,
    hasTouch: true,
    isMobile: viewport === PHONE,
    baseURL: `http://127.0.0.1:${port}`,
  });
  await context.addInitScript(() => {
    localStorage.setItem('pipstream.language', 'en');
    localStorage.setItem('pipstream.theme', 'dark');
  });
  const page = await context.newPage();
  await page.goto('/login');
  // On a wide screen that of the list beside it is the one in sight.
  const starts = page.getByRole('button', { name: 'Start with a demo account' });
  await starts.filter({ visible: true }).first().tap();
  await page.waitForURL((to) => to.pathname !== '/login');
  const pictures = [];
  for (const path of ['/', '/trade?id=1']) {
    await page.goto(path);
    await pause(SETTLE_MS);
    pictures.push(await page.screenshot());
  }
  await context.close();
  return pictures;
}

function smaller(png) {
  return sharp(png).png({ palette: true, effort: 10 }).toBuffer();
}

/** The browser also combines the pictures: it scales well and needs no further dependency. */
async function sideBySide(browser, pictures) {
  const wide = (WIDTH - 3 * GAP) / 2;
  const high = Math.round((wide * PHONE.height) / PHONE.width);
  const page = await browser.newPage({ viewport: { width: WIDTH, height: high + 2 * GAP } });
  const images = pictures
    .map(
      (png) => `<img src="data:image/png;base64,${png.toString('base64')}" width="${wide}" height="${high}">`,
    )
    .join('');
  await page.setContent(
    `<style>body{margin:0;display:flex;gap:${GAP}px;padding:${GAP}px;background:#2a303b}img{border-radius:28px}</style>${images}`,
  );
  return page.screenshot();
}

/** Resolves when the server prints its address; rejects if it exits first. */
function ready() {
  return new Promise((done, fail) => {
    server.stdout.on('data', (said) => String(said).includes(`:${port}`) && done());
    server.once('exit', (code) => fail(new Error(`The server ended with ${code}.`)));
  });
}

function freePort() {
  return new Promise((done) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address();
      probe.close(() => done(free));
    });
  });
}
