import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';
import { loadLaterTexts, showLanguage } from '../../../src/i18n/texts.ts';
import '../../../src/styles/tokens.css';
import '../../../src/styles/base.css';
import '../../../src/styles/quote-row.css';

export interface Rendered {
  readonly host: HTMLElement;
  show(node: ReactNode): void;
  remove(): void;
}

/** As `render`, until it is removed. */
export async function renderLasting(node: ReactNode): Promise<Rendered> {
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
    remove: () => {
      root.unmount();
      host.remove();
    },
  };
}

/** Renders synchronously into the page, with all English texts, until the test is over. */
export async function render(node: ReactNode): Promise<Rendered> {
  const view = await renderLasting(node);
  onTestFinished(view.remove);
  return view;
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

interface LayoutShift extends PerformanceEntry {
  readonly sources: readonly { readonly node: Node | null }[];
}

/** The nodes whose layout shifts a browser counts while this runs. */
export async function shiftedNodes(run: () => Promise<void>): Promise<readonly (string | undefined)[]> {
  const nodes: (Node | null)[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      nodes.push(...(entry as LayoutShift).sources.map(({ node }) => node));
    }
  });
  observer.observe({ type: 'layout-shift' });
  // Shifts are reported late: they have come when that of a later marker has.
  const markers = document.body.appendChild(document.createElement('div'));
  const caughtUp = async (): Promise<number> => {
    const marker = markers.appendChild(document.createElement('p'));
    marker.textContent = 'marker';
    marker.style.position = 'fixed';
    while (!nodes.some((node) => marker.contains(node))) {
      marker.style.left = marker.style.left === '0px' ? '40px' : '0px';
      await nextFrame();
    }
    return nodes.length;
  };
  const before = await caughtUp();
  await run();
  await nextFrame();
  await caughtUp();
  observer.disconnect();
  const shifted = nodes.slice(before).filter((node) => !markers.contains(node));
  markers.remove();
  return shifted.map((node) => node?.textContent ?? undefined);
}

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
