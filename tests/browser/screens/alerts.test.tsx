import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Alert, AlertFiring } from '../../../shared/contract/alerts.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { price } from '../../../shared/domain/price.ts';
import { err, ok, refusal } from '../../../shared/result.ts';
import { AlertNotices } from '../../../src/app/AlertNotices.tsx';
import { dismissToast, toasts } from '../../../src/components/toast-store.ts';
import { alerts, hideAlerts, offerAlert, showAlerts } from '../../../src/state/alerts.ts';
import { instrumentOf } from '../../../src/state/market.ts';
import { priceAlert } from '../../helpers/alerts.ts';
import { eurusd } from '../../helpers/instruments.ts';
import * as script from '../scripted/script.ts';
import { askScene } from './ask-scene.tsx';

const NOW = 108_500;
const done = () => ok({ list: [] });

const scene = askScene();
beforeAll(async () => {
  script.putMarket(eurusd);
  script.putFrame({ quotes: [{ close: NOW }] });
  await vi.waitFor(() => expect(instrumentOf(eurusd.id)).toBeDefined());
});
afterEach(() => {
  hideAlerts();
});

const show = (list: readonly Alert[]): void => {
  script.put('alerts', list);
  scene.show('/', <AlertNotices />, { addAlert: done, setAlert: done, deleteAlert: done });
};
const sheet = () => page.getByRole('dialog');
const field = (name: string) => sheet().getByRole('textbox', { name, exact: true });
const save = () => userEvent.click(sheet().getByRole('button', { name: 'Set alert' }));

describe('the list', () => {
  it('says what each alert waits for and how far that is, those that are on first', async () => {
    show([
      priceAlert(3, { isOn: false, firedAt: '2026-01-02T03:04:05.000Z' }),
      priceAlert(2, { price: 0, percent: -2.5, side: 'below', repeats: true }),
      priceAlert(1),
    ]);
    showAlerts();
    const rows = sheet().getByRole('listitem');
    await vi.waitFor(() => expect(rows.elements()).toHaveLength(3));
    await vi.waitFor(() => expect(rows.nth(1).element().textContent).toContain('500 points away · once'));
    expect(rows.nth(0).element().textContent).toContain('EUR/USD moves -2.50% in a day');
    expect(rows.nth(0).element().textContent).toContain('each time');
    expect(rows.nth(1).element().textContent).toContain('rises to 1.09000');
    expect(rows.nth(2).element().textContent).toContain('Reached: Jan 02, 2026');
  });

  it('knows no target price of an instrument that is no longer listed', async () => {
    show([priceAlert(4, { instrumentId: eurusd.id + 1_000 })]);
    showAlerts();
    const row = sheet().getByRole('listitem');
    await expect.poll(() => row.element().textContent).toContain('-- rises to --');
  });

  it('switches one off, and deletes one', async () => {
    show([priceAlert(7)]);
    showAlerts(eurusd.id);
    await userEvent.click(sheet().getByRole('switch', { name: 'EUR/USD rises to 1.09000' }));
    await vi.waitFor(() => expect(scene.asked('setAlert')).toEqual([{ id: 7, isOn: 0 }]));
    await userEvent.click(sheet().getByRole('button', { name: 'Delete' }));
    await vi.waitFor(() => expect(scene.asked('deleteAlert')).toEqual([{ id: 7 }]));
  });

  it('says why an alert cannot be switched on', async () => {
    show([priceAlert(7, { isOn: false })]);
    scene.answer({ setAlert: () => err(refusal(CODE.wrongSidePrice)) });
    showAlerts();
    await userEvent.click(sheet().getByRole('switch', { name: /^EUR/ }));
    await expect.element(page.getByText('It is there already. Choose another value.')).toBeVisible();
  });
});

it('shows the spread beside the price, of which alerts are, where there are two', async () => {
  show([]);
  showAlerts(eurusd.id);
  await expect.element(field('Price')).toBeVisible();
  expect(sheet().element().textContent).not.toContain('Spread');
  script.putFrame({ quotes: [{ close: NOW, ask: NOW + 12 }] });
  await expect.poll(() => sheet().element().textContent).toContain('1.08500Spread12 points');
  script.putFrame({ quotes: [{ close: NOW }] });
});

