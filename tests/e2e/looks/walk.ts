import type { Browser, Page } from 'playwright';
import { type Violation, violationsOn } from '../axe.ts';
import type { Album } from './album.ts';
import type { Careful, Content } from './exchange-content.ts';
import { faultsOn } from './faults.ts';
import { type Place, placesOf, type Visitor } from './places.ts';

export const LANGUAGES = ['hk', 'en', 'ar', 'de', 'pseudo'] as const;
export type WalkLanguage = (typeof LANGUAGES)[number];
const VISITORS = ['guest', 'member', 'demo', 'careful'] as const;

export interface Look {
  readonly width: number;
  /** Default: as high as the longest screens, so that a picture shows all of each. */
  readonly height?: number;
  readonly theme: 'dark' | 'light';
}
const HEIGHT = 1200;

export interface WalkDeps {
  readonly browser: Browser;
  readonly url: string;
  readonly content: Content;
  readonly album: Album;
  /** Of a place, by its number in the walk; grouped by width, since changing the theme is faster. */
  readonly looksOf: (turn: number) => readonly Look[];
}

/** Visits all places as all visitors, in one language. @returns the faults, one sentence each */
export async function walk(deps: WalkDeps, language: WalkLanguage): Promise<string[]> {
  const found: string[] = [];
  const places = Object.values(placesOf(deps.content)).flat();
  for (const visitor of VISITORS) {
    const { page, problems } = await open(deps, visitor, language);
    let last = '';
    for (const [at, place] of places.entries()) {
      if (place.as !== visitor) continue;
      const turn = at + LANGUAGES.indexOf(language);
      const looks = deps.looksOf(turn);
      // From narrow to wide: content stays scrolled into view.
      const { width = 320, height = HEIGHT } = looks[0] ?? {};
      await page.setViewportSize({ width, height });
      await go(page, place, last, carefulOf(deps, language).secret);
      last = place.path;
      for (const look of looks) {
        const name = `${language}-${look.theme}-${look.width}`;
        for (const fault of await inspect(page, look, deps)) found.push(`${place.name} ${name}: ${fault}`);
        await page.screenshot({ path: deps.album.fileFor(place.name, name), type: 'jpeg', quality: 60 });
      }
      for (const line of await axeFindings(page)) found.push(`${place.name} ${language}: ${line}`);
      for (const line of problems.splice(0)) found.push(`${place.name} ${language}: ${line}`);
      if ((await page.locator('dialog[open]').count()) > 0) await page.keyboard.press('Escape');
    }
    await page.context().close();
  }
  return found;
}

/** Each walk has its own: a code can be used once. */
function carefulOf({ content }: WalkDeps, language: WalkLanguage): Careful {
  const careful = content.careful[LANGUAGES.indexOf(language)];
  if (careful === undefined) throw new Error(`no account for the walk in ${language}`);
  return careful;
}

async function open(deps: WalkDeps, visitor: Visitor, language: WalkLanguage) {
  const { browser, url, content } = deps;
  const tokens = { ...content, guest: '', careful: carefulOf(deps, language).token };
  const context = await browser.newContext({
    viewport: { width: 360, height: HEIGHT },
    hasTouch: true,
    isMobile: true,
    baseURL: url,
    reducedMotion: 'reduce',
    bypassCSP: true,
  });
  context.setDefaultTimeout(120_000);
  await context.addInitScript(
    ([code, token]) => {
      localStorage.setItem('pipstream.language', code === 'pseudo' ? 'en' : code);
      if (code === 'pseudo') localStorage.setItem('pipstream.texts', 'pseudo');
      if (token !== '') localStorage.setItem('pipstream.token', token);
    },
    [language, tokens[visitor]] as const,
  );
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto('/language');
  await settle(page);
  return { page, problems };
}

/** Navigates within the app, which is faster than a reload; leaves a screen before opening it again. */
async function go(page: Page, place: Place, last: string, secret: string): Promise<void> {
  const plain = (path: string) => path.split('?')[0];
  if (plain(last) === plain(place.path)) await move(page, '/language');
  await move(page, place.path);
  await place.open?.(page, secret);
  await settle(page);
}

async function move(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
  await settle(page);
}

/** Waits until everything has loaded and nothing moves. */
async function settle(page: Page): Promise<void> {
  // Frames of an app that has not begun to leave the last screen look settled too, and nothing tells that it will.
  await page.waitForTimeout(60);
  await page.waitForFunction(
    () =>
      document.querySelector('h1') !== null &&
      document.querySelector('[role=status][aria-label], [aria-busy=true], progress') === null &&
      [...document.images].every((image) => image.complete || image.loading === 'lazy') &&
      document.getAnimations().every((one) => one.playState !== 'running'),
  );
  // What has just loaded is laid out and painted, canvases too, which tell nobody.
  await page.waitForTimeout(60);
}

async function inspect(page: Page, look: Look, { content }: WalkDeps): Promise<string[]> {
  const { width, height = HEIGHT, theme } = look;
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme });
  // Charts are redrawn one frame later.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30))));
  const found = await faultsOn(page, content.names);
  if (found.length === 0) return found;
  // A busy machine may not have laid out the new width yet.
  await page.waitForTimeout(1_000);
  return faultsOn(page, content.names);
}

const RULES = {
  // WCAG 2.2; not among the rules that axe runs by itself.
  'target-size': { enabled: true },
  // Chromium and Firefox give the focus to what scrolls and has nothing else to focus.
  'scrollable-region-focusable': { enabled: false },
};

/** In the current theme: of a place's two looks, axe checks one in each language. */
async function axeFindings(page: Page): Promise<string[]> {
  const violations = await violationsOn(page, { rules: RULES });
  const small = violations.find(({ id }) => id === 'target-size');
  if (small === undefined) return violations.map(textOf);
  // A bar may hide part of it: its size counts in the middle of the screen.
  await page.locator(small.at).evaluate((node) => node.scrollIntoView({ block: 'center' }));
  return (await violationsOn(page, { rules: RULES })).map(textOf);
}

const textOf = ({ id, html }: Violation): string => `${id} ${html}`;
