import { beforeAll, describe, expect, it } from 'vitest';
import { MAX_WAITING_PAYMENTS } from '../../../shared/limits.ts';
import { tronAddress } from '../../helpers/payout.ts';
import { sharedCustomers } from './customers.ts';

const { http, operator, send, upload, fund, destination } = sharedCustomers();
let token: string;
let uid: string;

beforeAll(async () => {
  token = await http.enterReal();
  uid = String((await send(token, 'getUser')).data.uid);
});

const offered = async (name: 'getDepositCoins' | 'getDepositBanks' | 'getDrawCurrencies', fields = {}) =>
  (await send(token, name, fields)).data.list;

describe('an operator', () => {
  // spec: 3.11
  it('edits the coins for deposits', async () => {
    const coin = {
      currency_code: 'BTC',
      protocol_code: 'BTC',
      address: 'bc1qexample',
      usd_price: '100000.5',
    };
    const [{ id }] = await operator.rows('deposit-coins', 'add', coin);
    expect(await offered('getDepositCoins')).toContainEqual({ ...coin, id, usd_price: 100_000.5 });
    await operator.rows('deposit-coins', 'change', { id: String(id), address: 'bc1qother' });
    expect(await offered('getDepositCoins')).toContainEqual({
      ...coin,
      id,
      address: 'bc1qother',
      usd_price: 100_000.5,
    });
    await operator.rows('deposit-coins', 'remove', { id: String(id) });
    expect((await offered('getDepositCoins')).map((one: { id: number }) => one.id)).not.toContain(id);
    expect(await operator.refused('deposit-coins', 'remove', { id: String(id) })).toBe(
      'There is no such coin.',
    );
    expect(await operator.refused('deposit-coins', 'change', { id: String(id) })).toBe(
      'There is no such coin.',
    );
  });

  // spec: 3.11
  it('edits the bank accounts', async () => {
    const bank = {
      currency_code: 'HKD',
      name: 'HKD FPS',
      bank_name: 'Bank of Example',
      payee_name: 'Pipstream',
      payee_account: '012-345678',
      usd_price: '0.128',
    };
    const [{ id }] = await operator.rows('deposit-banks', 'add', bank);
    const full = { ...bank, id, bank_address: '', bank_swift: '', bank_remark: '', branch_name: '' };
    expect(await offered('getDepositBanks', { bank_coin: 'HKD' })).toEqual([{ ...full, usd_price: 0.128 }]);
    await operator.rows('deposit-banks', 'change', { id: String(id), bank_remark: 'Name your uid' });
    expect(await offered('getDepositBanks', { bank_coin: 'HKD' })).toMatchObject([
      { bank_remark: 'Name your uid', bank_name: 'Bank of Example' },
    ]);
    await operator.rows('deposit-banks', 'remove', { id: String(id) });
    expect(await offered('getDepositBanks', { bank_coin: 'HKD' })).toEqual([]);
  });

  // spec: 3.14 7.40
  it('edits the currencies for withdrawals', async () => {
    const currency = { code: 'GBP', draw_rate: '0.78', fee_type: '2', fee: '0.015', usd_price: '1.28' };
    const [{ id }] = await operator.rows('withdrawal-currencies', 'add', { kind: 'bank', ...currency });
    const wire = { id, code: 'GBP', protocol: '', draw_rate: 0.78, fee_type: 2, fee: 0.015, usd_price: 1.28 };
    expect(await offered('getDrawCurrencies', { type: 2 })).toContainEqual(wire);
    await operator.rows('withdrawal-currencies', 'change', { id: String(id), fee_type: '1', fee: '20' });
    expect(await offered('getDrawCurrencies', { type: 2 })).toContainEqual({ ...wire, fee_type: 1, fee: 20 });
    expect(await operator.rows('withdrawal-currencies', 'list')).toContainEqual({
      ...wire,
      kind: 'bank',
      fee_type: 1,
      fee: 20,
    });
    await operator.rows('withdrawal-currencies', 'remove', { id: String(id) });
    expect(
      (await offered('getDrawCurrencies', { type: 2 })).map(({ code }: { code: string }) => code),
    ).toEqual(['USD', 'EUR', 'JPY']);
  });

  it.each([
    ['deposit-coins', { usd_price: '0' }, 'usd_price is not acceptable.'],
    ['deposit-coins', { usd_price: '1e3' }, 'usd_price is a plain decimal with at most 6 decimals.'],
    ['deposit-coins', { usd_price: '-1' }, 'usd_price is not acceptable.'],
    ['deposit-coins', { currency_code: 'usdt' }, 'currency_code is not acceptable.'],
    ['deposit-coins', { protocol_code: '' }, 'protocol_code is not acceptable.'],
    ['deposit-coins', { address: '' }, 'address is not acceptable.'],
    ['deposit-coins', { address: ' x' }, 'address is not acceptable.'],
    ['deposit-banks', { bank_remark: '<b>' }, 'bank_remark is not acceptable.'],
    ['deposit-banks', { payee_account: '' }, 'payee_account is not acceptable.'],
    ['deposit-banks', { bank_name: 'x'.repeat(201) }, 'bank_name is not acceptable.'],
    ['withdrawal-currencies', { fee: '-1' }, 'fee is not acceptable.'],
    ['withdrawal-currencies', { fee_type: '2', fee: '1' }, 'fee is not acceptable.'],
    ['withdrawal-currencies', { draw_rate: '0' }, 'draw_rate is not acceptable.'],
    ['withdrawal-currencies', { kind: 'bank' }, 'protocol is not acceptable.'],
    ['withdrawal-currencies', { kind: 'bank', protocol: '' }, 'kind is not acceptable.'],
    ['withdrawal-currencies', { code: 'ETH' }, 'code is not acceptable.'],
    ['withdrawal-currencies', { protocol: 'BEP20' }, 'protocol is not acceptable.'],
  ])('gets the reason when %s %o is refused, and nothing changes', async (thing, values, sentence) => {
    const before = await operator.rows(thing, 'list');
    expect(await operator.refused(thing, 'change', { id: '1', ...values })).toBe(sentence);
    expect(await operator.rows(thing, 'list')).toEqual(before);
  });

  // spec: 6.5
  it('adjusts a balance by a separate entry, down to zero and no further', async () => {
    expect(await operator.rows('balance', 'adjust', { uid, amount: '12.5', memo: 'Goodwill' })).toEqual([
      { uid, balance: 12.5 },
    ]);
    expect(await operator.refused('balance', 'adjust', { uid, amount: '-12.500001', memo: 'Back' })).toBe(
      'The balance is not enough.',
    );
    await operator.rows('balance', 'adjust', { uid, amount: '-12.5', memo: 'Back' });
    expect(await operator.rows('balance', 'show', { uid })).toEqual([{ uid, balance: 0, locked: 0 }]);
    const { list } = (await send(token, 'getLedger', { page: 1 })).data;
    expect(list.map((line: { Value: number; MemoTran: string }) => [line.Value, line.MemoTran])).toEqual([
      [-12.5, 'Adjustment · Back'],
      [12.5, 'Adjustment · Goodwill'],
    ]);
  });

  it.each([
    [{ amount: '0' }, 'amount is not acceptable.'],
    [{ amount: '1e3' }, 'amount is a plain decimal with at most 6 decimals.'],
    [{ amount: '1.0000001' }, 'amount is a plain decimal with at most 6 decimals.'],
    [{ memo: ' ' }, 'memo is not acceptable.'],
    [{ uid: '10999999' }, 'There is no such account.'],
    [{ uid: '1' }, 'There is no such account.'],
    [{ uid: 'somebody' }, 'There is no such account.'],
  ])('gets the reason when an adjustment of %o is refused', async (values, sentence) => {
    const asked = { uid, amount: '1', memo: 'Goodwill', ...values };
    expect(await operator.refused('balance', 'adjust', asked)).toBe(sentence);
  });

  it('accepts only a number as the app shows it', async () => {
    for (const odd of [`${uid}.0`, `0${uid}`, ` ${uid}`, `+${uid}`]) {
      expect(await operator.refused('balance', 'show', { uid: odd })).toBe('There is no such account.');
    }
  });

  // spec: 7.30
  it('may also adjust a demo account, from the house’s demo account', async () => {
    const demo = await http.enter();
    const who = String((await send(demo, 'getUser')).data.uid);
    await operator.rows('balance', 'adjust', { uid: who, amount: '-1000', memo: 'Contest' });
    expect((await send(demo, 'getBalance')).data).toEqual({ balance: 99_000 });
    expect(await operator.rows('check', 'books')).toEqual([]);
  });

  it('lists withdrawals by status, and shows the destination', async () => {
    await fund(token, 100);
    const to = await destination(token);
    const [paid, rejected, waiting] = [
      (await send(token, 'draw', { ...to, number: 10 })).data.id,
      (await send(token, 'draw', { ...to, number: 11 })).data.id,
      (await send(token, 'draw', { ...to, number: 12, memo: 'Rent' })).data.id,
    ];
    await operator.rows('withdrawals', 'pay', { id: String(paid) });
    await operator.rows('withdrawals', 'reject', { id: String(rejected), remark: 'No' });
    const ids = async (status?: string) =>
      (await operator.rows('withdrawals', 'list', status === undefined ? {} : { status })).map(
        ({ id }) => id,
      );
    expect(await ids()).toEqual([waiting]);
    expect(await ids('paid')).toEqual([paid]);
    expect(await ids('rejected')).toEqual([rejected]);
    expect(await ids('all')).toEqual([waiting, rejected, paid]);
    expect(await operator.rows('withdrawals', 'show', { id: String(waiting) })).toMatchObject([
      {
        uid: Number(uid),
        amount: 12,
        fee: 2,
        to_pay: 10,
        address: tronAddress(),
        memo: 'Rent',
      },
    ]);
    expect(await operator.refused('withdrawals', 'show', { id: '999' })).toBe('There is no such withdrawal.');
    expect(await operator.refused('withdrawals', 'pay', { id: String(paid) })).toBe(
      'This withdrawal was answered before.',
    );
    expect(await operator.refused('withdrawals', 'pay', { id: 'x' })).toBe('There is no such withdrawal.');
    expect(await operator.refused('withdrawals', 'reject', { id: String(waiting), remark: '' })).toBe(
      'remark is not acceptable.',
    );
  });

  it('lists deposits by status', async () => {
    const all = await operator.rows('deposits', 'list', { status: 'all' });
    const finished = await operator.rows('deposits', 'list', { status: 'finished' });
    expect(finished).toEqual(all.filter(({ status }) => status === 'finished'));
    expect(finished.length).toBeGreaterThan(0);
    expect(await operator.rows('deposits', 'list')).toEqual([]);
    expect(await operator.refused('deposits', 'show', { id: '0' })).toBe('There is no such deposit.');
    expect(await operator.refused('deposits', 'list', { status: 'odd' })).toMatch(/^status is one of /);
  });

  it('sees the deposit that waits longest first, and all others by page or user', async () => {
    const report = async (who: string, count: number): Promise<number[]> => {
      const { id: charge_id, address } = (await send(who, 'getDepositCoins')).data.list[0];
      const asked = { charge_id, address, number: 1, proofImg: await upload(who) };
      const ids: number[] = [];
      while (ids.length < count) ids.push((await send(who, 'submitCoinDeposit', asked)).data.id);
      return ids;
    };
    const [one, other] = [await http.enterReal(), await http.enterReal()];
    const [first = 0] = await report(one, 1);
    const many = await report(other, MAX_WAITING_PAYMENTS);
    const list = async (values = {}) => {
      const answer = await operator.ask('deposits', 'list', values);
      if (!answer.ok) throw new Error(answer.error.sentence);
      return [answer.value.rows.map(({ id }) => id), answer.value.note];
    };
    expect(await list()).toEqual([[first, ...many.slice(0, -1)], 'Page 1 of 2; 201 in all.']);
    expect(await list({ page: '2' })).toEqual([many.slice(-1), 'Page 2 of 2; 201 in all.']);
    const its = { uid: String((await send(other, 'getUser')).data.uid) };
    expect(await list(its)).toEqual([many, 'Page 1 of 1; 200 in all.']);
    expect(await list({ ...its, status: 'all' })).toEqual([many.toReversed(), 'Page 1 of 1; 200 in all.']);
    expect(await operator.refused('deposits', 'list', { uid: 'x' })).toBe('There is no such user.');
    expect(await operator.refused('deposits', 'list', { page: '0' })).toBe('page is a whole number from 1.');
  });

  it('sees the withdrawal that waits longest first, also of one user', async () => {
    const withdraw = async () => {
      const who = await http.enterReal();
      await fund(who, 20);
      const to = await destination(who);
      const draw = async () => (await send(who, 'draw', { ...to, number: 10 })).data.id;
      return { uid: String((await send(who, 'getUser')).data.uid), ids: [await draw(), await draw()] };
    };
    const [one, other] = [await withdraw(), await withdraw()];
    const ids = async (values = {}) =>
      (await operator.rows('withdrawals', 'list', values)).map(({ id }) => id);
    expect((await ids()).slice(-4)).toEqual([...one.ids, ...other.ids]);
    expect(await ids({ uid: one.uid })).toEqual(one.ids);
    expect(await ids({ uid: one.uid, status: 'paid' })).toEqual([]);
    expect(await ids({ uid: one.uid, page: '2' })).toEqual([]);
  });
});
