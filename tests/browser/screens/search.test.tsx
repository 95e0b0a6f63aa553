import { beforeAll, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { err, LOCAL_CODE, ok, refusal } from '../../../shared/result.ts';
import { loadLaterTexts } from '../../../src/i18n/texts.ts';
import { ProductScreen } from '../../../src/screens/Product/ProductScreen.tsx';
import { market } from '../../../src/state/market.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { render } from '../components/render.tsx';
import * as script from '../scripted/script.ts';

beforeAll(async () => {
  localStorage.clear();
  await script.startScripted();
  await script.putConnection('live');
  script.putMarket(eurusd);
  await vi.waitUntil(() => market.value.status === 'ready');
  await loadLaterTexts();
});

it('asks the exchange again when the connection is back', async () => {
  await render(<ProductScreen />);
  await userEvent.fill(page.getByRole('searchbox'), 'hang seng');
  (await script.nextOf('search')).answer(err(refusal(LOCAL_CODE.offline)));
  await expect
    .element(page.getByText('No connection. This loads by itself once you are online.'))
    .toBeVisible();
  await script.putConnection('offline');
  await script.putConnection('live');
  (await script.nextOf('search')).answer(ok([eurusd]));
  await expect.element(page.getByText('EUR/USD')).toBeVisible();
});
