import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LaterPart } from '../../../src/chart/LaterPart.tsx';
import { render } from '../components/render.tsx';

/** Its code arrives when the network is there. */
function part(name: string) {
  const network = { isThere: false, asked: 0 };
  const Part = ({ text }: { readonly text: string }) => <p>{`${name} ${text}`}</p>;
  const load = async () => {
    network.asked++;
    if (!network.isThere) throw new TypeError('Failed to fetch dynamically imported module');
    return Part;
  };
  return { network, load };
}

it('a part whose code cannot be loaded leaves the rest as it is, says so, and comes with one tap for all', async () => {
  const [lines, tools] = [part('lines'), part('tools')];
  const show = (text: string) => (
    <>
      <p>candles</p>
      <LaterPart load={lines.load} props={{ text }} />
      <LaterPart load={tools.load} props={{ text }} />
    </>
  );
  const view = await render(show('first'));
  await expect.poll(() => page.getByRole('alert').elements().length).toBe(2);
  await expect.element(page.getByText('candles')).toBeVisible();
  const retry = page.getByRole('button', { name: 'Try again' });
  await userEvent.click(retry.last());
  await expect.poll(() => [lines.network.asked, tools.network.asked]).toEqual([2, 2]);
  expect(page.getByRole('alert').elements()).toHaveLength(2);
  [lines.network.isThere, tools.network.isThere] = [true, true];
  await userEvent.click(retry.last());
  await expect.element(page.getByText('lines first')).toBeVisible();
  await expect.element(page.getByText('tools first')).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
  view.show(show('second'));
  await expect.element(page.getByText('lines second')).toBeVisible();
  expect(lines.network.asked).toBe(3);
});
