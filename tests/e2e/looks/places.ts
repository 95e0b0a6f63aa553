import type { Page } from 'playwright';
import { oneTimeCode } from '../../helpers/one-time.ts';
import { type Content, PASSWORD } from './exchange-content.ts';

/** `careful` has a second factor. */
export type Visitor = 'guest' | 'member' | 'demo' | 'careful';

/** One view of a route. */
export interface Place {
  /** The name of its pictures. */
  readonly name: string;
  /** With its query. */
  readonly path: string;
  readonly as: Visitor;
  /**
   * Opens it by elements that are found in any language.
   * @param secret of the account with an authenticator app
   */
  readonly open?: (page: Page, secret: string) => Promise<void>;
}

const at = (path: string, as: Visitor = 'member'): Place => ({
  name: path === '/' ? 'home' : path.slice(1).replaceAll('/', '-'),
  path,
  as,
});

const also = (place: Place, part: string, open?: Place['open'], query = ''): Place => ({
  ...place,
  name: `${place.name}-${part}`,
  path: place.path + query,
  ...(open && { open }),
});

const tab =
  (nth: number): Place['open'] =>
  (page) =>
    page.getByRole('tab').nth(nth).click();

const firstOf =
  (selector: string): Place['open'] =>
  (page) =>
    page.locator(selector).first().click();

/** Opens a sheet or a dialog, whose code may be loaded for it. */
const sheetOf =
  (selector: string): Place['open'] =>
  async (page) => {
    await page.locator(selector).first().click();
    await page.locator('dialog[open]').waitFor();
  };

const lastOf =
  (selector: string): Place['open'] =>
  async (page) => {
    const last = page.locator(selector).last();
    // After a change of the width, Chromium's emulated phone may tap beside an element that it need not scroll to.
    await last.evaluate((element) => element.scrollIntoView());
    await last.click();
  };

/** The list of instruments: a screen of its own, or on a wide screen beside the others. */
const LIST = ':is(aside:has(ul), :root:not(:has(aside ul)) main)';

/** The menu that a mouse or a keyboard asks for opens what a held finger does. */
const holdRow = async (page: Page): Promise<void> => {
  await page.locator(`${LIST} fieldset button`).nth(1).click();
  // The sheets come a moment after the rows.
  await page.locator('.home-head [aria-busy]').first().waitFor({ state: 'attached' });
  await page.locator(`${LIST} li a[href^="/trade?id="]`).last().dispatchEvent('contextmenu');
  await page.locator('dialog[open] button[aria-pressed]').waitFor();
};

const offerFavourites: Place['open'] = async (page) => {
  await page.locator(`${LIST} fieldset button`).first().click();
  await page.locator(`${LIST} section li button`).nth(5).waitFor();
};

const editFavourites: Place['open'] = async (page) => {
  await holdRow(page);
  const star = page.locator('dialog[open] button[aria-pressed=false]');
  if ((await star.count()) > 0) await star.press('Enter');
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.locator(`${LIST} fieldset button`).first().click();
  await page.locator(`${LIST} fieldset + button:has(+ button)`).click();
  await page.locator('dialog[open] li').first().waitFor();
};

/** Only in the default language: elsewhere one has been chosen. */
const offerLanguage: Place['open'] = async (page) => {
  if ((await page.locator('html').getAttribute('lang')) !== 'zh-HK') return;
  await page.addInitScript(() => localStorage.removeItem('pipstream.language'));
  await page.reload();
  await page.locator('aside[lang]').waitFor();
};

const ALERTS = 'main section:nth-of-type(3) button';

const showHappened: Place['open'] = async (page) => {
  await page.locator(ALERTS).first().click();
  await page.locator('dialog[open] [role=tab]').last().click();
};

const filterHistory: Place['open'] = async (page) => {
  await page.getByRole('tab').nth(2).click();
  await page.locator('[role=tabpanel] button').first().click();
  await page.locator('dialog[open] fieldset').first().locator('button').last().click();
};

const openClosed: Place['open'] = async (page) => {
  await page.getByRole('tab').nth(2).click();
  await page.locator('article button').first().click();
  await page.locator('dialog[open] ol li').last().waitFor();
};

/** The details of the first part of the first instrument. */
const openPart = async (page: Page): Promise<void> => {
  await page.locator('article button').first().click();
  await page.locator('article').nth(1).locator('button').first().click();
  await page.locator('dialog[open]').waitFor();
};

