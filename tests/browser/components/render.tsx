import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';
import { loadLaterTexts, showLanguage } from '../../../src/i18n/texts.ts';
import '../../../src/styles/tokens.css';
import '../../../src/styles/base.css';

export interface Rendered {
  readonly host: HTMLElement;
  show(node: ReactNode): void;
  remove(): void;
}

/** Renders synchronously into the page, with all English texts. */
export async function render(node: ReactNode): Promise<Rendered> {
  await showLanguage('en');
  await loadLaterTexts();
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  const show = (next: ReactNode): void => flushSync(() => root.render(next));
  show(node);
  return {
    host,
    show,
    remove() {
      root.unmount();
      host.remove();
    },
  };
}

/** Timers that a test advances, in place of the page's own. Animation frames and messages stay real. */
export const fakeTimers = () =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });

/** Advances fake timers in small steps, with React's updates between them as on a real page. */
export function pass(ms: number): void {
  const step = 10;
  for (let passed = 0; passed < ms; passed += step) flushSync(() => vi.advanceTimersByTime(step));
}

export const nextFrame = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => resolve()));

/** The only element that matches; fails the test for none or several. */
export function only<T extends Element = HTMLElement>(selector: string, within: ParentNode = document): T {
  const found = within.querySelectorAll<T>(selector);
  const [first] = found;
  if (first === undefined || found.length > 1) throw new Error(`${found.length} elements match ${selector}`);
  return first;
}

/** Waits until a number has stayed the same for a quarter of a second: what loads late has been rendered then. */
export async function untilStill(read: () => number): Promise<number> {
  for (let before = read(); ; before = read()) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    if (read() === before) return before;
  }
}
