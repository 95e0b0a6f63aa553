import { signal } from '@preact/signals-react';
import { Suspense, use } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSignals } from '../../../src/components/use-signals.ts';
import { only, render } from './render.tsx';

const LONG_MS = 60_000;

function scene() {
  const unheard = vi.fn();
  const price = signal(1, { unwatched: unheard });
  function Price() {
    useSignals();
    return <output>{price.value}</output>;
  }
  return { price, unheard, Price };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a component that reads signals', () => {
  it('re-renders on each change until it unmounts', async () => {
    const { price, unheard, Price } = scene();
    const view = await render(<Price />);
    vi.advanceTimersByTime(LONG_MS);
    price.value = 2;
    await vi.waitFor(() => expect(only('output').textContent).toBe('2'));
    expect(unheard).not.toHaveBeenCalled();
    view.show(null);
    await vi.waitFor(() => expect(unheard).toHaveBeenCalledTimes(1));
  });

  it('stops listening when its render was discarded', async () => {
    const { unheard, Price } = scene();
    const never = new Promise<string>(() => {});
    const Waiting = () => use(never);
    const view = await render(
      <Suspense fallback="…">
        <Price />
        <Waiting />
      </Suspense>,
    );
    expect(view.host.textContent).toBe('…');
    view.show(null);
    vi.advanceTimersByTime(LONG_MS);
    expect(unheard).toHaveBeenCalledTimes(1);
  });

  it('still listens when its render is committed very late', async () => {
    const { price, Price } = scene();
    const Slow = () => {
      vi.advanceTimersByTime(LONG_MS);
      return null;
    };
    await render(
      <>
        <Price />
        <Slow />
      </>,
    );
    price.value = 2;
    await vi.waitFor(() => expect(only('output').textContent).toBe('2'));
  });
});