const openStory: Place['open'] = async (page) => {
  await openPart(page);
  await page.locator('dialog[open] [data-uncovered] + div button').click();
  await page.locator('dialog[open] ol li').last().waitFor();
};

const askToReverse: Place['open'] = async (page) => {
  await openPart(page);
  await page.locator('dialog[open] [data-moves] button').first().click();
};

/** The part of the settings that has the second factors. */
const SECURITY = 'main section:nth-of-type(4)';

/** The secret of a new authenticator app. */
const beginAuthenticator: Place['open'] = async (page) => {
  await page.locator(`${SECURITY} button`).first().click();
  await page.locator('dialog[open] input[name=password]').fill(PASSWORD);
  await page.locator('dialog[open] [type=submit]').click();
  await page.locator('dialog[open] input[name=factor]').waitFor();
};

/** New recovery codes: asks for the second factor. */
const renewCodes = async (page: Page): Promise<void> => {
  await page.locator(`${SECURITY} button`).last().click();
  await page.locator('dialog[open] button').last().click();
  await page.locator('dialog[open] input[name=factor]').waitFor();
};

const showCodes: Place['open'] = async (page, secret) => {
  await renewCodes(page);
  await page.locator('dialog[open] input[name=factor]').fill(oneTimeCode(secret));
  await page.locator('dialog[open] [type=submit]').click();
  await page.locator('dialog[open] ul').waitFor();
};

/** Opens the chart's sheet by the button beside its periods; on a wide screen it is the last of the tools on the chart. */
const openChartSheet = async (page: Page): Promise<void> => {
  const tools = page.locator('main section:has([role=application]) [role=toolbar] > :last-child');
  const alone = page.locator('main section:has([role=application]) button').first();
  await ((await tools.count()) > 0 ? tools.first() : alone).click();
  await page.locator('dialog[open] fieldset').last().waitFor();
};

const openDrawings = async (page: Page): Promise<void> => {
  await openChartSheet(page);
  await page.locator('dialog[open] button[data-variant=quiet]').first().click();
  // Those of the chart have fields.
  await page.locator('dialog[open]:not(:has(fieldset))').waitFor();
};

/** A part of the ticket that one of the words in its line of choices opens. */
const ticketPart = (page: Page, nth: number) =>
  page.locator('button[aria-expanded]:has(> b)').nth(nth).click();

const askForPending: Place['open'] = async (page) => {
  await ticketPart(page, 0);
  await page.locator('div:has(> button[aria-expanded] > b) ~ * fieldset label').last().click();
};

/** The chart's sheet with each kind of field. */
const addIndicators: Place['open'] = async (page) => {
  await openChartSheet(page);
  const kinds = page.locator('dialog[open] fieldset').last().locator('button');
  // Bollinger and MACD: between them all fields.
  for (const nth of [2, 5]) if (await kinds.nth(nth).isEnabled()) await kinds.nth(nth).click();
};

