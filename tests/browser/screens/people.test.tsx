import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ChatMessage } from '../../../shared/contract/chat.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import type { Deposit, DepositCoin, LedgerEntry } from '../../../shared/contract/payments.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { err, LOCAL_CODE, ok, refusal } from '../../../shared/result.ts';
import { toasts } from '../../../src/components/toast-store.ts';
import { setClockFace } from '../../../src/format/clock-face.ts';
import { AuthScreen } from '../../../src/screens/Auth/AuthScreen.tsx';
import { ChargeScreen } from '../../../src/screens/Charge/ChargeScreen.tsx';
import { ChatScreen } from '../../../src/screens/Chat/ChatScreen.tsx';
import { ForgotScreen } from '../../../src/screens/Forgot/ForgotScreen.tsx';
import { HistoryScreen } from '../../../src/screens/History/HistoryScreen.tsx';
import { PasswordScreen } from '../../../src/screens/Password/PasswordScreen.tsx';
import { DevicesSection } from '../../../src/screens/Settings/DevicesSection.tsx';
import { balanceHidden } from '../../../src/state/preferences.ts';
import { only } from '../components/render.tsx';
import * as script from '../scripted/script.ts';
import { type Answers, type AskScene, askScene, SIGNED_IN_USER } from './ask-scene.tsx';
import { alerts, field, fillIn, labelled, press, submit } from './form-fields.ts';

const TIME = '2026-01-01T00:00:00.000Z';
const FRONT = '/files/front?until=1';
const BACK = '/files/back?until=1';
const trc: DepositCoin = {
  id: 1,
  currency: 'USDT',
  network: 'TRC20',
  address: 'TQ5Nexample',
  usdPrice: moneyFromWire(1),
};
const erc: DepositCoin = { ...trc, id: 2, network: 'ERC20', address: '0xexample' };
const deposit: Deposit = {
  id: 1,
  amount: moneyFromWire(5),
  kind: 0,
  currency: 'USDT',
  status: 0,
  remark: '',
  createdAt: TIME,
};
const message = (id: number, text: string): ChatMessage => ({
  id,
  from: 'user',
  text,
  image: '',
  createdAt: TIME,
});

const scene = askScene();

const shown = (selector: string) => vi.waitUntil(() => document.querySelector(selector));
const says = (text: string) => expect.poll(() => document.body.textContent).toContain(text);
const keepDraft = (name: string, values: object) =>
  sessionStorage.setItem(`pipstream.draft.${name}`, JSON.stringify(values));

describe('an account that no code can be sent to', () => {
  it('shows its error beside its field, not in a toast, also after the form is sent', async () => {
    const refused = (field: string) => () =>
      err(refusal(CODE.badParameter, 'The data sent is not valid', { field }));
    scene.show('/forgot', <ForgotScreen />, {
      sendEmailCode: refused('to'),
      forgetPassword: refused('account'),
    });
    await press('Send code');
    expect(alerts()).toEqual(['Please enter your e-mail']);
    await userEvent.fill(field('account'), 'bad');
    expect(alerts()).toEqual([]);
    await press('Send code');
    await expect.poll(alerts).toEqual(['This is not a valid e-mail address']);
    expect(toasts.value).toEqual([]);
    await userEvent.fill(field('account'), 'worse');
    await fillIn({ code: 'a new one', password: 'a new one', repeated: 'a new one' });
    await submit();
    await expect.poll(alerts).toEqual(['This is not a valid e-mail address']);
  });
});