describe('what has happened', () => {
  it('is listed with target, price and time, again when an alert fires', async () => {
    show([priceAlert(7)]);
    const firing: AlertFiring = {
      id: 1,
      instrumentId: eurusd.id,
      price: 1.09,
      percent: 0,
      side: 'above',
      reached: 1.09002,
      firedAt: '2026-01-02T03:04:05.000Z',
    };
    const list = [firing];
    scene.answer({ getAlertFirings: () => ok({ list: [...list] }) });
    showAlerts();
    await expect.element(sheet().getByRole('switch', { name: 'EUR/USD rises to 1.09000' })).toBeVisible();
    await userEvent.click(sheet().getByRole('tab', { name: 'Happened' }));
    const rows = sheet().getByRole('tabpanel').getByRole('listitem');
    await expect
      .poll(() => rows.element().textContent)
      .toMatch(/^EUR\/USD rises to 1\.09000Jan 02, 2026, \d\d:04:05 at 1\.09002$/);
    list.unshift({ ...firing, id: 2, price: 0, percent: -2.5, side: 'below', reached: 1.0321 });
    script.put('alerts', [priceAlert(7, { isOn: false, firedAt: '2026-01-02T04:04:05.000Z' })]);
    await vi.waitFor(() => expect(rows.elements()).toHaveLength(2));
    expect(rows.nth(0).element().textContent).toMatch(/moves -2\.50% in a day.* at 1\.03210$/);
    await userEvent.click(sheet().getByRole('tab', { name: 'Set' }));
    await expect.element(sheet().getByRole('switch', { name: /^EUR/ })).toBeVisible();
  });

  it('is said to be nothing, and can be asked for again when it could not be loaded', async () => {
    show([]);
    scene.answer({ getAlertFirings: () => err(refusal(CODE.internal)) });
    showAlerts();
    await userEvent.click(sheet().getByRole('tab', { name: 'Happened' }));
    const again = sheet().getByRole('button', { name: 'Try again' });
    await expect.element(again).toBeVisible();
    scene.answer({ getAlertFirings: () => ok({ list: [] }) });
    await userEvent.click(again);
    await expect.element(sheet().getByText('No alert has fired yet')).toBeVisible();
  });

  it('is asked for again by itself when the connection is back', async () => {
    show([]);
    scene.answer({ getAlertFirings: () => err(refusal(CODE.internal)) });
    showAlerts();
    await userEvent.click(sheet().getByRole('tab', { name: 'Happened' }));
    await expect.element(sheet().getByRole('button', { name: 'Try again' })).toBeVisible();
    await script.putConnection('offline');
    scene.answer({ getAlertFirings: () => ok({ list: [] }) });
    await script.putConnection('live');
    await expect.element(sheet().getByText('No alert has fired yet')).toBeVisible();
  });
});

