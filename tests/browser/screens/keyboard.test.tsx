import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { followKeyboard } from '../../../src/app/follow-keyboard.ts';
import { Sheet } from '../../../src/components/Modal.tsx';
import { ChatScreen } from '../../../src/screens/Chat/ChatScreen.tsx';
import { askScene } from './ask-scene.tsx';

/* A keyboard as Safari's: the page keeps its height, and what is seen of it becomes lower and is panned. */

const scene = askScene();

const seen = Object.assign(new EventTarget(), { height: 0, offsetTop: 0, scale: 1 });
const see = (now: { height?: number; offsetTop?: number; scale?: number } = {}): void => {
  Object.assign(seen, { height: innerHeight, offsetTop: 0, scale: 1 }, now);
  seen.dispatchEvent(new Event('resize'));
};
let stop = (): void => {};
beforeEach(() => {
  vi.stubGlobal('visualViewport', seen);
  see();
  stop = followKeyboard();
});
afterEach(() => {
  see();
  stop();
  vi.unstubAllGlobals();
});

const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
const lengths = () =>
  ['--keyboard', '--panned', '--safe-b'].map((name) => document.documentElement.style.getPropertyValue(name));

it('a sheet ends above the keyboard, with its footer, its title and the field in use', async () => {
  scene.show(
    '/',
    <Sheet open onClose={() => {}} title="Lots" footer={<button type="button">Done</button>}>
      <div style={{ blockSize: 1_200 }} />
      <input aria-label="Last" />
    </Sheet>,
    {},
  );
  await expect.element(page.getByRole('button', { name: 'Done' })).toBeVisible();
  await vi.waitFor(() => expect(document.querySelector('dialog > div')?.getAnimations()).toEqual([]));
  expect(boxOf('footer')?.bottom).toBe(innerHeight);
  document.querySelector('input')?.focus();
  const height = innerHeight - 340;
  see({ height, offsetTop: 120 });
  expect(boxOf('footer')?.bottom).toBe(120 + height);
  expect(boxOf('dialog header')?.top).toBeGreaterThanOrEqual(120);
  expect(boxOf('dialog input')?.bottom).toBeLessThan((boxOf('footer')?.top ?? 0) + 1);
  see();
  expect(boxOf('footer')?.bottom).toBe(innerHeight);
});

it('the bar of the chat stands on the keyboard, also when the page is panned', async () => {
  scene.show('/mine/chat', <ChatScreen />, {});
  await expect.element(page.getByRole('textbox')).toBeVisible();
  expect(boxOf('form')?.bottom).toBe(innerHeight);
  const height = innerHeight - 340;
  see({ height });
  expect(boxOf('form')?.bottom).toBe(height);
  see({ height, offsetTop: 340 });
  expect(boxOf('form')?.bottom).toBe(innerHeight);
});

it('nothing moves for a scroll bar, for two fingers that zoom, or where the page itself is as low as what is seen', async () => {
  see({ height: innerHeight - 15 });
  expect(lengths()).toEqual(['', '', '']);
  see({ height: innerHeight / 2, offsetTop: 90, scale: 2 });
  expect(lengths()).toEqual(['', '', '']);
  vi.unstubAllGlobals();
  const usual = { width: innerWidth, height: innerHeight };
  const end = followKeyboard();
  await page.viewport(390, 500);
  await expect.poll(() => window.visualViewport?.height).toBe(500);
  expect(lengths()).toEqual(['', '', '']);
  end();
  await page.viewport(usual.width, usual.height);
});