describe('a new password', () => {
  // spec: 5.4 5.17
  it('needs every field and two equal passwords, and keeps what was typed when the old one is wrong', async () => {
    scene.show('/mine/password', <PasswordScreen />, {
      amendPassword: () => err(refusal(CODE.wrongCredentials, 'Wrong')),
    });
    await submit();
    expect(alerts()).toEqual(['Please enter your old password', 'Please complete', 'Please complete']);
    expect(document.activeElement).toBe(field('proof'));
    await fillIn({ proof: 'old one', password: 'a new one', repeated: 'another' });
    expect(alerts()).toEqual(['Password inconsistency']);
    expect(scene.asked('amendPassword')).toEqual([]);
    await userEvent.fill(field('repeated'), 'a new one');
    await submit();
    await expect.poll(alerts).toHaveLength(1);
    expect(scene.asked('amendPassword')).toEqual([{ password: 'a new one', oldPassword: 'old one' }]);
    expect(document.activeElement).toBe(field('proof'));
    expect(field('password').value).toBe('a new one');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('a new one');
  });

  it('asks for the second factor where there is one, and goes on with the proof', async () => {
    const needed = err(refusal(CODE.factorNeeded, 'no', { factors: ['totp'] }));
    scene.show('/mine/password', <PasswordScreen />, {
      amendPassword: ({ factor }) =>
        factor === undefined ? needed : err(refusal(CODE.wrongCredentials, 'Wrong')),
    });
    await fillIn({ proof: 'old one', password: 'a new one', repeated: 'a new one' });
    await submit();
    await vi.waitUntil(() => document.querySelector('input[name="factor"]') !== null);
    await userEvent.fill(field('factor'), '123456');
    await userEvent.keyboard('{Enter}');
    await expect.poll(alerts).toEqual(['Wrong']);
    const sent = { password: 'a new one', oldPassword: 'old one' };
    expect(scene.asked('amendPassword')).toEqual([sent, { ...sent, factorKind: 'totp', factor: '123456' }]);
    expect(field('password').value).toBe('a new one');
  });

  it('has its rules below its field, and in their place why the server refused it', async () => {
    scene.show('/mine/password', <PasswordScreen />, {
      amendPassword: () =>
        err(refusal(CODE.badParameter, 'Too common', { field: 'password', reason: 'common' })),
    });
    const note = () => document.getElementById(field('password').getAttribute('aria-describedby') ?? '');
    expect(note()?.textContent).toMatch(/8 characters or more; no common password.*e-mail or phone/);
    await userEvent.fill(field('proof'), 'old one');
    await fillIn({ password: 'Passw0rd!', repeated: 'Passw0rd!' });
    await submit();
    await expect.poll(() => note()?.textContent).toBe('Too common');
    expect(document.activeElement).toBe(field('password'));
  });

  it('by a code: a contact that the server refuses for long shows the time left, others can be tried', async () => {
    scene.show('/forgot', <ForgotScreen />, {
      sendEmailCode: () => err(refusal(CODE.tooMany, '', { retryAfterS: 3_000 })),
    });
    await userEvent.fill(field('account'), 'bob@example.com');
    await press('Send code');
    await expect.poll(() => document.body.textContent).toMatch(/49:5[0-8]/);
    await userEvent.fill(field('account'), 'carol@example.com');
    expect(labelled('Send code').hasAttribute('disabled')).toBe(false);
    await userEvent.fill(field('account'), 'bob@example.com');
    expect(document.body.textContent).toMatch(/49:\d\d/);
  });

  // spec: 4.16
  it('by a code: another one can be requested after the time that the server names', async () => {
    scene.show('/forgot', <ForgotScreen />, {
      sendEmailCode: () => err(refusal(CODE.tooMany, '', { retryAfterS: 37 })),
      forgetPassword: () => ok(null),
    });
    await userEvent.fill(field('account'), ' ann@example.com ');
    await press('Send code');
    await expect.poll(() => document.body.textContent).toMatch(/3[67] s/);
    expect(scene.asked('sendEmailCode')).toEqual([{ to: 'ann@example.com', purpose: 2 }]);
    await fillIn({ code: '123456', password: 'a new one', repeated: 'a new one' });
    await submit();
    await expect.poll(() => location.pathname).toBe('/login');
    expect(scene.asked('forgetPassword')).toEqual([
      {
        channel: 1,
        account: 'ann@example.com',
        password: 'a new one',
        repeated: 'a new one',
        code: '123456',
      },
    ]);
  });
});

