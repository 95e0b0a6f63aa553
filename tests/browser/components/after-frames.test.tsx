import { expect, it } from 'vitest';
import { AfterFrames } from '../../../src/components/AfterFrames.tsx';
import { nextFrame, type Rendered, render } from './render.tsx';

let view: Rendered | undefined;

const text = (): string => view?.host.textContent ?? '';
const outline = <i>-</i>;
const touch = (name: string): boolean => window.dispatchEvent(new PointerEvent(name));

async function frames(count: number): Promise<void> {
  for (let frame = 0; frame < count; frame++) await nextFrame();
}

it('mounts the parts of a screen one after the other, each after a painted frame', async () => {
  view = await render(
    <>
      <AfterFrames count={1} until={outline}>
        1
      </AfterFrames>
      <AfterFrames count={2} until={outline}>
        2
      </AfterFrames>
      <AfterFrames count={3}>3</AfterFrames>
    </>,
  );
  const painted = [text()];
  while (painted.at(-1) !== '123') {
    await nextFrame();
    if (painted.at(-1) !== text()) painted.push(text());
  }
  // The render itself may have waited for the first frames.
  expect(['--', '1-', '12', '123'].slice(-painted.length)).toEqual(painted);
  expect(painted.length).toBeGreaterThan(2);
});

it('answers a finger that comes down in between before it mounts the part', async () => {
  view = await render(
    <AfterFrames count={1} until={outline}>
      1
    </AfterFrames>,
  );
  touch('pointerdown');
  await frames(8);
  expect(text()).toBe('-');
  touch('pointerup');
  expect(text()).toBe('-');
  await expect.poll(text).toBe('1');
});

it('mounts the part below a finger that rests on the screen', async () => {
  view = await render(
    <AfterFrames count={1} until={outline}>
      1
    </AfterFrames>,
  );
  touch('pointerdown');
  await expect.poll(text).toBe('1');
});

it('waits for a rest, which the first tap ends once it is answered', async () => {
  const part = (restMs: number) => (
    <AfterFrames count={1} restMs={restMs} until={outline}>
      1
    </AfterFrames>
  );
  view = await render(part(60_000));
  await frames(8);
  expect(text()).toBe('-');
  touch('pointerdown');
  touch('pointerup');
  expect(text()).toBe('-');
  await expect.poll(text).toBe('1');
  view.remove();
  view = await render(part(50));
  await expect.poll(text).toBe('1');
});
