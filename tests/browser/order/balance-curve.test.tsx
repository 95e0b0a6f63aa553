import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { LedgerEntry } from '../../../shared/contract/payments.ts';
import { money } from '../../../shared/domain/money.ts';
import { err, LOCAL_CODE, ok, refusal } from '../../../shared/result.ts';
import { balanceHidden } from '../../../src/state/preferences.ts';
import * as script from '../scripted/script.ts';
import {
  answerPage,
  button,
  closed,
  historyPage,
  openHistory,
  prepareOrderScene,
  sheet,
  textOf,
} from './order-scene.tsx';

prepareOrderScene();

const figure = () => page.getByRole('figure', { name: 'Balance over time' });
const entry = (atMs: number, usd: number): LedgerEntry => ({
  amount: money(usd * 1e6),
  memo: '',
  createdAt: new Date(atMs).toISOString(),
});
const T = 1_700_000_000_000;
/** Opened with 1,000; then 250 more and 400 less. */
const ENTRIES = [entry(T + 200, -400), entry(T + 100, 250), entry(T, 1_000)];

/** Answers all that one reading of the curve asks. */
async function answerCurve(entries: readonly LedgerEntry[]): Promise<void> {
  const ledger = ok({ list: entries, total: entries.length });
  (await script.nextOf('ask')).answer(ledger);
  (await script.nextOf('history')).answer(historyPage([], { balance: 850e6 }));
  (await script.nextOf('ask')).answer(ledger);
}

describe('the curve of the balance', () => {
  it('is drawn from left to right, with its figures in words, in a place that was kept for it', async () => {
    await openHistory();
    await answerPage(1, [closed(5)]);
    await expect.element(figure()).toBeVisible();
    const height = () => figure().element().getBoundingClientRect().height;
    const reserved = height();
    await answerCurve(ENTRIES);
    await textOf(figure()).toMatch(/Start1,000\.00End850\.00Lowest850\.00Highest1,250\.00/);
    expect(Math.abs(height() - reserved)).toBeLessThan(2);
    const line = figure().element().querySelector('path:last-child');
    expect(line?.getAttribute('d')).toMatch(/^M0 60\.00.*V0\.00.*V96\.00.*H320$/);
    expect(line?.closest('[dir=ltr]')).not.toBeNull();
  });

  it('hides its amounts with the balance', async () => {
    balanceHidden.value = true;
    await openHistory();
    await answerPage(1, [closed(5)]);
    await answerCurve(ENTRIES);
    await textOf(figure()).toMatch(/Start••••••End••••••Lowest••••••Highest••••••/);
    balanceHidden.value = false;
  });

  it('follows the range of the filter, and says so when nothing moved in it', async () => {
    await openHistory();
    await answerPage(1, [closed(5)]);
    await answerCurve(ENTRIES);
    await userEvent.click(button('Filter'));
    await userEvent.click(sheet().getByRole('button', { name: 'Today' }));
    await answerPage(1, [closed(5)]);
    await userEvent.click(sheet().getByRole('button', { name: 'Show' }));
    await answerCurve(ENTRIES);
    await textOf(figure()).toMatch(/No movements in this period$/);
  });

  it('ends at the balance, also after a deposit', async () => {
    await openHistory();
    await answerPage(1, [closed(5)]);
    await answerCurve(ENTRIES);
    await textOf(figure()).toMatch(/End850\.00/);
    const usd = 1_100e6;
    script.putFrame({ account: { balance: usd } });
    const ledger = ok({ list: [entry(T + 300, 250), ...ENTRIES], total: 4 });
    (await script.nextOf('ask')).answer(ledger);
    (await script.nextOf('history')).answer(historyPage([], { balance: usd }));
    (await script.nextOf('ask')).answer(ledger);
    await textOf(figure()).toMatch(/End1,100\.00/);
  });

  it('says why it cannot be read, and reads again on request', async () => {
    await openHistory();
    await answerPage(1, [closed(5)]);
    (await script.nextOf('ask')).answer(err(refusal(LOCAL_CODE.offline)));
    await expect.element(figure().getByText(/offline|connection/i)).toBeVisible();
    await userEvent.click(figure().getByRole('button'));
    await answerCurve(ENTRIES);
    await textOf(figure()).toMatch(/Start1,000\.00/);
  });

  it('asks for a shorter period when there is too much to read', async () => {
    await openHistory();
    await answerPage(1, [closed(5)]);
    for (let i = 0; i < 25; i++)
      (await script.nextOf('ask')).answer(ok({ list: [entry(T - i, 1)], total: 1_000 }));
    await textOf(figure()).toMatch(/Too many movements for a curve\. Choose a shorter period$/);
  });
});
