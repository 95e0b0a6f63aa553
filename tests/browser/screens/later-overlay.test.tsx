import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { laterOverlay } from '../../../src/app/later-overlay.tsx';
import { render } from '../components/render.tsx';

test('What lies over the screens and cannot be loaded leaves the rest as it is, and comes once it can', async () => {
  let asked = 0;
  const Note = laterOverlay(async () => {
    if (++asked === 1) throw new Error('The exchange is away.');
    return () => <p>Note</p>;
  });
  const view = await render(
    <>
      <p>Screen</p>
      <Note />
    </>,
  );
  await expect.poll(() => asked).toBe(1);
  await expect.element(page.getByText('Screen')).toBeVisible();
  expect(page.getByText('Note').elements()).toEqual([]);
  await expect.poll(() => page.getByText('Note').elements().length, { timeout: 20_000 }).toBe(1);
  await expect.element(page.getByText('Screen')).toBeVisible();
  view.remove();
});
