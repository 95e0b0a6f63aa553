import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright';
import { UsageError } from '../exit.ts';

/** A page in which time passes frame by frame, as it is let pass: whatever the machine does, a frame has the same work. */
export interface SteppedPage {
  readonly page: Page;
  readonly devtools: CDPSession;
  /** Lets so much time pass. */
  pass(ms: number): Promise<void>;
}

/** No whole number: a timer that is due at the end of a frame would run in it or in the next one, as the threads run. */
const FRAME_MS = 16.25;
/** How much later the page's time begins, so that no frame is at a whole ms, where the browser blurs the clock at random. */
const AFTER_MS = 0.125;

const FLAGS = [
  ...['--no-sandbox', '--disable-gpu'],
  // Frames come when they are asked for, and are complete then.
  ...['--enable-begin-frame-control', '--run-all-compositor-stages-before-draw'],
  ...['--disable-new-content-rendering-timeout', '--disable-threaded-animation'],
  ...['--disable-threaded-scrolling', '--disable-checker-imaging', '--disable-image-animation-resync'],
  // Optimised code is not counted, and the collector would take away the bytecode of functions that rest.
  '--js-flags=--no-opt --no-maglev --no-flush-bytecode --random-seed=1',
];

/** The path of a Chromium whose frames can be asked for; undefined if it is not installed. */
export async function shellPath(): Promise<string | undefined> {
  // Plain JavaScript: the launcher of the tests runs it, too.
  const finder: { presentShell(): string | undefined } = await import(
    new URL('../../../scripts/browser.mjs', import.meta.url).href
  );
  return finder.presentShell();
}

/** @throws UsageError if it is not installed, or does not start */
export async function launchShell(): Promise<Browser> {
  const executablePath = await shellPath();
  if (executablePath === undefined)
    throw new UsageError(
      "The page's cost needs chromium-headless-shell: install it, or set PIPSTREAM_HEADLESS_SHELL to its path.",
    );
  try {
    return await chromium.launch({ executablePath, args: FLAGS });
  } catch {
    throw new UsageError(`The browser ${executablePath} does not start.`);
  }
}

/**
 * Opens an address in a page whose time stands still at first.
 * @param before an address of the same site without scripts
 * @param startMs what its clock shows then
 */
export async function openStepped(
  browser: Browser,
  context: BrowserContext,
  { url, before, startMs }: { readonly url: string; readonly before: string; readonly startMs: number },
): Promise<SteppedPage> {
  const page = await createPage(browser, context);
  const devtools = await context.newCDPSession(page);
  // The time belongs to the site's process, which the first address starts.
  await page.goto(before);
  const { virtualTimeTicksBase: baseMs } = await devtools.send('Emulation.setVirtualTimePolicy', {
    policy: 'pause',
    // In seconds.
    initialVirtualTime: (startMs + AFTER_MS) / 1_000,
  });
  await page.goto(url, { waitUntil: 'commit' });
  let passedMs = 0;
  return {
    page,
    devtools,
    async pass(ms) {
      for (const endMs = passedMs + ms; passedMs < endMs; ) {
        const passed = new Promise<void>((done) =>
          devtools.once('Emulation.virtualTimeBudgetExpired', () => done()),
        );
        await devtools.send('Emulation.setVirtualTimePolicy', {
          policy: 'pauseIfNetworkFetchesPending',
          budget: FRAME_MS,
        });
        await passed;
        passedMs += FRAME_MS;
        await devtools.send('HeadlessExperimental.beginFrame', {
          frameTimeTicks: baseMs + passedMs,
          interval: FRAME_MS,
        });
      }
    },
  };
}

/** Playwright's own way to a page leaves frames to the browser. */
async function createPage(browser: Browser, context: BrowserContext): Promise<Page> {
  const devtools = await browser.newBrowserCDPSession();
  const { browserContextIds } = await devtools.send('Target.getBrowserContexts');
  const [browserContextId] = browserContextIds;
  const opened = context.waitForEvent('page');
  await devtools.send('Target.createTarget', {
    url: 'about:blank',
    enableBeginFrameControl: true,
    ...(browserContextId === undefined ? {} : { browserContextId }),
  });
  return opened;
}
