import { type ComponentType, type ReactNode, Suspense } from 'react';
import { expect, it } from 'vitest';
import { laterComponent } from '../../../src/components/later-component.ts';
import { nextFrame, type Rendered, render } from './render.tsx';

let view: Rendered | undefined;

const text = (): string => view?.host.textContent ?? '';
const Loaded = (): ReactNode => 'loaded';
const suspended = (Part: ComponentType) => (
  <Suspense fallback="loading">
    <Part />
  </Suspense>
);

it('shows the fallback until its code is there', async () => {
  let arrive = (_: ComponentType): void => {};
  const Part = laterComponent(
    () =>
      new Promise<ComponentType>((resolve) => {
        arrive = resolve;
      }),
  );
  view = await render(suspended(Part));
  await nextFrame();
  expect(text()).toBe('loading');
  arrive(Loaded);
  await expect.poll(text).toBe('loaded');
});

it('renders at once what was preloaded', async () => {
  const code = Promise.resolve<ComponentType>(Loaded);
  const Part = laterComponent(() => code);
  Part.preload();
  await code;
  view = await render(suspended(Part));
  expect(text()).toBe('loaded');
});

it('asks again for code that could not be preloaded', async () => {
  const answers = [Promise.reject(new Error('offline')), Promise.resolve<ComponentType>(Loaded)];
  const Part = laterComponent(() => answers.shift() ?? Promise.reject(new Error('asked too often')));
  Part.preload();
  await nextFrame();
  view = await render(suspended(Part));
  await expect.poll(text).toBe('loaded');
});
