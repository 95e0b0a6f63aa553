import { afterAll, describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { LANGUAGES } from '../../../shared/contract/language.ts';
import { tronAddress } from '../../helpers/payout.ts';
import { sharedCustomers } from './customers.ts';

const { http, operator, send, upload, fund, destination } = sharedCustomers();
afterAll(async () => {
  expect((await operator.ask('check', 'books')).ok).toBe(true);
});

const account = async (token: string) => (await send(token, 'getAccount')).data;

describe('a customer', () => {
  // spec: 1.5 7.34
  it('deposits by coin, sees it booked after the approval, trades, withdraws, and reads the statement', async () => {
    const token = await http.enterReal();
    const socket = await http.socket();
    socket.send({ cmd: 'login', params: { token } });
    socket.send({ cmd: 'sub', topic: 'FOREX_TRADE' });
    expect((await socket.data('FOREX_TRADE')).data.account).toEqual({ balance: 0, lock_balance: 0 });

    const coins = (await send(token, 'getDepositCoins')).data.list;
    expect(coins).toMatchObject([
      { currency_code: 'USDT', protocol_code: 'TRC20', usd_price: 1 },
      { currency_code: 'USDT', protocol_code: 'ERC20', usd_price: 1 },
    ]);
    const [{ id: charge_id, address }] = coins;
    const proofImg = await upload(token);
    const asked = { number: '1000.25', charge_id, address, proofImg, cid: 'deposit-0001' };
    const deposit = await send(token, 'submitCoinDeposit', asked);
    expect(deposit).toMatchObject({
      code: CODE.success,
      data: { number: 1000.25, type: 0, currency_code: 'USDT', status: 0, remark: '' },
    });
    expect(deposit.data.created_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect((await send(token, 'submitCoinDeposit', asked)).data).toEqual(deposit.data);
    const rows = await operator.rows('deposits', 'list');
    expect(rows).toMatchObject([{ id: deposit.data.id, kind: 'coin', usd: 1000.25, status: 'unchecked' }]);
    expect(await account(token)).toEqual({ balance: 0, lock_balance: 0 });
    await operator.rows('deposits', 'approve', { id: String(deposit.data.id) });
    expect((await socket.data('FOREX_TRADE')).data).toEqual({
      orders: [],
      account: { balance: 1000.25, lock_balance: 0 },
    });
    expect(await operator.refused('deposits', 'approve', { id: String(deposit.data.id) })).toBe(
      'This deposit was answered before.',
    );
    expect((await send(token, 'getDeposits', { type: 0, page: 1 })).data).toEqual({
      list: [{ ...deposit.data, status: 1 }],
      total: 1,
    });

    const forex_id = await http.idOf('EURUSD');
    const order = { type: 1, cont: '0.1', forex_id, status: 1, multiple: 100, cid: 'order-0001' };
    const opened = await send(token, 'submitOrder', order);
    expect(opened.code).toBe(CODE.success);
    const closed = await send(token, 'closeOrder', { id: opened.data.Id });
    const { balance } = await account(token);
    expect(balance).toBeCloseTo(1000.25 - opened.data.TradeFee + closed.data.FactProfits, 6);

    const to = await destination(token);
    const draw = await send(token, 'draw', { ...to, number: '100', memo: 'Rent', cid: 'draw-00001' });
    expect(draw).toMatchObject({
      code: CODE.success,
      data: {
        number: 100,
        real_number: 98,
        fee: 2,
        draw_currency: { code: 'USDT' },
        status: 0,
        status_name: 'In review',
        type: 1,
        address: tronAddress(),
        payee_account: '',
        notes: 'Rent',
      },
    });
    const after = await account(token);
    expect(after.lock_balance).toBe(100);
    expect(after.balance).toBeCloseTo(balance - 100, 6);
    await socket.next((frame) => frame.data?.account?.lock_balance === 100);
    await operator.rows('withdrawals', 'pay', { id: String(draw.data.id) });
    await socket.next((frame) => frame.seq > 3 && frame.data?.account?.lock_balance === 0);
    expect(
      (await send(token, 'draw', { ...to, number: '100', memo: 'Rent', cid: 'draw-00001' })).data,
    ).toEqual(draw.data);
    expect((await send(token, 'getDraws', { type: 1, page: 1 })).data).toMatchObject({
      list: [{ id: draw.data.id, status: 1, status_name: 'Paid' }],
      total: 1,
    });
    expect((await send(token, 'getDraws', { type: 2, page: 1 })).data).toEqual({ list: [], total: 0 });

    const statement = (await send(token, 'getLedger', { page: 1 })).data;
    // A close at the opening price moves no money, and so has no line.
    const profit = closed.data.FactProfits;
    expect(statement.list.map(({ MemoTran }: { MemoTran: string }) => MemoTran)).toEqual([
      'Withdrawal',
      ...(profit === 0 ? [] : [profit > 0 ? 'Profit EUR/USD' : 'Loss EUR/USD']),
      'Fee EUR/USD',
      'Deposit',
    ]);
    const sum = statement.list.reduce((all: number, { Value }: { Value: number }) => all + Value, 0);
    expect(sum).toBeCloseTo(after.balance, 6);
    socket.raw.close();
  });

  // spec: 3.11 7.35 7.36
  it('deposits by bank in yen, and reads the reason of a rejection', async () => {
    const token = await http.enterReal();
    expect((await send(token, 'getDepositSymbols')).data).toEqual({
      coins: ['USDT'],
      banks: ['USD', 'EUR', 'JPY'],
    });
    const [bank] = (await send(token, 'getDepositBanks', { bank_coin: 'JPY' })).data.list;
    expect(bank).toMatchObject({ currency_code: 'JPY', branch_name: 'EXAMPLE BRANCH', usd_price: 0.0065 });
    expect((await send(token, 'getDepositBanks', { bank_coin: 'CHF' })).data).toEqual({ list: [] });
    const submit = async () =>
      (
        await send(token, 'submitWireDeposit', {
          number: '150000',
          wire_id: bank.id,
          proofImg: await upload(token),
        })
      ).data;
    const [first, second, third] = [await submit(), await submit(), await submit()];
    await operator.rows('deposits', 'reject', { id: String(first.id), remark: 'It did not arrive' });
    await operator.rows('deposits', 'invalidate', { id: String(second.id) });
    await operator.rows('deposits', 'approve', { id: String(third.id) });
    expect((await send(token, 'getDeposits', { type: 1, page: 1 })).data).toMatchObject({
      list: [
        { id: third.id, status: 1, remark: '' },
        { id: second.id, status: 3, remark: '' },
        { id: first.id, status: 2, remark: 'It did not arrive' },
      ],
      total: 3,
    });
    expect(await account(token)).toEqual({ balance: 975, lock_balance: 0 });
    const [shown] = await operator.rows('deposits', 'show', { id: String(first.id) });
    expect((await http.ask(shown.proof)).headers['content-type']).toMatch(/^image\//);
  });

  // spec: 3.13 7.42
  it('withdraws to a bank, and gets the money back with the reason', async () => {
    const token = await http.enterReal();
    await fund(token, 500);
    const currencies = (await send(token, 'getDrawCurrencies', { type: 2 })).data.list;
    expect(
      currencies.map(({ code, fee_type }: { code: string; fee_type: number }) => [code, fee_type]),
    ).toEqual([
      ['USD', 2],
      ['EUR', 2],
      ['JPY', 2],
    ]);
    const yen = currencies[2];
    const method = {
      bank_name: '例銀行',
      branch_name: '渋谷支店',
      payee_name: 'ヤマダ タロウ',
      payee_account: '1234567',
    };
    const bound = await send(token, 'bindDrawMethod', { type: 2, draw_id: yen.id, ...method });
    expect(bound.data).toMatchObject({ ...method, type: 2, draw_currency: { id: yen.id, code: 'JPY' } });
    expect((await send(token, 'getDrawMethods', { draw_type: 2 })).data).toEqual({ list: [bound.data] });
    await operator.rows('payout-addresses', 'release', { id: String(bound.data.id) });
    const asked = { draw_currency_id: yen.id, draw_method_id: bound.data.id, number: '100' };
    const { data } = await send(token, 'draw', asked);
    expect(data).toMatchObject({
      fee: 1,
      real_number: 14_850,
      type: 2,
      payee_account: '1234567',
      address: '',
    });
    await operator.rows('withdrawals', 'reject', { id: String(data.id), remark: 'The name differs' });
    expect(await account(token)).toEqual({ balance: 500, lock_balance: 0 });
    expect((await send(token, 'getDraws', { type: 2, page: 1 })).data.list).toMatchObject([
      { status: 2, status_name: 'Rejected', notes: 'The name differs' },
    ]);
    const memos = (await send(token, 'getLedger', { page: 1 })).data.list;
    expect(memos.map((line: { Value: number; MemoTran: string }) => [line.Value, line.MemoTran])).toEqual([
      [100, 'Withdrawal returned'],
      [-100, 'Withdrawal'],
      [500, 'Deposit'],
    ]);
    expect((await send(token, 'deleteDrawMethod', { id: bound.data.id })).code).toBe(CODE.success);
    expect((await send(token, 'getDrawMethods', { draw_type: 2 })).data).toEqual({ list: [] });
  });

  // spec: 3.16
  it('reads statement and status in each of the fifteen languages', async () => {
    const token = await http.enterReal();
    await fund(token, 50);
    await send(token, 'draw', { ...(await destination(token)), number: '10' });
    const memos = new Set<string>();
    const statuses = new Set<string>();
    for (const language of LANGUAGES) {
      const { list } = (await send(token, 'getLedger', { page: 1 }, language)).data;
      memos.add(list.map(({ MemoTran }: { MemoTran: string }) => MemoTran).join('|'));
      statuses.add((await send(token, 'getDraws', { type: 1, page: 1 }, language)).data.list[0].status_name);
    }
    expect(memos.size).toBe(LANGUAGES.length);
    expect(statuses.size).toBe(LANGUAGES.length);
  });

  // spec: 7.32
  it('pages through a long statement without a missing or repeated line', async () => {
    const token = await http.enterReal();
    const { uid } = (await send(token, 'getUser')).data;
    for (let i = 1; i <= 45; i++)
      await operator.rows('balance', 'adjust', { uid: String(uid), amount: String(i), memo: `No ${i}` });
    const pages = await Promise.all([1, 2, 3, 4].map((page) => send(token, 'getLedger', { page })));
    expect(pages.map(({ data }) => data.list.length)).toEqual([20, 20, 5, 0]);
    expect(pages.every(({ data }) => data.total === 45)).toBe(true);
    const values = pages.flatMap(({ data }) => data.list.map(({ Value }: { Value: number }) => Value));
    expect(values).toEqual(Array.from({ length: 45 }, (_, i) => 45 - i));
    expect(pages[0]?.data.list[0].MemoTran).toBe('Adjustment · No 45');
    const { list } = (await send(token, 'getLedger', { page: 2, limit: 40 })).data;
    expect(list.map(({ Value }: { Value: number }) => Value)).toEqual([5, 4, 3, 2, 1]);
  });
});
