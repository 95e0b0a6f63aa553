import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LOCAL_CODE, refusal } from '../../../shared/result.ts';
import { Ticket } from '../../../src/screens/Trade/ticket/Ticket.tsx';
import { clearOrderTaps, orderTaps } from '../../../src/state/order-taps.ts';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { session } from '../../../src/state/session.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { type Rendered, render } from '../components/render.tsx';
import { hold, position, prepareOrderStage } from '../order/order-stage.tsx';
import * as script from '../scripted/script.ts';

/* What becomes of taps whose answer does not come, and whose they are. */

prepareOrderStage();

let view: Rendered | undefined;
afterEach(() => {
  view?.remove();
  clearOrderTaps();
});

const fates = () => orderTaps.value.map(({ fate }) => fate.status);
const line = () => page.getByRole('button', { name: /^One-tap trading/ });

async function tap(side: 'Buy' | 'Sell') {
  await userEvent.click(page.getByRole('button', { name: new RegExp(`^${side} 0`) }));
  return script.nextCall('submitOrder');
}

async function show(): Promise<void> {
  confirmOrders.value = false;
  view = await render(<Ticket instrument={eurusd} />);
  await hold([]);
}

it('a tap without an answer is marked, and gets its fate when that becomes known', async () => {
  await show();
  const call = await tap('Buy');
  await expect.element(line()).not.toHaveAttribute('data-trouble');
  call.answer({ ok: false, error: refusal(LOCAL_CODE.workerLost) });
  const asked = await script.nextOf('orderOutcome');
  expect(fates()).toEqual(['unknown']);
  await expect.element(line()).toHaveAttribute('data-trouble');
  asked.answer({ ok: true, value: position(7) });
  await vi.waitFor(() => expect(fates()).toEqual(['executed']));
  await expect.element(line()).not.toHaveAttribute('data-trouble');
});

it('the list goes with its account, not with a session that expired', async () => {
  await show();
  const call = await tap('Sell');
  call.answer({ ok: true, value: position(8, { side: 'sell' }) });
  await vi.waitFor(() => expect(fates()).toEqual(['executed']));
  script.put('session', { status: 'anonymous', because: 'expired' });
  await vi.waitFor(() => expect(session.value.status).toBe('anonymous'));
  script.putSignedIn();
  await vi.waitFor(() => expect(session.value.status).toBe('signed-in'));
  expect(fates()).toEqual(['executed']);
  script.put('session', {
    status: 'signed-in',
    token: 'another-token',
    user: { uid: 43, email: '', phone: '', isDemo: true, inviteCode: '' },
  });
  await vi.waitFor(() => expect(fates()).toEqual([]));
  script.putSignedIn();
});
