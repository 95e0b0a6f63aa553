import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CODE } from '../../../shared/contract/codes.ts';
import { err, LOCAL_CODE, ok, refusal } from '../../../shared/result.ts';
import { BindScreen } from '../../../src/screens/Bind/BindScreen.tsx';
import { MethodsScreen } from '../../../src/screens/Methods/MethodsScreen.tsx';
import { WalletScreen } from '../../../src/screens/Wallet/WalletScreen.tsx';
import { balanceHidden } from '../../../src/state/preferences.ts';
import { aBankMethod, aDraw, aDrawCurrency } from '../../helpers/payments.ts';
import * as script from '../scripted/script.ts';
import { askScene } from './ask-scene.tsx';
import { alerts, submit } from './form-fields.ts';

const bank = aBankMethod();
const [dollar, yen] = [aDrawCurrency(), aDrawCurrency({ id: 5, code: 'JPY' })];
const [tron, ether] = [
  aDrawCurrency({ id: 1, code: 'USDT', network: 'TRC20' }),
  aDrawCurrency({ id: 2, code: 'USDT', network: 'ERC20' }),
];

const scene = askScene();
beforeEach(() => {
  balanceHidden.value = false;
});

const figure = (label: string) =>
  [...document.querySelectorAll('dl > div')].find((row) => row.firstElementChild?.textContent === label)
    ?.lastElementChild?.textContent;
const address = () => location.pathname + location.search;