describe('what is in review', () => {
  const visibility = (state: DocumentVisibilityState) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  afterEach(() => {
    vi.useRealTimers();
    Reflect.deleteProperty(document, 'visibilityState');
  });

  it('is asked for again when the page is shown again, and until it is decided', async () => {
    scene.show('/mine/auth', <AuthScreen />, { getReview: () => ok({ status: 1, remark: '' }) });
    await says('Under review');
    visibility('hidden');
    expect(scene.asked('getReview')).toHaveLength(1);
    visibility('visible');
    await expect.poll(() => scene.asked('getReview')).toHaveLength(2);
    scene.answer({ getReview: () => ok({ status: 2, remark: '' }) });
    visibility('visible');
    await says('Verified');
    visibility('visible');
    expect(scene.asked('getReview')).toHaveLength(3);
  });

  it('is asked for again every ten seconds while the page is visible, also just after it was sent', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    keepDraft('identity.42', { name: 'Ann', front: FRONT, back: BACK });
    scene.show('/mine/auth', <AuthScreen />, {
      getReview: () => ok({ status: 0, remark: '' }),
      submitRealName: () => ok({ status: 1, remark: '' }),
    });
    await shown('form');
    await userEvent.fill(field('cardId'), 'X123');
    await submit();
    await vi.waitUntil(() => document.body.textContent.includes('Under review'));
    scene.answer({ getReview: () => ok({ status: 0, remark: 'Blurred' }) });
    visibility('hidden');
    vi.advanceTimersByTime(30_000);
    expect(scene.asked('getReview')).toHaveLength(1);
    Reflect.deleteProperty(document, 'visibilityState');
    vi.advanceTimersByTime(10_000);
    await vi.waitUntil(() => document.body.textContent.includes('Blurred'));
  });

  it('changes its state in the records of deposits, which stay as long as they are', async () => {
    const many = Array.from({ length: 20 }, (_, at) => ({ ...deposit, id: 40 - at, status: 1 as const }));
    const [newest = deposit, ...settled] = many;
    const waiting = { ...newest, status: 0 as const };
    scene.show('/mine/charge', <ChargeScreen />, {
      getDepositCoins: () => ok({ list: [trc] }),
      getDeposits: ({ page = 1 }) =>
        ok({
          list: page === 1 ? [waiting, ...settled] : [{ ...deposit, id: 2, status: 1 as const }],
          total: 21,
        }),
    });
    await userEvent.click(
      [...document.querySelectorAll<HTMLElement>('[role="tab"]')].at(-1) ?? document.body,
    );
    await says('In review');
    window.scrollTo(0, document.body.scrollHeight);
    await expect.poll(() => document.querySelectorAll('main time, time').length).toBe(21);
    const fresh = { ...newest, id: 41, status: 1 as const };
    scene.answer({ getDeposits: () => ok({ list: [fresh, newest, ...settled.slice(0, 18)], total: 22 }) });
    visibility('visible');
    await expect.poll(() => document.querySelectorAll('time').length).toBe(22);
    expect(document.body.textContent).not.toContain('In review');
    const asked = scene.asked('getDeposits').length;
    visibility('visible');
    expect(scene.asked('getDeposits')).toHaveLength(asked);
  });
});

describe('the identity papers', () => {
  // spec: 2.30 5.6
  it('need name, number and both pictures', async () => {
    scene.show('/mine/auth', <AuthScreen />, { getReview: () => ok({ status: 0, remark: '' }) });
    await shown('form');
    await submit();
    expect(alerts()).toEqual([
      'Please enter your name',
      'Please enter your ID number',
      'Please upload the front and back of your passport/ID',
      'Please upload the front and back of your passport/ID',
    ]);
  });

  it('are shown in review once sent, even if reloading fails; the number is stored nowhere', async () => {
    keepDraft('identity.42', { name: 'Ann', front: FRONT, back: BACK });
    scene.show('/mine/auth', <AuthScreen />, {
      getReview: () => ok({ status: 0, remark: 'Blurred' }),
      submitRealName: () => ok({ status: 1, remark: '' }),
    });
    await says('Blurred');
    await userEvent.fill(field('cardId'), 'X123');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('X123');
    scene.answer({ getReview: () => err(refusal(LOCAL_CODE.offline)) });
    await submit();
    await says('Under review');
    expect(scene.asked('submitRealName')).toEqual([
      { name: 'Ann', cardId: 'X123', front: FRONT, back: BACK },
    ]);
    expect(sessionStorage.getItem('pipstream.draft.identity.42')).toBeNull();
  });

  it('hide a stored picture whose link has expired, and still send it', async () => {
    keepDraft('identity.42', { name: 'Ann', front: '/gone.jpg', back: '/gone.jpg' });
    scene.show('/mine/auth', <AuthScreen />, { getReview: () => ok({ status: 0, remark: '' }) });
    await says('Picture uploaded');
    expect(document.querySelector('form img')).toBeNull();
    await userEvent.fill(field('cardId'), 'X123');
    await submit();
    await expect.poll(() => scene.asked('submitRealName')).toHaveLength(1);
  });
});

