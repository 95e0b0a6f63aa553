import { batch, signal } from '@preact/signals-react';
import { Profiler } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Freshness } from '../../../shared/bridge/market-frame.ts';
import { changeOf } from '../../../shared/domain/quote.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { setFormatLocale } from '../../../src/format/locale.ts';
import { HomeRow } from '../../../src/screens/Home/HomeRow.tsx';
import { opening } from '../../../src/screens/Home/home-view.ts';
import { live } from '../../../src/state/live.ts';
import { eurusd as usual } from '../../helpers/instruments.ts';
import { marketFrame } from '../../helpers/market-frames.ts';
import { nextFrame, only, render } from '../components/render.tsx';
import { startSilent } from '../scripted/silent.ts';

/** Without a logo: one that cannot be loaded renders its letters at an unknown time. */
const eurusd = { ...usual, logo: '' };

interface Tick {
  readonly close: number;
  readonly open?: number;
  readonly marketOpen?: boolean;
  readonly freshness?: Freshness;
  readonly timeMs?: number;
}

/** One market frame with a quote of EUR/USD, applied as the page applies it. */
function tick({ close, open = 108_000, marketOpen = true, freshness = 'live', timeMs = 1_000 }: Tick): void {
  const change = changeOf(close, open) ?? Number.NaN;
  const frame = marketFrame([{ id: eurusd.id, close, open, change, marketOpen, freshness, timeMs }]);
  batch(() => live.quotes.apply(frame));
}

const slot = { item: signal(eurusd), index: signal(0) };

let renders = 0;
const show = async (): Promise<void> => {
  await render(
    <Profiler id="row" onRender={() => renders++}>
      <HomeRow slot={slot} />
    </Profiler>,
  );
  // The mini chart's code arrives and renders once.
  await expect.poll(() => document.querySelector('[class*="spark"] > [aria-hidden="true"]')).not.toBeNull();
  await nextFrame();
};
const numbers = () => [...document.querySelectorAll('a span[dir="ltr"]')].map((node) => node.textContent);
const fullName = () => only('[class*="mark"]').textContent;
const state = () => only<HTMLElement>('[class*="state"]');
const railOf = (node: Element) => getComputedStyle(node, '::after').content;
const isPictured = () => only('[class*="spark"] > *').checkVisibility();
const change = () => [...document.querySelectorAll<HTMLElement>('a span[dir="ltr"]')].at(-1);

beforeAll(startSilent);
describe('a row of the list', () => {
  // spec: 2.10
  it('shows price and change of a thousand ticks without a render', async () => {
    await show();
    const before = renders;
    for (let i = 0; i < 1_000; i++) tick({ close: 108_000 + i });
    // A render caused by a signal would come with the next frame.
    await nextFrame();
    await nextFrame();
    expect(numbers()).toEqual(['1.08999', '+0.93%']);
    expect(renders - before).toBe(0);
  });

  it('shows a price that moved too little to change the percentage', async () => {
    await show();
    tick({ close: 108_000 });
    tick({ close: 108_001 });
    expect(numbers()).toEqual(['1.08001', '0.00%']);
  });

  it.each([
    [108_540, '+0.50%', 'up'],
    [108_000, '0.00%', 'up'],
    [107_460, '-0.50%', 'down'],
  ])('at %i has the change %s in the colour of %s', async (close, text, tone) => {
    await show();
    tick({ close });
    expect([change()?.textContent, change()?.dataset['tone']]).toEqual([text, tone]);
  });

  it('is rewritten when the language changes, without a tick or a render', async () => {
    await show();
    tick({ close: 108_540 });
    const before = renders;
    setFormatLocale('de-DE');
    expect(numbers()).toEqual(['1,08540', '+0,50\u00a0%']);
    await nextFrame();
    await nextFrame();
    expect(renders - before).toBe(0);
  });

  // spec: 2.10
  it('shows in place of the picture that the market closed and opened, beside the name, without a render', async () => {
    await show();
    tick({ close: 108_000, marketOpen: false });
    const before = renders;
    expect([fullName(), state().innerText, isPictured()]).toEqual(['Euro / US Dollar', 'Closed', false]);
    tick({ close: 108_001 });
    expect([fullName(), state().innerText, isPictured()]).toEqual(['Euro / US Dollar', '', true]);
    await nextFrame();
    await nextFrame();
    expect(renders - before).toBe(0);
  });

  it.each([
    ['close-only', true, 'Close only'],
    ['close-only', false, 'Closed'],
    ['halted', false, 'Halted'],
  ] as const)(
    'shows in place of the picture that %s is its mode (open: %s)',
    async (mode, marketOpen, words) => {
      slot.item.value = { ...eurusd, mode };
      await show();
      tick({ close: 108_000, marketOpen });
      expect([state().innerText, isPictured()]).toEqual([words, false]);
      slot.item.value = eurusd;
      tick({ close: 108_001 });
      expect([state().innerText, isPictured()]).toEqual(['', true]);
    },
  );

  it('shows how long a closed market stays closed, and moves nothing else', async () => {
    opening.value = undefined;
    slot.item.value = { ...eurusd, market: { status: 'closed', opensAt: timestampMs(1.8e12) } };
    await show();
    tick({ close: 108_000, marketOpen: false });
    const others = () =>
      [...document.querySelectorAll('a > span, [class*="name"] > :not([class*="state"])')].map((node) =>
        JSON.stringify(node.getBoundingClientRect()),
      );
    const before = others();
    expect([state().innerText, railOf(state())]).toEqual(['Closed', 'none']);
    opening.value = (market, isOpen, closedAt) =>
      isOpen ? undefined : { left: `${'opensAt' in market && market.opensAt} ${closedAt.value}`, part: 0.5 };
    expect(state().innerText).toBe('Closed\n1800000000000 1000');
    expect(railOf(state())).toBe('""');
    expect(getComputedStyle(state(), '::after').left).toBe('30px');
    expect(others()).toEqual(before);
    tick({ close: 108_001 });
    expect([state().innerText, railOf(state())]).toEqual(['', 'none']);
    expect(others()).toEqual(before);
    slot.item.value = eurusd;
    opening.value = undefined;
  });

  it('says that the quote of a market is open which the list calls closed, once and not with each tick', async () => {
    const asked: unknown[] = [];
    opening.value = ({ status }, isOpen) => void asked.push([status, isOpen]);
    slot.item.value = { ...eurusd, market: { status: 'closed', opensAt: timestampMs(1.8e12) } };
    await show();
    tick({ close: 108_000, marketOpen: false });
    asked.length = 0;
    for (let i = 0; i < 9; i++) tick({ close: 108_001 + i, timeMs: 2_000 + i });
    expect([asked, state().innerText]).toEqual([[['closed', true]], '']);
    slot.item.value = eurusd;
    opening.value = undefined;
  });

  it('greys an old price, and that of a closed market', async () => {
    await show();
    const price = () => getComputedStyle(only('a span[dir="ltr"]:first-child')).color;
    tick({ close: 108_000 });
    const fresh = price();
    tick({ close: 108_000, freshness: 'stale' });
    const old = price();
    expect(old).not.toBe(fresh);
    tick({ close: 108_000, marketOpen: false });
    expect(price()).toBe(old);
    tick({ close: 108_000 });
    expect(price()).toBe(fresh);
  });

  // spec: 2.10
  it('opens the trade screen', async () => {
    await show();
    expect(only('a').getAttribute('href')).toBe('/trade?id=1');
  });
});