/** The views of each route of the app. */
export const placesOf = ({ newsId, instrumentId }: Content): Readonly<Record<string, readonly Place[]>> => ({
  '/': [
    at('/'),
    also(at('/', 'guest'), 'guest'),
    also(at('/', 'demo'), 'demo'),
    also(at('/', 'guest'), 'sort', sheetOf(`${LIST} fieldset + button`)),
    also(at('/', 'guest'), 'offers', offerFavourites),
    also(at('/', 'guest'), 'held', holdRow),
    also(at('/', 'guest'), 'favourites', editFavourites),
    // The last of them: it stays.
    also(at('/', 'guest'), 'language-hint', offerLanguage),
  ],
  '/trade': [
    at('/trade'),
    also(at('/trade', 'guest'), 'guest'),
    also(at('/trade'), 'picker', sheetOf('h1 button')),
    also(at('/trade'), 'instrument', sheetOf('header:has(h1) > button:visible')),
    also(at('/trade'), 'drawings', openDrawings),
    also(at('/trade'), 'alerts', (page) => page.locator('header:has(h1) > button:visible').nth(1).click()),
    also(at('/trade'), 'chart', addIndicators),
    also(at('/trade'), 'strip', firstOf('main section button[aria-expanded]:enabled'), `?id=${instrumentId}`),
    also(at('/trade'), 'confirm', lastOf('main button:not([disabled])'), `?id=${instrumentId}`),
    also(at('/trade'), 'long-period', firstOf('[data-period="1day"]')),
    also(at('/trade'), 'multiple', (page) => ticketPart(page, 1)),
    also(at('/trade'), 'stop', (page) => ticketPart(page, 2)),
    also(at('/trade'), 'pending', askForPending),
  ],
  '/order': [
    at('/order'),
    also(at('/order'), 'parts', firstOf('article button')),
    also(at('/order'), 'position', openPart),
    also(at('/order'), 'story', openStory),
    also(at('/order'), 'dealing', tab(1)),
    also(at('/order'), 'history', tab(2)),
    also(at('/order'), 'history-filter', filterHistory),
    also(at('/order'), 'history-closed', openClosed),
    also(at('/order'), 'reverse', askToReverse),
    also(at('/order', 'demo'), 'empty'),
  ],
  '/portfolio': [at('/portfolio'), also(at('/portfolio', 'demo'), 'empty')],
  '/rank': [
    at('/rank'),
    also(at('/rank'), 'by-rate', undefined, '?by=rate'),
    also(at('/rank'), 'soon', sheetOf('main li button')),
  ],
  '/feedback': [at('/feedback')],
  '/user': [
    at('/user'),
    also(at('/user'), 'alerts', sheetOf(ALERTS)),
    also(at('/user'), 'alerts-happened', showHappened),
    also(at('/user', 'demo'), 'demo'),
  ],
  '/mine': [at('/mine')],
  '/login': [at('/login', 'guest'), also(at('/login', 'guest'), 'errors', firstOf('[type=submit]'))],
  '/register': [
    at('/register', 'guest'),
    also(at('/register', 'guest'), 'errors', firstOf('[type=submit]')),
    also(at('/register', 'guest'), 'phone', lastOf('form fieldset label')),
  ],
  '/forgot': [at('/forgot', 'guest'), also(at('/forgot', 'guest'), 'errors', firstOf('[type=submit]'))],
  '/product': [
    at('/product', 'guest'),
    also(at('/product'), 'found', (page) => page.getByRole('searchbox').fill('usd')),
    also(at('/product'), 'none', (page) => page.getByRole('searchbox').fill('nothing-of-this-name')),
  ],
  '/news': [at('/news')],
  '/news/detail': [also(at('/news/detail'), 'item', undefined, `?id=${newsId}`)],
  '/language': [at('/language')],
  '/mine/auth': [at('/mine/auth')],
  '/mine/invite': [at('/mine/invite')],
  '/mine/email': [at('/mine/email')],
  '/mine/announcement': [at('/mine/announcement')],
  '/mine/password': [at('/mine/password'), also(at('/mine/password'), 'errors', firstOf('[type=submit]'))],
  '/mine/history': [at('/mine/history'), also(at('/mine/history', 'demo'), 'demo')],
  '/mine/charge': [
    at('/mine/charge'),
    also(at('/mine/charge'), 'wire', tab(1)),
    also(at('/mine/charge'), 'records', tab(2)),
  ],
  '/mine/withdraw': [
    at('/mine/withdraw'),
    also(at('/mine/withdraw'), 'bank', undefined, '?tab=bank'),
    also(at('/mine/withdraw'), 'records', undefined, '?tab=records'),
    also(at('/mine/withdraw', 'careful'), 'held'),
    also(at('/mine/withdraw', 'careful'), 'confirm-address', firstOf('fieldset label button')),
  ],
  '/mine/chat': [at('/mine/chat')],
  '/mine/system': [
    at('/mine/system'),
    also(at('/mine/system'), 'zone', sheetOf('main section:nth-of-type(3) button')),
    also(at('/mine/system'), 'end-device', lastOf('main button')),
    also(at('/mine/system'), 'authenticator', beginAuthenticator),
    also(at('/mine/system'), 'passkey', firstOf(`${SECURITY} > * > :nth-child(2) button`)),
    also(at('/mine/system', 'careful'), 'security'),
    also(at('/mine/system', 'careful'), 'second-step', renewCodes),
    also(at('/mine/system', 'careful'), 'recovery-codes', showCodes),
  ],
  '/mine/diagnostics': [at('/mine/diagnostics')],
  '/mine/wallet': [at('/mine/wallet')],
  '/mine/bank-card-list': [at('/mine/bank-card-list')],
  '/mine/coin-address-list': [
    at('/mine/coin-address-list'),
    also(at('/mine/coin-address-list', 'careful'), 'held'),
  ],
  '/mine/withdraw-way': [
    also(at('/mine/withdraw-way'), 'coin', undefined, '?type=1'),
    also(at('/mine/withdraw-way'), 'bank', undefined, '?type=2'),
  ],
});