describe('a deposit', () => {
  const open = async (answers: Parameters<AskScene['show']>[2]) => {
    keepDraft('deposit-coin.42', { proof: FRONT });
    scene.show('/mine/charge', <ChargeScreen />, {
      getDepositCoins: () => ok({ list: [trc, erc] }),
      ...answers,
    });
    await shown('form');
  };

  // spec: 5.13
  it.each([
    ['', 'Please enter the number of coins to be charged'],
    ['0', 'Please enter the number of coins to be charged'],
    ['1.0000001', 'At most six decimal places'],
  ])('is not sent with the amount "%s"', async (amount, problem) => {
    await open({});
    if (amount !== '') await userEvent.fill(field('amount'), amount);
    await submit();
    expect(alerts()).toEqual([problem]);
    expect(scene.asked('submitCoinDeposit')).toEqual([]);
  });

  it.each([
    ['1,234.50', '1234.50'],
    ['1.000,50', '1000.50'],
    ['1,000,000', '1000000'],
    ['１５００', '1500'],
    ['١٢٫٥', '12.5'],
    ['1e3', '1000'],
    ['500 USDT', '500'],
  ])('of "%s" is sent as %s', async (typed, taken) => {
    await open({ submitCoinDeposit: () => err(refusal(LOCAL_CODE.unknown)) });
    await userEvent.fill(field('amount'), typed);
    await submit();
    await expect.poll(() => scene.asked('submitCoinDeposit')).toHaveLength(1);
    expect(scene.asked('submitCoinDeposit')[0]).toMatchObject({ amount: taken });
  });

  it.each([
    ['1,500', '1,500', '1500'],
    ['1,500', '1.5', '1.500'],
    ['1.500', '1.5', '1.500'],
  ])('of "%s" asks which number is meant: %s', async (typed, meant, taken) => {
    await open({ submitCoinDeposit: () => err(refusal(LOCAL_CODE.unknown)) });
    await userEvent.fill(field('amount'), typed);
    await submit();
    expect(alerts()).toEqual([expect.stringMatching(/^Did you mean 1.5(00)? or 1.5(00)?\?$/)]);
    expect(scene.asked('submitCoinDeposit')).toEqual([]);
    await press(meant);
    await submit();
    await expect.poll(() => scene.asked('submitCoinDeposit')).toHaveLength(1);
    expect(scene.asked('submitCoinDeposit')[0]).toMatchObject({ amount: taken });
  });

  it.each(['1,23,456.5', '1½', 'five', '1 million'])('of "%s" is refused beside the field', async (typed) => {
    await open({});
    await userEvent.fill(field('amount'), typed);
    await submit();
    expect(alerts()).toEqual(['Please enter a number such as 1,234.5']);
    expect(field('amount').value).toBe(typed);
    expect(scene.asked('submitCoinDeposit')).toEqual([]);
  });

  // spec: 3.12
  it('keeps its id while the outcome is unknown, also after a reload, and gets a new one for another network', async () => {
    await open({ submitCoinDeposit: () => err(refusal(LOCAL_CODE.unknown)) });
    await userEvent.fill(field('amount'), '5,5');
    await submit();
    await expect.poll(() => scene.asked('submitCoinDeposit')).toHaveLength(1);
    scene.show('/mine/charge', <p>elsewhere</p>, {});
    scene.show('/mine/charge', <ChargeScreen />, {
      getDepositCoins: () => ok({ list: [trc, erc] }),
      submitCoinDeposit: () => err(refusal(LOCAL_CODE.unknown)),
    });
    await shown('form');
    expect(field('amount').value).toBe('5.5');
    await submit();
    await expect.poll(() => scene.asked('submitCoinDeposit')).toHaveLength(2);
    await press('ERC20');
    await submit();
    await expect.poll(() => scene.asked('submitCoinDeposit')).toHaveLength(3);
    const [first, again, other] = scene.asked('submitCoinDeposit');
    expect(first).toMatchObject({ amount: '5.5', proof: FRONT, address: trc.address, coinId: 1 });
    expect(again).toEqual(first);
    expect(other).toMatchObject({ amount: '5.5', address: erc.address, coinId: 2 });
    expect(other?.cid).not.toBe(first?.cid);
  });

  it.each([
    ['Coin', { getDepositCoins: () => ok({ list: [] }) }],
    ['Bank wire', { getDepositSymbols: () => ok({ coins: [], banks: [] }) }],
  ] satisfies [string, Answers][])(
    'has no form where the exchange offers no way to pay: %s',
    async (tab, answers) => {
      scene.show('/mine/charge', <ChargeScreen />, answers);
      await userEvent.click(page.getByRole('tab', { name: tab }));
      await says('There is no payment channel for this currency account');
      expect(document.querySelector('form')).toBeNull();
    },
  );
  it('has its state and the remark of who decided in the records', async () => {
    const list = ([0, 1, 2, 3] as const).map((status) => ({
      ...deposit,
      id: 10 + status,
      status,
      remark: `Remark ${status}`,
    }));
    scene.show('/mine/charge', <ChargeScreen />, {
      getDepositCoins: () => ok({ list: [trc] }),
      getDeposits: () => ok({ list, total: list.length }),
    });
    await userEvent.click(page.getByRole('tab', { name: 'Records' }));
    for (const state of ['In review', 'Credited', 'Rejected', 'Invalid']) await says(state);
    await says('Remark 2');
  });
  it('appears in the records of its kind once it is sent', async () => {
    await open({
      submitCoinDeposit: () => ok(deposit),
      getDeposits: () => ok({ list: [deposit], total: 1 }),
    });
    await userEvent.fill(field('amount'), '5');
    await submit();
    await says('5.00 USDT');
    expect(scene.asked('getDeposits')).toEqual([{ kind: 0, page: 1 }]);
    expect(sessionStorage.getItem('pipstream.draft.deposit-coin.42')).toBeNull();
  });
});

