import { describe, expect, it, onTestFinished } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { CODE } from '../../../shared/contract/codes.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { err, LOCAL_CODE, ok, refusal } from '../../../shared/result.ts';
import { setFormatLocale } from '../../../src/format/locale.ts';
import { WithdrawScreen } from '../../../src/screens/Withdraw/WithdrawScreen.tsx';
import { aBankMethod, aDraw, aDrawCurrency, aDrawMethod } from '../../helpers/payments.ts';
import { only } from '../components/render.tsx';
import * as script from '../scripted/script.ts';
import { type Answers, askScene, endApp, noteKeys, SIGNED_IN_USER } from './ask-scene.tsx';
import { alerts } from './form-fields.ts';

const tron = aDrawCurrency({ id: 1, code: 'USDT', network: 'TRC20' });
const ether = aDrawCurrency({ id: 2, code: 'USDT', network: 'ERC20', fee: moneyFromWire(10) });
const yen = aDrawCurrency({
  id: 5,
  code: 'JPY',
  rate: moneyFromWire(150),
  feeType: 2,
  fee: moneyFromWire(0.01),
});
const method = aDrawMethod();
const account = aBankMethod();
const draw = aDraw();

const offered: Answers = {
  getDrawCurrencies: ({ kind }) => ok({ list: kind === 1 ? [tron, ether] : [yen] }),
  getDrawMethods: ({ currencyId }) =>
    ok({ list: [method, account].filter((one) => one.currency.id === currencyId) }),
};

const scene = askScene();

/** Millionths. */
function own(balance: number, freeMargin = balance): void {
  script.putFrame({ account: { balance, freeMargin } });
}

async function show(path = '/mine/withdraw', more: Answers = {}): Promise<void> {
  own(1_500_000_000);
  scene.show(path, <WithdrawScreen />, { ...offered, ...more });
  await expect.element(page.getByText('1,500.00')).toBeVisible();
}

const amount = () => page.getByLabelText('Amount');
const send = () => userEvent.click(only('button[type="submit"]'));
const dialog = () => page.getByRole('alertdialog');
const confirm = () => userEvent.click(dialog().getByRole('button', { name: 'Withdraw' }));
const see = (place: Locator, words: string) => expect.poll(() => place.query()?.textContent).toContain(words);
const receives = () =>
  [...document.querySelectorAll('dl > div')].find((row) => row.textContent?.startsWith('You receive'))
    ?.textContent;

