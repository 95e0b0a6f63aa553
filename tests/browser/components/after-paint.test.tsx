import { afterEach, expect, it } from 'vitest';
import { afterPaint, useStages } from '../../../src/components/after-paint.ts';
import { nextFrame, type Rendered, render } from './render.tsx';

let view: Rendered | undefined;
afterEach(() => view?.remove());

function Parts() {
  return <p>{useStages(3)}</p>;
}

it('mounts the parts of a screen one after the other, each after a painted frame', async () => {
  view = await render(<Parts />);
  const text = () => view?.host.textContent ?? '';
  const painted = [text()];
  while (painted.at(-1) !== '3') {
    await nextFrame();
    if (painted.at(-1) !== text()) painted.push(text());
  }
  // The render itself may have waited for the first frames.
  expect(['0', '1', '2', '3'].slice(-painted.length)).toEqual(painted);
  expect(painted.length).toBeGreaterThan(2);
});

it('runs nothing before the next frame, and nothing that was cancelled', async () => {
  const ran: string[] = [];
  afterPaint(() => ran.push('kept'));
  const cancel = afterPaint(() => ran.push('cancelled'));
  cancel();
  await Promise.resolve();
  expect(ran).toEqual([]);
  await expect.poll(() => ran).toEqual(['kept']);
  await nextFrame();
  await nextFrame();
  expect(ran).toEqual(['kept']);
});