describe('the ledger', () => {
  const entry = (amount: number, i: number): LedgerEntry => ({
    amount: moneyFromWire(amount),
    memo: `Entry ${i}`,
    createdAt: TIME,
  });
  const saysAtEnd = (text: string) =>
    expect
      .poll(() => {
        window.scrollTo(0, document.body.scrollHeight);
        return document.body.textContent;
      })
      .toContain(text);

  // spec: 2.35
  it('can be filtered by credits or debits, over all pages', async () => {
    const pages = [[entry(-1, 1), entry(-2, 2)], [entry(7, 3)]];
    scene.show('/mine/history', <HistoryScreen />, {
      getLedger: ({ page = 1 }) => ok({ list: pages[page - 1] ?? [], total: 3 }),
    });
    await says('Entry 3');
    await press('In');
    await says('+7.000000');
    expect(document.body.textContent).not.toContain('Entry 1');
  });

  it('hides its amounts with the balance', async () => {
    onTestFinished(() => {
      balanceHidden.value = false;
    });
    scene.show('/mine/history', <HistoryScreen />, {
      getLedger: () => ok({ list: [entry(7, 3)], total: 1 }),
    });
    await says('+7.000000');
    balanceHidden.value = true;
    await says('••••••');
    expect(document.body.textContent).not.toContain('7.000000');
    expect(document.querySelector('[data-tone]')).toBeNull();
  });

  it('shows each of the entries that are equal, within a page and across two', async () => {
    const equal = { ...entry(-3, 1), memo: 'Fee' };
    const pages = [Array.from({ length: 20 }, () => equal), [equal, entry(-9, 2)]];
    scene.show('/mine/history', <HistoryScreen />, {
      getLedger: ({ page = 1 }) => ok({ list: pages[page - 1] ?? [], total: 22 }),
    });
    await saysAtEnd('Entry 2');
    const count = () => document.body.textContent?.split('-3.000000').length ?? 0;
    expect(count()).toBe(1 + 21);
    await press('In');
    await expect.poll(count).toBe(1);
  });

  it('shows an entry once that a new one has moved to the next page', async () => {
    const all = Array.from({ length: 23 }, (_, i) => entry(-1, 23 - i));
    scene.show('/mine/history', <HistoryScreen />, {
      getLedger: ({ page = 1 }) => {
        const now = page === 1 ? all.slice(1) : all;
        return ok({ list: now.slice((page - 1) * 20, page * 20), total: now.length });
      },
    });
    await saysAtEnd('That is all');
    expect(document.querySelectorAll('.entry')).toHaveLength(22);
  });

  // spec: 8.17
  it('shows that a page failed to load instead of the end, and loads it on a retry', async () => {
    scene.show('/mine/history', <HistoryScreen />, {
      getLedger: ({ page = 1 }) =>
        page === 1 ? ok({ list: [entry(1, 1)], total: 2 }) : err(refusal(LOCAL_CODE.offline)),
    });
    await shown('[role="alert"]');
    await says('No connection. This loads by itself once you are online.');
    expect(document.body.textContent).not.toContain('That is all');
    scene.answer({ getLedger: () => ok({ list: [entry(2, 2)], total: 2 }) });
    await press('Try again');
    await says('Entry 2');
    await says('That is all');
    expect(document.body.textContent).toContain('Entry 1');
  });

  it('loads a page that failed without a network once the connection is back', async () => {
    scene.show('/mine/history', <HistoryScreen />, {
      getLedger: () => err(refusal(LOCAL_CODE.offline)),
    });
    await says('No connection. This loads by itself once you are online.');
    await script.putConnection('offline');
    scene.answer({ getLedger: () => ok({ list: [entry(1, 1)], total: 1 }) });
    await script.putConnection('live');
    await says('Entry 1');
    await says('That is all');
  });

  /** The lines of the downloaded file. */
  async function download(getLedger: Answers['getLedger']): Promise<readonly string[]> {
    let text: Promise<string> | undefined;
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      text = fetch(this.href).then((file) => file.text());
    });
    scene.show('/mine/history', <HistoryScreen />, getLedger === undefined ? {} : { getLedger });
    await userEvent.click(only('button[aria-label="Download as CSV"]'));
    await expect.poll(() => text, { timeout: 30_000 }).toBeDefined();
    click.mockRestore();
    return (await text)?.trim().split('\n') ?? [];
  }

  it('is downloaded whole, however many pages it has', async () => {
    const total = 600;
    const lines = await download(({ page = 1 }) => ok({ list: [entry(page, page)], total }));
    expect(lines).toHaveLength(1 + total);
    expect(lines.at(-1)).toContain(`Entry ${total}`);
  });

  it('is downloaded with each entry once, though one is booked at each call', async () => {
    const ledger = Array.from({ length: 30 }, (_, i) => entry(30 - i, 30 - i));
    const lines = await download(({ page = 1 }) => {
      ledger.unshift(entry(ledger.length + 1, ledger.length + 1));
      return ok({ list: ledger.slice((page - 1) * 5, page * 5), total: ledger.length });
    });
    const amounts = lines.slice(1).map((line) => Number(line.split(',').at(-1)));
    expect(amounts.length).toBeGreaterThan(30);
    expect(amounts).toEqual(Array.from(amounts, (_, i) => amounts.length - i));
  });

  it('is not downloaded when it has more entries than a file takes, and says so', async () => {
    scene.show('/mine/history', <HistoryScreen />, {
      getLedger: () => ok({ list: [entry(1, 1)], total: 100_001 }),
    });
    await userEvent.click(only('button[aria-label="Download as CSV"]'));
    await says('More than 100,000 movements are too many for one file');
    expect(scene.asked('getLedger').filter(({ limit }) => limit === 200)).toHaveLength(1);
  });
});