describe('the received amount', () => {
  // spec: 5.16 9.10
  it('is computed while the amount is typed, less a fixed fee', async () => {
    await show();
    await expect.poll(receives).toBe('You receive-- USDT');
    await amount().fill('100');
    await expect.poll(receives).toBe('You receive98.00 USDT');
    await userEvent.click(page.getByRole('button', { name: 'USDT ERC20' }));
    await expect.poll(receives).toBe('You receive90.00 USDT');
    await amount().fill('1');
    await expect.poll(receives).toBe('You receive0.00 USDT');
  });

  // spec: 3.14 9.10
  it("is reduced by a proportional fee and converted at the currency's rate", async () => {
    await show('/mine/withdraw?tab=bank');
    await amount().fill('100');
    await expect.poll(receives).toBe('You receive14,850.00 JPY');
    await expect.element(page.getByText('Fee (1.00%)')).toBeVisible();
  });

  it('can use all of the free amount, which is less than the balance while positions are open', async () => {
    await show();
    own(1_500_000_000, 1_250_500_001);
    await expect.element(page.getByText('1,250.50')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Max' }));
    await expect.element(amount()).toHaveValue('1250.500001');
  });
});

describe('in a language with a decimal comma', () => {
  it('the amount is shown with it and sent as a plain decimal', async () => {
    await show();
    setFormatLocale('de-DE');
    onTestFinished(() => setFormatLocale('en-US'));
    await expect.element(page.getByText('1.500,00')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Max' }));
    await expect.element(amount()).toHaveValue('1500');
    await amount().fill('1.234,5');
    await expect.poll(receives).toBe('You receive1.232,50 USDT');
    await amount().fill('1.000');
    await expect.poll(receives).toBe('You receive-- USDT');
    await page.getByRole('button', { name: '1.000', exact: true }).click();
    await expect.element(amount()).toHaveValue('1000');
    await expect.poll(receives).toBe('You receive998,00 USDT');
  });
});

describe('an invalid amount', () => {
  it.each([
    ['', 'Please enter the amount'],
    ['0', 'Please enter the amount'],
    ['1.2345678', 'At most six decimal places'],
    ['1500.000001', 'More than the available amount'],
    ['2', 'The amount does not cover the fee'],
    ['1,500', 'Did you mean 1,500 or 1.5?'],
    ['1,23,456.5', 'Please enter a number such as 1,234.5'],
  ])('is refused at the field: "%s"', async (text, words) => {
    await show();
    await expect.element(page.getByText(method.address)).toBeVisible();
    await amount().fill(text);
    await send();
    await expect.poll(alerts).toEqual([words]);
    expect(document.activeElement?.getAttribute('name')).toBe('amount');
    expect(scene.asked('draw')).toEqual([]);
  });
});

describe('a currency without a saved destination', () => {
  // spec: 5.14
  it('offers to add one, with its kind and currency preselected', async () => {
    await show();
    await userEvent.click(page.getByRole('button', { name: 'USDT ERC20' }));
    await amount().fill('100');
    await expect.element(page.getByRole('button', { name: 'Set up account' })).toBeVisible();
    await send();
    await see(dialog(), 'Please set up a collection account first');
    await userEvent.click(dialog().getByRole('button', { name: 'Set up account' }));
    expect(location.pathname + location.search).toBe('/mine/withdraw-way?type=1&draw_id=2');
  });

  it('keeps what was typed until the user comes back', async () => {
    await show();
    await amount().fill('100');
    await page.getByLabelText('Memo').fill('rent');
    scene.show('/mine/withdraw-way', null, offered);
    await show();
    await expect.element(amount()).toHaveValue('100');
    await expect.element(page.getByLabelText('Memo')).toHaveValue('rent');
  });

  // spec: 5.15 8.12
  it('is not offered where the kind has no currency', async () => {
    scene.show('/mine/withdraw', <WithdrawScreen />, { getDrawCurrencies: () => ok({ list: [] }) });
    await expect
      .element(page.getByText('There is no payment channel for this currency account'))
      .toBeVisible();
  });
});

describe('sending', () => {
  async function ask(number: string, answer: Answers['draw']): Promise<void> {
    await show('/mine/withdraw', answer === undefined ? {} : { draw: answer });
    await expect.element(page.getByText(method.address)).toBeVisible();
    await amount().fill(number);
    await send();
    await expect.element(dialog()).toBeVisible();
  }

  it('goes only to an account that is confirmed and no longer held', async () => {
    const isNew = { ...method, id: 20, address: 'TNew', isConfirmed: false, heldUntil: '' };
    const heldUntil = new Date(Date.now() + 7_200_000).toISOString();
    const list = [isNew, { ...method, id: 21, address: 'THeld', heldUntil }, method];
    await show('/mine/withdraw', {
      getDrawMethods: () => ok({ list }),
      confirmDrawMethod: () => ok({ ...isNew, isConfirmed: true, heldUntil }),
      draw: () => ok(draw),
    });
    await expect.element(page.getByText('Not confirmed yet')).toBeVisible();
    await expect.element(page.getByText(/^Can be used in 0[12]:\d\d:\d\d$/)).toBeVisible();
    await expect.element(page.getByRole('radio', { name: /TNew/ })).toBeDisabled();
    await expect.element(page.getByRole('radio', { name: /THeld/ })).toBeDisabled();
    await userEvent.click(page.getByRole('button', { name: 'Confirm', exact: true }));
    await page.getByLabelText('Verification code').fill('123456');
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }));
    await expect.poll(() => scene.asked('confirmDrawMethod')).toEqual([{ id: 20, code: '123456' }]);
    await amount().fill('100');
    await send();
    await see(dialog(), method.address);
    await confirm();
    await expect.poll(() => scene.asked('draw').map(({ methodId }) => methodId)).toEqual([7]);
  });

  it('asks for an account when the chosen one has left the list', async () => {
    const newer = { ...method, id: 23, address: 'TNewer' };
    const account = (name: RegExp) => page.getByRole('radio', { name });
    await show('/mine/withdraw', { getDrawMethods: () => ok({ list: [newer, method] }) });
    await expect.element(account(/TNewer/)).toBeChecked();
    await userEvent.click(page.getByText(method.address));
    await expect.element(account(/TQ5N/)).toBeChecked();
    scene.show('/mine', null, {});
    await show('/mine/withdraw', { getDrawMethods: () => ok({ list: [newer] }) });
    await expect.element(account(/TNewer/)).not.toBeChecked();
    await amount().fill('100');
    await send();
    await expect.poll(alerts).toEqual(['Please complete']);
    await userEvent.click(page.getByText('TNewer'));
    await expect.poll(alerts).toEqual([]);
    await send();
    await see(dialog(), 'TNewer');
    // Another currency has accounts of its own.
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
    await userEvent.click(page.getByRole('button', { name: 'USDT ERC20' }));
    await expect.element(account(/TNewer/)).toBeChecked();
  });

  it('goes to an account as soon as its hold ends', async () => {
    const heldUntil = new Date(Date.now() + 2_500).toISOString();
    await show('/mine/withdraw', {
      getDrawMethods: () => ok({ list: [{ ...method, address: 'THeld', heldUntil }] }),
    });
    const held = page.getByRole('radio', { name: /THeld/ });
    await expect.element(held).toBeDisabled();
    await expect.element(held).toBeEnabled();
    await expect.element(held).toBeChecked();
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(heldUntil));
    await expect.element(page.getByText(/^Can be used in/)).not.toBeInTheDocument();
  });

  it('is confirmed for the account it is sent to, though a later one can be used meanwhile', async () => {
    const heldUntil = new Date(Date.now() + 4_000).toISOString();
    const later = { ...method, id: 22, address: 'TLater', heldUntil };
    await show('/mine/withdraw', {
      getDrawMethods: () => ok({ list: [later, method] }),
      draw: () => ok(draw),
    });
    await amount().fill('100');
    await send();
    await see(dialog(), method.address);
    await expect.element(page.getByRole('radio', { name: /TLater/, includeHidden: true })).toBeEnabled();
    await see(dialog(), method.address);
    await confirm();
    await expect.poll(() => scene.asked('draw').map(({ methodId }) => methodId)).toEqual([7]);
  });

  it('shows all terms, sends what was confirmed, and shows the outcome', async () => {
    await ask('0100.', () => ok(draw));
    for (const words of [method.address, '100.00 USD', '2.00 USD', '98.00 USDT']) await see(dialog(), words);
    expect(scene.asked('draw')).toEqual([]);
    await confirm();
    await expect.element(page.getByText('Withdrawal requested')).toBeVisible();
    expect(scene.asked('draw')).toEqual([
      { currencyId: 1, amount: '100', methodId: 7, net: '98', cid: expect.any(String) },
    ]);
    await userEvent.click(page.getByRole('button', { name: 'New withdrawal' }));
    await expect.element(amount()).toHaveValue('');
  });

  it('is confirmed at the present fee and rate, not at those from when the page was opened', async () => {
    await show('/mine/withdraw?tab=bank', { draw: () => ok(draw) });
    await expect.element(page.getByText(account.payeeAccount)).toBeVisible();
    await amount().fill('100');
    await expect.poll(receives).toBe('You receive14,850.00 JPY');
    scene.answer({ getDrawCurrencies: () => ok({ list: [{ ...yen, rate: moneyFromWire(100) }] }) });
    await send();
    await see(dialog(), '9,900.00 JPY');
    await see(dialog(), 'The fee or the rate has changed');
    await confirm();
    await expect.poll(() => scene.asked('draw').map(({ net }) => net)).toEqual(['9900']);
  });

  it('is not sent for the fee and rate that changed while it was confirmed, until they are confirmed too', async () => {
    await ask('100', () => err(refusal(CODE.conflict, 'Changed', { reason: 'terms', realNumber: 95 })));
    const dearer = { ...tron, fee: moneyFromWire(5) };
    scene.answer({ getDrawCurrencies: () => ok({ list: [dearer, ether] }) });
    await confirm();
    await expect.poll(alerts).toEqual(['The fee or the rate has changed. Check what you receive.']);
    expect(receives()).toBe('You receive95.00 USDT');
    await expect.poll(() => dialog().query()).toBeNull();
    scene.answer({ draw: () => ok({ ...draw, fee: moneyFromWire(5), net: moneyFromWire(95) }) });
    await send();
    for (const words of ['5.00 USD', '95.00 USDT']) await see(dialog(), words);
    expect(dialog().query()?.textContent).not.toContain('has changed');
    await confirm();
    await expect.element(page.getByText('Withdrawal requested')).toBeVisible();
    expect(scene.asked('draw').map(({ net }) => net)).toEqual(['98', '95']);
  });

  it('that would pay out nothing at the present terms is not asked for', async () => {
    await show();
    await expect.element(page.getByText(method.address)).toBeVisible();
    await amount().fill('100');
    scene.answer({ getDrawCurrencies: () => ok({ list: [{ ...tron, fee: moneyFromWire(200) }] }) });
    await send();
    await expect.poll(alerts).toEqual(['The amount does not cover the fee']);
    expect(dialog().query()).toBeNull();
  });

  it('is confirmed at the terms that were seen when newer ones cannot be loaded', async () => {
    await show('/mine/withdraw', { draw: () => err(refusal(CODE.conflict, 'Changed', { reason: 'terms' })) });
    await expect.element(page.getByText(method.address)).toBeVisible();
    await amount().fill('100');
    scene.answer({ getDrawCurrencies: () => err(refusal(LOCAL_CODE.offline)) });
    await send();
    await see(dialog(), '98.00 USDT');
    await confirm();
    await expect.poll(alerts).toEqual(['The fee or the rate has changed. Check what you receive.']);
    expect(scene.asked('draw')).toHaveLength(1);
  });

  it('sends nothing when the confirmation is cancelled', async () => {
    await ask('100', () => ok(draw));
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    expect(scene.asked('draw')).toEqual([]);
    await expect.element(amount()).toHaveValue('100');
  });

  it('that needs the second factor keeps the form when that is not given, and goes on with it', async () => {
    const needed = err(refusal(CODE.factorNeeded, 'no', { factors: ['totp', 'recovery'] }));
    await ask('100', ({ factor }) => (factor === '123456' ? ok(draw) : needed));
    await confirm();
    const sheet = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await userEvent.click(sheet.getByRole('button', { name: 'Close' }));
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(amount()).toHaveValue('100');
    await send();
    await confirm();
    await sheet.getByRole('textbox').fill('123456');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Withdrawal requested')).toBeVisible();
  });
  it('is repeated with the same id while the outcome is unknown, even when the balance is already reserved', async () => {
    await ask('1500', () => err(refusal(LOCAL_CODE.unknown)));
    await confirm();
    await expect.element(page.getByText(/the result is not known/)).toBeVisible();
    own(0);
    scene.answer({ draw: () => ok(draw) });
    await expect.element(page.getByText('0.00', { exact: true })).toBeVisible();
    await send();
    await confirm();
    await expect.element(page.getByText('Withdrawal requested')).toBeVisible();
    const [first, second] = scene.asked('draw');
    expect(second).toEqual(first);
  });

  it('whose outcome is unknown is shown when the exchange says that it was booked, also after a reload', async () => {
    await ask('100', () => err(refusal(LOCAL_CODE.unknown)));
    await confirm();
    await expect.poll(() => scene.asked('getPaymentOutcome').length).toBe(1);
    scene.show('/mine', null, {});
    scene.show('/mine/withdraw', <WithdrawScreen />, {
      ...offered,
      getPaymentOutcome: () => ok({ state: 'done', reply: { code: 1, msg: '', data: { id: draw.id } } }),
      getDraws: () => ok({ list: [draw], total: 1 }),
    });
    await expect.element(page.getByText('Withdrawal requested')).toBeVisible();
    expect(scene.asked('draw').length).toBe(1);
  });

  it('whose outcome is unknown is asked for by the app that the phone had ended, once nobody sends it any more', async () => {
    await ask('100', () => err(refusal(LOCAL_CODE.unknown)));
    await confirm();
    await expect.poll(() => scene.asked('getPaymentOutcome').length).toBe(1);
    const [sent] = scene.asked('draw');
    scene.show('/mine', null, {});
    endApp(15_000);
    scene.show('/mine/withdraw', <WithdrawScreen />, {
      ...offered,
      getPaymentOutcome: () => ok({ state: 'done', reply: { code: 1, msg: '', data: { id: draw.id } } }),
      getDraws: () => ok({ list: [draw], total: 1 }),
    });
    await expect.element(amount()).toHaveValue('');
    expect(scene.asked('getPaymentOutcome')).toHaveLength(1);
    await expect.element(page.getByText('Withdrawal requested'), { timeout: 20_000 }).toBeVisible();
    expect(scene.asked('getPaymentOutcome').map(({ cid }) => cid)).toEqual([sent?.cid, sent?.cid]);
    expect(noteKeys()).toEqual([]);
  });

  it('that the exchange no longer knows by its id is not asked for, and the next one is a new intent', async () => {
    await ask('100', () => err(refusal(LOCAL_CODE.unknown)));
    await confirm();
    await expect.poll(() => scene.asked('getPaymentOutcome').length).toBe(1);
    scene.show('/mine', null, {});
    endApp(8 * 86_400_000);
    await ask('100', () => ok(draw));
    await confirm();
    await expect.element(page.getByText('Withdrawal requested')).toBeVisible();
    const [first, second] = scene.asked('draw');
    expect(second?.cid).not.toBe(first?.cid);
    expect(scene.asked('getPaymentOutcome')).toHaveLength(1);
  });

  it('keeps its note when another one is accepted, and loses it when the account signs out', async () => {
    await ask('100', () => err(refusal(LOCAL_CODE.unknown)));
    await confirm();
    await expect.element(page.getByText(/the result is not known/)).toBeVisible();
    const before = noteKeys();
    expect(before).toHaveLength(1);
    scene.answer({ draw: () => ok(draw) });
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    await amount().fill('200');
    await send();
    await confirm();
    await expect.element(page.getByText('Withdrawal requested')).toBeVisible();
    expect(noteKeys()).toEqual(before);
    scene.show('/mine', null, {});
    await script.signOut();
    await expect.poll(noteKeys).toEqual([]);
    await script.signIn(SIGNED_IN_USER);
  });

  // spec: 8.2
  it('is a new intent after a refusal, which is shown at its field', async () => {
    await ask('100', () => err(refusal(CODE.insufficientBalance, 'Not enough')));
    await confirm();
    await expect.poll(alerts).toEqual(['Not enough']);
    await expect.element(amount()).toHaveValue('100');
    await send();
    await confirm();
    await expect.poll(() => scene.asked('draw').length).toBe(2);
    const [first, second] = scene.asked('draw');
    expect(second?.cid).not.toBe(first?.cid);
  });
});

