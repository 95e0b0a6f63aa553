import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useLocation } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { LocationRouter } from '../../../src/app/LocationRouter.tsx';
import { Leave } from '../../../src/components/Leave.tsx';
import { type Rendered, render } from './render.tsx';

const start = location.href;
let view: Rendered | undefined;
let leave = (): void => {};

/** Leads to `/away` once `leave` was called. */
function Screen(): ReactNode {
  const [isLeaving, setLeaving] = useState(false);
  leave = () => flushSync(() => setLeaving(true));
  return isLeaving ? <Leave to="/away" /> : 'here';
}

function Screens(): ReactNode {
  const [path] = useLocation();
  return path === '/here' ? <Screen /> : path;
}

beforeEach(async () => {
  history.replaceState(null, '', '/here');
  view = await render(
    <LocationRouter>
      <Screens />
    </LocationRouter>,
  );
});
afterEach(() => {
  view?.remove();
  history.replaceState(null, '', start);
});

const text = (): string | null | undefined => view?.host.textContent;

it('leads to another address', async () => {
  leave();
  expect(location.pathname).toBe('/away');
  await expect.poll(text).toBe('/away');
});

it('leaves the address alone that somebody has gone to while this screen is still shown', async () => {
  navigate('/chosen');
  expect(text()).toBe('here');
  leave();
  expect(location.pathname).toBe('/chosen');
  await expect.poll(text).toBe('/chosen');
});