describe('the chat', () => {
  const say = async (text: string) => {
    await userEvent.fill(only('form input:not([type="file"])'), text);
    await userEvent.click(only('button[aria-label="Send"]'));
  };

  it('shows what belongs into its field in a colour of the theme, not in the paler one of a browser', () => {
    scene.show('/mine/chat', <ChatScreen />, {});
    const field = only<HTMLInputElement>('input[placeholder]');
    const faint = document.body.appendChild(document.createElement('p'));
    onTestFinished(() => faint.remove());
    faint.style.color = 'var(--ink-3)';
    expect(getComputedStyle(field, '::placeholder').color).toBe(getComputedStyle(faint).color);
  });

  it('keeps a message that could not be sent, also after leaving the screen, and shows it once', async () => {
    scene.show('/mine/chat', <ChatScreen />, { sendChat: () => err(refusal(LOCAL_CODE.unknown)) });
    await say('Hello');
    await says('Not sent');
    scene.show('/user', <p>elsewhere</p>, {});
    scene.show('/mine/chat', <ChatScreen />, { sendChat: () => ok(message(1, 'Hello')) });
    await says('Not sent');
    await press('Try again');
    await says('Delivered');
    const [first, again] = scene.asked('sendChat');
    expect(again).toEqual(first);
    expect(document.body.textContent?.match(/Hello/g)).toHaveLength(1);
  });

  it('shows a message once that comes with the conversation before the answer to its call', async () => {
    script.put('chat', []);
    scene.show('/mine/chat', <ChatScreen />, {});
    for (const _ of ['once', 'and again']) await say('Good morning');
    const shownTimes = () => document.body.textContent?.match(/Good morning/g)?.length;
    await expect.poll(shownTimes).toBe(2);
    for (const id of [2, 3]) script.put('chat', [message(id, 'Good morning')]);
    await expect.poll(() => document.querySelectorAll('[data-state="sending"]').length).toBe(0);
    expect(shownTimes()).toBe(2);
  });

  it('shows a message that could not be sent, though the conversation has one like it', async () => {
    scene.show('/mine/chat', <ChatScreen />, { sendChat: () => err(refusal(LOCAL_CODE.unknown)) });
    await say('Good evening');
    await says('Not sent');
    script.put('chat', [message(4, 'Good evening')]);
    await expect.poll(() => document.body.textContent?.match(/Good evening/g)?.length).toBe(2);
    await says('Not sent');
  });

  it('shows a message that is being sent, though the conversation that arrives then has an older one like it', async () => {
    await script.signIn({ ...SIGNED_IN_USER, uid: SIGNED_IN_USER.uid + 1 }, 'another');
    scene.show('/mine/chat', <ChatScreen />, {});
    await expect.poll(() => document.body.textContent).not.toContain('Good evening');
    await say('Good night');
    script.put('chat', [message(1, 'Good night')]);
    await expect.poll(() => document.body.textContent?.match(/Good night/g)?.length).toBe(2);
    await script.signIn(SIGNED_IN_USER);
  });

  it('names the day of its messages, in the reader’s time zone, and today above those being sent', async () => {
    await script.signIn({ ...SIGNED_IN_USER, uid: SIGNED_IN_USER.uid + 2 }, 'third');
    setClockFace({ hours: 24, zone: 'Asia/Tokyo' });
    onTestFinished(() => setClockFace({ hours: 24, zone: undefined }));
    scene.show('/mine/chat', <ChatScreen />, {});
    const at = (id: number, time: string) => ({ ...message(id, `Message ${id}`), createdAt: time });
    script.put('chat', [
      at(1, '2025-01-01T14:59:00.000Z'),
      at(2, '2025-01-01T15:00:00.000Z'),
      at(3, '2025-01-01T15:01:00.000Z'),
    ]);
    const days = () => [...document.querySelectorAll('[role="log"] h2')].map((node) => node.textContent);
    await expect.poll(days).toEqual(['January 1, 2025', 'January 2, 2025']);
    await say('And now');
    await expect
      .poll(days)
      .toEqual(['January 1, 2025', 'January 2, 2025', expect.stringMatching(/^Today, /)]);
    await script.signIn(SIGNED_IN_USER);
  });

  it('keeps a message that could not be sent over an expired session', async () => {
    scene.show('/mine/chat', <ChatScreen />, { sendChat: () => err(refusal(LOCAL_CODE.unknown)) });
    await say('Still here');
    await says('Not sent');
    await script.signOut('expired');
    await script.signIn(SIGNED_IN_USER);
    await says('Still here');
  });

  it('sends a picture though the screen is left before it is uploaded, but not as another user', async () => {
    const picture = new File(['x'], 'a.png', { type: 'image/png' });
    scene.show('/mine/chat', <ChatScreen />, {});
    await userEvent.upload(only('input[type="file"]'), picture);
    scene.show('/user', <p>elsewhere</p>, {});
    script.put('upload', { status: 'done', url: '/files/9' });
    await vi.waitFor(() =>
      expect(scene.asked('sendChat')).toEqual([{ image: '/files/9', cid: expect.any(String) }]),
    );
    scene.show('/mine/chat', <ChatScreen />, {});
    await userEvent.upload(only('input[type="file"]'), picture);
    await script.signIn({ ...SIGNED_IN_USER, uid: SIGNED_IN_USER.uid + 1 }, 'another');
    script.put('upload', { status: 'sending', part: 0.5 });
    await shown('progress');
    script.put('upload', { status: 'done', url: '/files/10' });
    await expect.poll(() => document.querySelector('progress')).toBeNull();
    expect(scene.asked('sendChat')).toHaveLength(1);
    await script.signIn(SIGNED_IN_USER);
  });

  it('shows how much of a picture is uploaded until all are, also to who comes back', async () => {
    const picture = new File(['x'], 'a.png', { type: 'image/png' });
    const part = () => document.querySelector('progress')?.value;
    scene.show('/mine/chat', <ChatScreen />, {});
    await userEvent.upload(only('input[type="file"]'), picture);
    script.put('upload', { status: 'sending', part: 0.25 });
    await expect.poll(part).toBe(0.25);
    scene.show('/user', <p>elsewhere</p>, {});
    scene.show('/mine/chat', <ChatScreen />, {});
    expect(part()).toBe(0.25);
    script.put('upload', { status: 'sending', part: 0.5 });
    await expect.poll(part).toBe(0.5);
    script.put('upload', { status: 'done', url: '/files/11' });
    await expect.poll(part).toBeUndefined();
  });

  it('restores what was typed when the user comes back', async () => {
    scene.show('/mine/chat', <ChatScreen />, {});
    await userEvent.fill(only('form input:not([type="file"])'), 'half a sent');
    scene.show('/user', <p>elsewhere</p>, {});
    scene.show('/mine/chat', <ChatScreen />, {});
    expect(only<HTMLInputElement>('form input:not([type="file"])').value).toBe('half a sent');
  });
});

describe('the devices', () => {
  const device = (id: string, current: boolean) => ({
    id,
    device: `Phone ${id}`,
    createdAt: TIME,
    seenAt: TIME,
    isCurrent: current,
  });

  // spec: 7.25 7.26
  it('another one can be signed out; a list that could not be reloaded is not shown as current', async () => {
    scene.show('/mine/system', <DevicesSection />, {
      getSessions: () => ok({ list: [device('a', true), device('b', false)] }),
      endSession: () => ok(null),
    });
    await says('Phone b');
    await press('Sign out');
    scene.answer({ getSessions: () => err(refusal(LOCAL_CODE.offline)) });
    const dialog = await shown('dialog');
    await userEvent.click(
      [...(dialog?.querySelectorAll('button') ?? [])].find((node) => node.textContent === 'Sign out') ??
        document.body,
    );
    await expect.poll(() => scene.asked('endSession')).toEqual([{ id: 'b' }]);
    await expect.poll(() => document.querySelectorAll('[role="alert"]').length).toBeGreaterThan(0);
    // The question is on its way out.
    await expect.poll(() => document.querySelector('section')?.textContent).not.toContain('Phone b');
  });
});