describe('a new alert', () => {
  it('on any instrument begins in the list of all, with its choice', async () => {
    const gold = { ...eurusd, id: instrumentId(2), code: 'XAUUSD', showCode: 'XAU/USD' };
    script.putMarket(eurusd, gold);
    show([priceAlert(1)]);
    showAlerts();
    await userEvent.click(sheet().getByRole('button', { name: 'New alert' }));
    const picker = page.getByRole('dialog', { name: 'Choose an instrument' });
    await picker.getByRole('searchbox').fill('xau');
    await userEvent.click(picker.getByRole('button', { name: /XAU/ }));
    await expect.element(page.getByRole('dialog', { name: 'Alerts: XAU/USD' })).toBeVisible();
    expect(picker.elements()).toEqual([]);
    await field('Price').fill('2000');
    await save();
    const sent = { instrumentId: gold.id, price: '2000.00000', repeats: 0 };
    await vi.waitFor(() => expect(scene.asked('addAlert')).toEqual([sent]));
    script.putMarket(eurusd);
  });

  it('begins with the price that was offered', async () => {
    show([]);
    offerAlert(eurusd.id, price(109_123));
    await expect.element(field('Price')).toHaveValue('1.09123');
    await userEvent.click(sheet().getByRole('switch', { name: /^Repeat/ }));
    await save();
    const sent = { instrumentId: eurusd.id, price: '1.09123', repeats: 1 };
    await vi.waitFor(() => expect(scene.asked('addAlert')).toEqual([sent]));
    await expect.element(page.getByText('Alert set', { exact: true })).toBeVisible();
  });

  it('is not set twice by a second tap: the field is empty then, and a step begins beside the price', async () => {
    show([]);
    showAlerts(eurusd.id);
    await expect.element(field('Price')).toHaveValue('1.08700');
    await save();
    await vi.waitFor(() => expect(scene.asked('addAlert')).toHaveLength(1));
    await expect.element(field('Price')).toHaveValue('');
    await save();
    await expect.element(sheet().getByText('Enter a price.')).toBeVisible();
    expect(scene.asked('addAlert')).toHaveLength(1);
    await sheet().getByRole('button', { name: 'Increase Price' }).click();
    await expect.element(field('Price')).toHaveValue('1.08700');
  });

  it('comes with the choice to be notified while the app is closed', async () => {
    show([]);
    showAlerts(eurusd.id);
    await expect.element(sheet().getByRole('heading', { name: 'Notifications' })).toBeInTheDocument();
  });

  it('waits for a move of the day, up or down', async () => {
    show([]);
    showAlerts(eurusd.id);
    await userEvent.click(sheet().getByText("Day's change"), { force: true });
    await userEvent.click(sheet().getByText('Falls'), { force: true });
    await save();
    await expect.element(sheet().getByText(/^Enter a percentage/)).toBeVisible();
    await field('Percent').fill('2,5 %');
    await save();
    const sent = { instrumentId: eurusd.id, percent: '-2.50', repeats: 0 };
    await vi.waitFor(() => expect(scene.asked('addAlert')).toEqual([sent]));
  });

  it('begins at a price that is not reached at once', async () => {
    show([]);
    showAlerts(eurusd.id);
    await expect.element(sheet().getByText('1.08500')).toBeVisible();
    await expect.element(field('Price')).toHaveValue('1.08700');
    await sheet().getByRole('button', { name: 'Decrease Price' }).click();
    await expect.element(field('Price')).toHaveValue('1.08690');
    await sheet().getByRole('button', { name: 'Increase Price' }).click();
    await expect.element(field('Price')).toHaveValue('1.08700');
    await save();
    await vi.waitFor(() => expect(scene.asked('addAlert')).toMatchObject([{ price: '1.08700' }]));
  });

  it.each([
    ['', 'Enter a price.'],
    ['1.08500', 'It is there already. Choose another value.'],
    ['1.123456', 'At most 5 decimal places'],
    ['1,090', 'Did you mean 1,090 or 1.09?'],
    ['1,23,456.5', 'Please enter a number such as 1,234.5'],
  ])('with the price %j is refused beside the field: %s', async (text, problem) => {
    show([]);
    showAlerts(eurusd.id);
    await expect.element(sheet().getByText('1.08500')).toBeVisible();
    await field('Price').fill(text);
    await save();
    await expect.element(sheet().getByText(problem)).toBeVisible();
    expect(scene.asked('addAlert')).toEqual([]);
  });

  it('shows what the exchange refuses: the price beside the field, the limit as a message', async () => {
    show([]);
    scene.answer({ addAlert: () => err(refusal(CODE.wrongSidePrice)) });
    offerAlert(eurusd.id, price(109_000));
    await save();
    await expect.element(sheet().getByText('It is there already. Choose another value.')).toBeVisible();
    scene.answer({ addAlert: () => err(refusal(CODE.conflict)) });
    await save();
    await expect.element(page.getByText(/^You have 100 alerts/)).toBeVisible();
    await expect.element(field('Price')).toHaveValue('1.09000');
  });
});

describe('an alert that fires', () => {
  it('is announced with its instrument, target and time, on a later day with its date, and those of before are not', async () => {
    const old = priceAlert(1, { isOn: false, firedAt: '2026-01-02T03:04:05.000Z' });
    show([priceAlert(2), old]);
    await vi.waitFor(() => expect(alerts.value?.map(({ id }) => id)).toEqual([2, 1]));
    for (const toast of toasts.value) dismissToast(toast.id);
    const today = new Date(new Date().setHours(14, 2, 11)).toISOString();
    script.put('alerts', [priceAlert(2, { isOn: false, firedAt: today }), old]);
    const told = () => toasts.value.map(({ text }) => text);
    await vi.waitFor(() => expect(told()).toEqual(['EUR/USD has reached 1.09000 (14:02:11)']));
    const earlier = new Date(2025, 0, 5, 14, 2, 11).toISOString();
    script.put('alerts', [priceAlert(3, { isOn: false, firedAt: earlier }), old]);
    await vi.waitFor(() => expect(told()[1]).toBe('EUR/USD has reached 1.09000 (Jan 05, 2025, 14:02:11)'));
  });
});
