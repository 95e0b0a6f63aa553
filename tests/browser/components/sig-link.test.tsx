import { afterEach, expect, it } from 'vitest';
import { useLocation } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { LocationRouter } from '../../../src/app/LocationRouter.tsx';
import { SigLink } from '../../../src/components/SigLink.tsx';
import { render } from './render.tsx';

const start = location.href;
afterEach(() => {
  history.replaceState(null, '', start);
});

let asked = 0;
const target = (): string => {
  asked++;
  return '/there';
};
const link = <SigLink href={target}>Go</SigLink>;

/** As home, which stays while other screens are shown. */
function Kept() {
  const [path] = useLocation();
  return (
    <>
      <output>{path}</output>
      {link}
    </>
  );
}

it('leads to its address, and is not rendered by a navigation', async () => {
  history.replaceState(null, '', '/here');
  const view = await render(
    <LocationRouter>
      <Kept />
    </LocationRouter>,
  );
  const shown = (): string | null | undefined => view.host.querySelector('output')?.textContent;
  expect(shown()).toBe('/here');
  const before = asked;
  navigate('/elsewhere');
  await expect.poll(shown).toBe('/elsewhere');
  expect(asked).toBe(before);
  view.host.querySelector('a')?.click();
  await expect.poll(shown).toBe('/there');
});
