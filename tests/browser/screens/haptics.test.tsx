import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refusal } from '../../../shared/result.ts';
import { TradingSection } from '../../../src/screens/Settings/TradingSection.tsx';
import { Ticket } from '../../../src/screens/Trade/ticket/Ticket.tsx';
import { allowHaptics, haptics } from '../../../src/state/haptics.ts';
import { clearOrderTaps } from '../../../src/state/order-taps.ts';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { candleScene, reset, rows, touch } from '../chart/candle-scene.ts';
import { render } from '../components/render.tsx';
import { hold, prepareOrderScene } from '../order/order-scene.tsx';
import * as script from '../scripted/script.ts';

prepareOrderScene();

let vibrate: MockInstance<Navigator['vibrate']>;
beforeEach(() => {
  vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  allowHaptics(true);
  clearOrderTaps();
});

const patterns = () => vibrate.mock.calls.map(([pattern]) => pattern);
const row = () => page.getByRole('switch', { name: /^Vibrate on touch/ });

describe('the setting', () => {
  it('is on, and kept on the device', async () => {
    await render(<TradingSection />);
    await expect.element(row()).toBeChecked();
    await userEvent.click(row());
    await expect.element(row()).not.toBeChecked();
    expect([haptics.value, localStorage.getItem('pipstream.haptics')]).toEqual([false, 'false']);
    await userEvent.click(row());
    expect([haptics.value, localStorage.getItem('pipstream.haptics')]).toEqual([true, 'true']);
  });

  it('is absent where the device has no motor', async () => {
    vi.restoreAllMocks();
    const kept = Object.getOwnPropertyDescriptor(Navigator.prototype, 'vibrate') ?? {};
    Reflect.deleteProperty(Navigator.prototype, 'vibrate');
    try {
      await render(<TradingSection />);
      await expect.element(page.getByRole('switch', { name: /^One-tap/ })).toBeVisible();
      expect(row().elements()).toEqual([]);
    } finally {
      Object.defineProperty(Navigator.prototype, 'vibrate', kept);
    }
  });
});

describe('a tick in the hand', () => {
  const tap = async (side: 'Buy' | 'Sell') => {
    await userEvent.click(page.getByRole('button', { name: new RegExp(`^${side} 0`) }));
    return script.nextCall('submitOrder');
  };

  it('tells an order that one tap sent, and two ticks one that was refused', async () => {
    confirmOrders.value = false;
    await render(<Ticket instrument={eurusd} />);
    await hold([]);
    const call = await tap('Buy');
    expect(patterns()).toEqual([8]);
    call.answer({ ok: false, error: refusal(4107, 'The price has moved') });
    await expect.poll(patterns).toEqual([8, [8, 40, 8]]);
  });

  it('is not given when switched off', async () => {
    allowHaptics(false);
    confirmOrders.value = false;
    await render(<Ticket instrument={eurusd} />);
    await hold([]);
    const call = await tap('Sell');
    call.answer({ ok: false, error: refusal(4107, 'The price has moved') });
    await expect.element(page.getByText(/Refused/).first()).toBeInTheDocument();
    expect(patterns()).toEqual([]);
  });

  it.each([
    [true, [8]],
    [false, []],
  ])('tells a long press on the chart if allowed (%s), and no shorter one', async (allowed, expected) => {
    allowHaptics(allowed);
    const on = await candleScene();
    on.chart.apply(reset(rows(0, 300)));
    on.paint();
    await touch('touchStart', [100, 150]);
    on.clock.advance(200);
    await touch('touchEnd');
    on.clock.advance(1_000);
    expect(patterns()).toEqual([]);
    await touch('touchStart', [100, 150]);
    on.clock.advance(350);
    await touch('touchEnd');
    expect(patterns()).toEqual(expected);
    on.end();
  });
});
