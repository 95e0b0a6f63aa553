import { batch } from '@preact/signals-react';
import { Profiler, useEffect, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { type InstrumentId, instrumentId } from '../../../shared/domain/instrument.ts';
import { SigText } from '../../../src/components/SigText.tsx';
import { createEngineLink } from '../../../src/link/engine-link.ts';
import { createFrameFeed } from '../../../src/link/frame-feed.ts';
import { pageClock } from '../../../src/link/page-clock.ts';
import { createQuoteRegistry, type QuoteRegistry } from '../../../src/state/quote-registry.ts';
import { eventually } from './eventually.ts';

function Row({ quotes, id }: { readonly quotes: QuoteRegistry; readonly id: InstrumentId }) {
  useEffect(() => quotes.retain(id), [quotes, id]);
  const text = useMemo(() => () => String(quotes.of(id).close.value ?? '--'), [quotes, id]);
  return <SigText text={text} />;
}

function ticking() {
  const link = createEngineLink({
    spawn: () => new Worker(new URL('./ticking-worker.ts', import.meta.url), { type: 'module' }),
    settings: () => ({ apiBase: '', socketUrl: '', language: 'en', token: null }),
    clock: pageClock,
    onHealth() {},
  });
  let applied = 0;
  const quotes = createQuoteRegistry((ids) => {
    link.keep('watch', (engine) => engine.watch(ids));
    feed.want(ids.length > 0);
  }, pageClock.wallMs);
  const feed = createFrameFeed({
    link,
    clock: pageClock,
    apply(frame) {
      applied++;
      batch(() => quotes.apply(frame));
    },
    onLate: () => quotes.markStale(),
  });
  return { link, quotes, applied: () => applied };
}

test('ticks reach the text on the screen without a React render, and stop when nothing is shown', async () => {
  const { link, quotes, applied } = ticking();
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  let renders = 0;
  root.render(
    <Profiler id="rows" onRender={() => renders++}>
      {[1, 2, 3].map((id) => (
        <Row key={id} quotes={quotes} id={instrumentId(id)} />
      ))}
    </Profiler>,
  );
  const texts = () => [...host.querySelectorAll('span')].map((span) => Number(span.textContent));
  await eventually(() => expect(texts().map((text) => Math.floor(text / 100_000))).toEqual([1, 2, 3]));

  const [before = 0] = texts();
  const [rendersBefore, appliedBefore] = [renders, applied()];
  await eventually(() => expect(applied()).toBeGreaterThan(appliedBefore + 20));
  const [after = 0, second = 0] = texts();
  expect(after).toBeGreaterThan(before + 20);
  // One frame, one snapshot: the rows always agree.
  expect(second - 200_000).toBe(after - 100_000);
  expect(renders).toBe(rendersBefore);

  root.unmount();
  const following = async () => {
    let count = Number.NaN;
    await link.call(async (engine) => {
      count = await engine.echo();
      return { ok: true, value: undefined };
    });
    return count;
  };
  await eventually(async () => expect(await following()).toBe(0));
  const appliedAtEnd = applied();
  // A frame that was on its way would have come before the answers.
  await following();
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(applied()).toBe(appliedAtEnd);
  link.end();
  host.remove();
});