describe('the records', () => {
  // spec: 3.13
  it('show status, fee, received amount and the reason for a rejection', async () => {
    const rejected = { ...draw, id: 30, status: 2, statusName: 'Rejected', notes: 'The name differs' };
    scene.show('/mine/withdraw?tab=records', <WithdrawScreen />, {
      getDraws: () => ok({ list: [draw, rejected], total: 2 }),
    });
    const [first, second] = [page.getByRole('article').nth(0), page.getByRole('article').nth(1)];
    for (const words of ['100.00 USD', 'In review', '2.00 USD', '98.00 USDT', method.address])
      await see(first, words);
    await see(second, 'The name differs');
    // The whole amount went back.
    for (const words of ['You receive', 'Fee']) expect(second.query()?.textContent).not.toContain(words);
  });

  it('can be empty, fail and be retried', async () => {
    scene.show('/mine/withdraw?tab=records', <WithdrawScreen />, {
      getDraws: () => err(refusal(LOCAL_CODE.offline)),
    });
    await expect
      .element(page.getByText('No connection. This loads by itself once you are online.'))
      .toBeVisible();
    scene.answer({ getDraws: () => ok({ list: [], total: 0 }) });
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await expect.element(page.getByText('Nothing here yet')).toBeVisible();
  });
});

it('a withdrawal in review changes its state in the records when the page is shown again', async () => {
  scene.show('/mine/withdraw?tab=records', <WithdrawScreen />, {
    getDraws: () => ok({ list: [draw], total: 1 }),
  });
  await expect.element(page.getByText('In review')).toBeVisible();
  const notes = 'No such account';
  scene.answer({
    getDraws: () => ok({ list: [{ ...draw, status: 2, statusName: 'Rejected', notes }], total: 1 }),
  });
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(page.getByText('Rejected')).toBeVisible();
  await expect.element(page.getByText(notes)).toBeVisible();
});
