import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { App } from '../../../src/App.tsx';
import { toasts } from '../../../src/components/toast-store.ts';
import { spawnWorker } from '../../../src/link/spawn-worker.ts';
import { startAppState } from '../../../src/state/app-state.ts';
import { render } from '../components/render.tsx';

const start = location.href;
beforeAll(() => startAppState(spawnWorker));
beforeEach(() => history.replaceState(null, '', '/'));
afterEach(() => {
  history.replaceState(null, '', start);
});

const open = async (path: string): Promise<void> => {
  history.replaceState(null, '', path);
  await render(<App />);
};
const shownHeading = () => [...document.querySelectorAll('h1')].find((node) => node.checkVisibility());
const tab = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('nav a')].find((node) => node.textContent === name);
const current = () => document.querySelector('nav a[aria-current="page"]')?.textContent;

describe('the shell', () => {
  // spec: 2.7
  it("marks the tab of the shown screen and sets the document's title", async () => {
    await open('/');
    expect(current()).toBe('Quotes');
    expect(document.title).toBe('Quotes · Pipstream');
    await userEvent.click(tab('Ranking') ?? document.body);
    await expect.poll(current).toBe('Ranking');
    expect(location.search).toBe('?by=rate');
    await userEvent.click(tab('Copy trading') ?? document.body);
    await expect.poll(current).toBe('Copy trading');
    await expect.poll(() => document.title).toBe('Copy trading · Pipstream');
  });

  it('focuses the heading of a newly opened screen, but not of the first one', async () => {
    await open('/');
    expect(document.activeElement?.tagName).not.toBe('H1');
    await userEvent.click(tab('Copy trading') ?? document.body);
    await expect.poll(() => shownHeading()?.textContent).toBe('Copy trading');
    await expect.poll(() => document.activeElement).toBe(shownHeading());
  });

  it('answers a tap on a tab with the outline of the next screen before it begins to mount it', async () => {
    await open('/');
    const outline = () =>
      [...document.querySelectorAll<HTMLElement>('[data-outline]')].find((node) => node.checkVisibility());
    tab('Copy trading')?.click();
    expect(outline()?.dataset['outline']).toBe('rows');
    expect(shownHeading()?.textContent).toBe('Pipstream');
    await expect.poll(() => shownHeading()?.textContent).toBe('Copy trading');
    expect(outline()).toBeUndefined();
    // Home is mounted already and needs none.
    tab('Quotes')?.click();
    expect(outline()).toBeUndefined();
    await expect.poll(() => shownHeading()?.textContent).toBe('Pipstream');
  });

  it('says that a file can be dropped once one is over the page', async () => {
    await open('/');
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([''], 'report.jsonl'));
    // Browsers repeat the event while the pointer rests.
    const saidOver = () => {
      document.body.dispatchEvent(new DragEvent('dragover', { bubbles: true, dataTransfer }));
      return toasts.value.map(({ text }) => text);
    };
    await expect.poll(saidOver).toContainEqual(expect.stringContaining('Drop'));
  });

  it('marks the tapped tab at once, while the screen that is left is still shown', async () => {
    await open('/');
    tab('Copy trading')?.click();
    // React renders what a tap changes in a microtask.
    await Promise.resolve();
    expect([current(), shownHeading()?.textContent]).toEqual(['Copy trading', 'Pipstream']);
    await expect.poll(() => shownHeading()?.textContent).toBe('Copy trading');
    tab('Quotes')?.click();
    await Promise.resolve();
    expect([current(), shownHeading()?.textContent]).toEqual(['Quotes', 'Copy trading']);
    await expect.poll(() => shownHeading()?.textContent).toBe('Pipstream');
  });

  // spec: 2.12
  it('keeps home mounted behind the other screens', async () => {
    await open('/');
    const home = document.querySelector('header');
    await userEvent.click(tab('Copy trading') ?? document.body);
    await expect.poll(() => shownHeading()?.textContent).toBe('Copy trading');
    expect(home?.isConnected).toBe(true);
    expect(home?.checkVisibility()).toBe(false);
    history.back();
    await expect.poll(() => home?.checkVisibility()).toBe(true);
  });

  // spec: 2.5
  it.each(['/order', '/user', '/mine/system'])(
    'sends a stranger from %s to the login and knows the way back',
    async (path) => {
      await open(path);
      await expect
        .poll(() => location.pathname + location.search)
        .toBe(`/login?from=${encodeURIComponent(path)}`);
      await expect.poll(() => shownHeading()?.textContent).toBe('Log in');
    },
  );

  it('has targets of 44 px in header and tab bar', async () => {
    await open('/');
    const targets = [...document.querySelectorAll('nav a, header button')];
    expect(targets.length).toBeGreaterThanOrEqual(8);
    for (const target of targets) {
      const { width, height } = target.getBoundingClientRect();
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
  });
});

describe('home before the list has loaded', () => {
  // spec: 2.11
  it('shows ten placeholder rows, then an error with a retry button', async () => {
    await open('/');
    const outline = document.querySelectorAll('main [aria-label="Loading"] > *').length;
    const retry = [...document.querySelectorAll('main button')].some(
      (node) => node.textContent === 'Try again',
    );
    expect(outline === 10 || retry).toBe(true);
    await expect
      .poll(
        () => [...document.querySelectorAll('main button')].some((node) => node.textContent === 'Try again'),
        {
          timeout: 15_000,
        },
      )
      .toBe(true);
  });
});
