import { signal } from '@preact/signals-react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CandleRow } from '../../../shared/domain/candle.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { ChartTools } from '../../../src/chart/ChartTools.tsx';
import type { DrawingAsk } from '../../../src/state/drawing-kinds.ts';
import { drawings } from '../../../src/state/drawings.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { render } from '../components/render.tsx';
import { startSilent } from '../scripted/silent.ts';
import { candleScene, swipe, touch } from './candle-scene.ts';

const gbpusd = { ...eurusd, id: instrumentId(2), code: 'GBPUSD', showCode: 'GBP/USD' };

beforeAll(startSilent);
afterEach(() => {
  for (const one of [eurusd, gbpusd]) drawings.save(one, []);
});

async function begin(instrument = eurusd) {
  const on = await candleScene({ candles: 300 });
  const pinned = {
    y: signal<number | undefined>(undefined),
    row: signal<CandleRow | undefined>(undefined),
    acts: signal(0),
  };
  const chosen: Price[] = [];
  const actions = [{ icon: 'orders' as const, title: 'Pending order', run: (at: Price) => chosen.push(at) }];
  const drawing = signal<DrawingAsk>(false);
  await render(
    <ChartTools
      chart={on.chart}
      instrument={instrument}
      pinned={pinned}
      actions={actions}
      drawing={drawing}
    />,
  );
  /** Tells the component what the chart has reported. */
  const report = () => {
    pinned.y.value = on.told.pinned.at(-1);
    pinned.row.value = on.told.crossed.at(-1);
    pinned.acts.value = on.told.acts;
  };
  return { on, chosen, report, drawing };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('the crosshair of a long press', () => {
  it('has a button beside its price, which offers a pending order there', async () => {
    const { on, chosen, report } = await begin();
    await touch('touchStart', [100, 150]);
    on.clock.advance(350);
    report();
    expect(button('Order at this price').query()).toBeNull();
    await touch('touchEnd');
    report();
    const at = on.chart.crossPlace()?.price;
    expect(at).toBeDefined();
    await userEvent.click(button('Order at this price'));
    await userEvent.click(button('Pending order'));
    expect(chosen).toEqual([at]);
    report();
    await expect.element(button('Order at this price')).not.toBeInTheDocument();
  });

  it('opens the same list with Enter, and says its price after a rest', async () => {
    const { on, report } = await begin();
    on.press('Enter');
    report();
    const said = () => [...document.querySelectorAll('[role=status]')].map((one) => one.textContent).join();
    await vi.waitFor(() =>
      expect(said()).toMatch(/price 1\.0\d+\. Open 1\.0\d+, high 1\.0\d+, low 1\.0\d+, close 1\.0\d+/),
    );
    on.press('Enter');
    report();
    await expect.element(button('Pending order')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Pending order')).not.toBeInTheDocument();
  });
});

describe('the drawing tools', () => {
  it('open, draw a trend line with a hint, select it, and delete it', async () => {
    const { on, drawing } = await begin();
    drawing.value = true;
    await userEvent.click(button('Trend line'));
    await expect
      .element(page.getByText('Tap the start of the line, or drag from start to end'))
      .toBeVisible();
    await vi.waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull());
    on.paint();
    await swipe([80, 200], [200, 100]);
    expect(drawings.of(eurusd).value).toHaveLength(1);
    await userEvent.click(button('Delete this drawing'));
    expect(drawings.of(eurusd).value).toEqual([]);
  });

  it('draw beside what another tab has drawn meanwhile', async () => {
    await begin();
    expect(drawings.of(eurusd).value).toEqual([]);
    const key = 'pipstream.drawings.EURUSD';
    localStorage.setItem(key, '5;h 100100');
    dispatchEvent(new StorageEvent('storage', { key }));
    expect(drawings.of(eurusd).value).toEqual([{ kind: 'horizontal', price: 100_100 }]);
  });

  it('delete all drawings of this instrument after a question', async () => {
    const line = { kind: 'horizontal' as const, price: 100_100 as Price };
    drawings.save(eurusd, [line, line]);
    drawings.save(gbpusd, [line]);
    const { drawing } = await begin();
    drawing.value = true;
    await userEvent.click(button('Delete all'));
    await expect.element(page.getByText('Delete all drawings of EUR/USD?')).toBeVisible();
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Delete all' }));
    expect(drawings.of(eurusd).value).toEqual([]);
    expect(drawings.of(gbpusd).value).toHaveLength(1);
    await userEvent.click(button('Undo'));
    expect(drawings.of(eurusd).value).toEqual([line, line]);
    await expect.element(button('Undo')).not.toBeInTheDocument();
  });
});
