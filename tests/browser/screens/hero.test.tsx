import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { HeroStream } from '../../../src/screens/Home/HeroStream.tsx';
import { startLater } from '../../../src/state/app-state.ts';
import { followRows, quoteOf } from '../../../src/state/quotes.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { only, render } from '../components/render.tsx';
import * as script from '../scripted/script.ts';

beforeAll(async () => {
  await script.startScripted();
  script.putMarket(eurusd);
  await startLater();
});

async function tick(close: number): Promise<void> {
  script.putFrame({ quotes: [{ id: eurusd.id, close }] });
  await vi.waitFor(() => expect(quoteOf(eurusd.id).close.peek()).toBe(close));
}

const toBeInView = (section: Element, wanted: boolean): Promise<void> =>
  new Promise((resolve) => {
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== wanted) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(section);
  });

it('writes the price of the hero while it is in sight, and nothing while the list is scrolled', async () => {
  onTestFinished(() => scrollTo(0, 0));
  // As the list does.
  onTestFinished(followRows([eurusd]));
  await render(
    <>
      <section>
        <HeroStream instruments={[eurusd]} />
        Practise with virtual money
      </section>
      <p style={{ blockSize: '300vh' }} />
    </>,
  );
  const price = only('section .price');
  await toBeInView(only('section'), true);
  await tick(108_501);
  expect(price.textContent).toBe('1.08501');
  scrollTo(0, 2 * innerHeight);
  await toBeInView(only('section'), false);
  await tick(108_600);
  expect(price.textContent).toBe('1.08501');
  scrollTo(0, 0);
  await expect.poll(() => price.textContent).toBe('1.08600');
});
