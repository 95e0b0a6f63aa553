import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright';

const EVERY_MS = 16;

/**
 * Moves a finger over the page.
 * @param at position after a fraction of the way, 0 to 1
 */
export async function stroke(
  cdp: CDPSession,
  ms: number,
  at: (part: number) => { readonly x: number; readonly y: number },
): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part?: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: part === undefined ? [] : [at(part)] });
  await touch('touchStart', 0);
  const started = performance.now();
  // A real finger does not wait for the page to follow.
  const moves: Promise<unknown>[] = [];
  for (let part = 0; part < 1; part = (performance.now() - started) / ms) {
    const move = touch('touchMove', part);
    // `Promise.all` at the end reports a page that crashed meanwhile.
    move.catch(() => {});
    moves.push(move);
    await sleep(EVERY_MS);
  }
  await Promise.all(moves);
  await touch('touchEnd');
}
