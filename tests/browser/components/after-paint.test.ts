import { expect, it } from 'vitest';
import { afterPaint } from '../../../src/components/after-paint.ts';
import { nextFrame } from './render.tsx';

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