describe('the wallet', () => {
  const showWallet = (): void =>
    scene.show('/mine/wallet', <WalletScreen />, {
      // Two pages: the account has more withdrawals than fit on one.
      getDraws: ({ kind, page: number }) =>
        kind === 2
          ? ok({ list: [], total: 0 })
          : ok({ list: [aDraw({ id: number, status: number === 1 ? 1 : 0 })], total: 2 }),
    });

  // spec: 2.41
  it('shows dashes at first, then the balance and its reserved parts', async () => {
    showWallet();
    expect(figure('Used margin')).toBe('--');
    script.putFrame({ account: { balance: 15e8, margin: 5e8 } });
    await expect.element(page.getByText('1,500.00')).toBeVisible();
    expect(figure('Available to withdraw')).toBe('1,000.00');
    expect(figure('Used margin')).toBe('500.000000');
    await expect.poll(() => figure('Withdrawals in review')).toBe('100.00');
  });

  it('can hide every amount', async () => {
    showWallet();
    await expect.element(page.getByText('1,500.00')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Hide balance' }));
    await expect.poll(() => document.body.textContent).not.toMatch(/\d\.\d\d/);
  });

  it('links to deposits, withdrawals, the statement and both lists', () => {
    showWallet();
    const links = [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual([
      '/mine/charge',
      '/mine/withdraw',
      '/mine/history',
      '/mine/coin-address-list',
      '/mine/bank-card-list',
    ]);
  });
});

describe('the saved accounts', () => {
  // spec: 2.43
  it('are those of the kind in the path', async () => {
    scene.show('/mine/coin-address-list', <MethodsScreen />, {
      getDrawMethods: () => ok({ list: [] }),
    });
    await expect.element(page.getByText('Please set up a collection account first')).toBeVisible();
    expect(scene.asked('getDrawMethods')).toEqual([{ kind: 1 }]);
    await userEvent.click(page.getByRole('button', { name: 'Add coin address' }));
    expect(address()).toBe('/mine/withdraw-way?type=1');
  });

  it.each([
    ['deleted after a confirmation', () => ok(null)],
    ['deleted also if another device has deleted them', () => err(refusal(CODE.notFound))],
  ])('are %s', async (_, answer) => {
    scene.show('/mine/bank-card-list', <MethodsScreen />, {
      getDrawMethods: () => ok({ list: [bank] }),
      deleteDrawMethod: answer,
    });
    for (const words of ['1234567', 'Mizuho', 'Shibuya', 'YAMADA TARO', 'JPY'])
      await expect.element(page.getByText(words, { exact: true })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Delete 1234567' }));
    expect(scene.asked('deleteDrawMethod')).toEqual([]);
    scene.answer({ getDrawMethods: () => ok({ list: [] }) });
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
    await expect.element(page.getByText('Nothing here yet')).toBeVisible();
    expect(scene.asked('deleteDrawMethod')).toEqual([{ id: 8 }]);
  });

  it('stay when the deletion failed', async () => {
    scene.show('/mine/bank-card-list', <MethodsScreen />, {
      getDrawMethods: () => ok({ list: [bank] }),
      deleteDrawMethod: () => err(refusal(LOCAL_CODE.offline)),
    });
    await userEvent.click(page.getByRole('button', { name: 'Delete 1234567' }));
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
    await expect.element(page.getByText('No connection. Nothing was sent.')).toBeVisible();
    await expect.element(page.getByText('1234567')).toBeVisible();
  });
});

describe('setting up a coin address', () => {
  const field = () => page.getByLabelText('Address');
  const showCoin = (path = '/mine/withdraw-way?type=1'): void =>
    scene.show(path, <BindScreen />, {
      getDrawCurrencies: () => ok({ list: [tron, ether] }),
      bindDrawMethod: () => ok(bank),
    });

  it.each([
    ['', 'Please enter the address'],
    ['short', 'This is not a valid coin address'],
    ['TQ5Nmx3p YJ8zqVexampeAddr7Kd2wL9111', 'This is not a valid coin address'],
    ['-Q5Nmx3pYJ8zqVexampeAddr7Kd2wL9111', 'This is not a valid coin address'],
    ['TQ5Nmx3pYJ8zqVexampeAddr7Kd2wL911', 'This is not a valid coin address'],
    ['TQ5Nmx3pYJ8zqVexampeAddr7Kd2wL9110', 'This is not a valid coin address'],
    ['TQ5Nmx3pYJ8zqVexampeAddr7Kd2wL911l', 'This is not a valid coin address'],
    ['0x52908400098527886E0F7030069857D2E4169EE7', 'This is not a valid coin address'],
    ['a'.repeat(129), 'This is not a valid coin address'],
  ])('refuses "%s" at the field', async (text, words) => {
    showCoin();
    await field().fill(text);
    await submit();
    await expect.poll(alerts).toEqual([words]);
    expect(document.activeElement?.getAttribute('name')).toBe('address');
    expect(scene.asked('bindDrawMethod')).toEqual([]);
  });

  it('starts with the currency chosen before, saves, and opens the list if no screen is behind', async () => {
    showCoin('/mine/withdraw-way?type=1&draw_id=2');
    await field().fill(' 0x52908400098527886E0F7030069857D2E4169EE7 ');
    await submit();
    await expect.poll(address).toBe('/mine/coin-address-list');
    expect(scene.asked('bindDrawMethod')).toEqual([
      { kind: 1, currencyId: 2, address: '0x52908400098527886E0F7030069857D2E4169EE7' },
    ]);
  });

  it('asks for the code that was sent, then leaves', async () => {
    scene.show('/mine/withdraw-way?type=1', <BindScreen />, {
      getDrawCurrencies: () => ok({ list: [tron, ether] }),
      bindDrawMethod: () => ok({ ...bank, isConfirmed: false, heldUntil: '' }),
      confirmDrawMethod: () => ok(bank),
    });
    await field().fill('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
    await submit();
    await page.getByLabelText('Verification code').fill('123456');
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }));
    await expect.poll(address).toBe('/mine/coin-address-list');
    expect(scene.asked('confirmDrawMethod')).toEqual([{ id: 8, code: '123456' }]);
  });

  it('says that the code could not be sent yet, and sends it when the wait is over', async () => {
    scene.show('/mine/withdraw-way?type=1', <BindScreen />, {
      getDrawCurrencies: () => ok({ list: [tron, ether] }),
      bindDrawMethod: () => ok({ ...bank, isConfirmed: false, heldUntil: '', codeWaitS: 2 }),
      sendDrawMethodCode: () => ok(null),
    });
    await field().fill('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
    await submit();
    const unsent = page.getByText(/^No code has been sent yet/);
    await expect.element(unsent).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Send code' }));
    await expect.element(unsent).not.toBeInTheDocument();
    expect(scene.asked('sendDrawMethodCode')).toEqual([{ id: 8 }]);
  });

  it('pastes the address from the clipboard', async () => {
    const read = vi.spyOn(navigator.clipboard, 'readText').mockResolvedValue(' TQ5Nmx3pYJ8zqVexample\n');
    showCoin();
    await userEvent.click(page.getByRole('button', { name: 'Paste' }));
    await expect.element(field()).toHaveValue('TQ5Nmx3pYJ8zqVexample');
    read.mockRejectedValue(new Error('not allowed'));
    await userEvent.click(page.getByRole('button', { name: 'Paste' }));
    await expect.element(page.getByText(/^Nothing to paste/)).toBeVisible();
    await expect.element(field()).toHaveValue('TQ5Nmx3pYJ8zqVexample');
    read.mockRestore();
  });
});

describe('setting up a bank account', () => {
  const showBank = (): void =>
    scene.show('/mine/withdraw-way?type=2', <BindScreen />, {
      getDrawCurrencies: () => ok({ list: [dollar, yen] }),
      bindDrawMethod: () => ok(bank),
    });
  const fill = async (): Promise<void> => {
    await page.getByLabelText('Bank name').fill('Mizuho');
    await page.getByLabelText('Account holder').fill('YAMADA TARO');
    await page.getByLabelText('Account number').fill('1234567');
  };

  // spec: 3.15
  it('asks only for the branch of a Japanese account, and sends it only with one', async () => {
    showBank();
    await expect.element(page.getByLabelText('Bank name')).toBeVisible();
    expect(page.getByLabelText('Branch name').query()).toBeNull();
    await userEvent.click(page.getByRole('button', { name: 'JPY' }));
    await page.getByLabelText('Branch name').fill('Shibuya');
    await userEvent.click(page.getByRole('button', { name: 'USD' }));
    await fill();
    await submit();
    await expect.poll(address).toBe('/mine/bank-card-list');
    expect(scene.asked('bindDrawMethod')).toEqual([
      {
        kind: 2,
        currencyId: 3,
        bankName: 'Mizuho',
        bankAddress: '',
        bankSwift: '',
        payeeName: 'YAMADA TARO',
        payeeAccount: '1234567',
      },
    ]);
  });

  it('shows at each field what the server would refuse', async () => {
    showBank();
    await page.getByLabelText('Bank name').fill('a'.repeat(121));
    await page.getByLabelText('SWIFT code').fill('<b>');
    await submit();
    await expect
      .poll(alerts)
      .toEqual([
        'At most 120 characters',
        'Contains characters that are not allowed',
        'Please complete',
        'Please complete',
      ]);
    expect(document.activeElement?.getAttribute('name')).toBe('bankName');
  });

  it("shows the server's refusal at its field, and keeps what was typed", async () => {
    showBank();
    scene.answer({
      bindDrawMethod: () => err(refusal(CODE.badParameter, 'Wrong name', { field: 'payeeName' })),
    });
    await fill();
    await submit();
    await expect.poll(alerts).toEqual(['Wrong name']);
    scene.show('/', null, {});
    showBank();
    await expect.element(page.getByLabelText('Account number')).toHaveValue('1234567');
  });
});
