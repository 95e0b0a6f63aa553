import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import type { RouteName } from '../../../shared/contract/routes.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { type Answer, form } from '../http-fixture.ts';
import { type Fields, type HttpGround, startGround } from './walk/ground.ts';
import { buy as orderOf } from './walk/orders.ts';

let ground: HttpGround;

beforeAll(async () => {
  ground = await startGround();
});
afterAll(() => ground.stop());

const send = (name: RouteName, fields: Fields): Promise<Answer> => ground.send(name, fields, ground.demo);
const buy = (more: Fields = {}) => orderOf(ground, more);
const price = () => ground.http.market.quote(instrumentId(Number(ground.eurusd)))?.close;

describe('numbers', () => {
  const NO_PLAIN_DECIMALS = [
    '1e3',
    '0x10',
    ' 1',
    '1 ',
    '+1',
    'NaN',
    'Infinity',
    '٣',
    '1.',
    '.5',
    '1,5',
    '',
    '01',
  ];

  // spec: 5.18
  it.each(NO_PLAIN_DECIMALS)('%j is not a plain decimal', async (text) => {
    for (const field of ['cont', 'stop_loss_price', 'seen_price', 'forex_id', 'multiple', 'deviation']) {
      const answer = await send('submitOrder', buy({ [field]: text }));
      expect([field, answer.code, answer.data]).toEqual([field, CODE.badParameter, { field }]);
    }
  });

  it.each<[string, string, number, string?]>([
    ['more decimals than a lot can have', 'cont', CODE.badVolume, '0.00001'],
    ['no lots', 'cont', CODE.badVolume, '0'],
    ['fewer lots than none', 'cont', CODE.badVolume, '-1'],
    ['more lots than any number holds', 'cont', CODE.badVolume, '999999999999999'],
    ['more decimals than the price has', 'stop_loss_price', CODE.badParameter, '1.123456'],
    ['a price below zero', 'target_profit_price', CODE.badParameter, '-1'],
    ['a target for a market order', 'target_price', CODE.badParameter, '1.1'],
    ['an unlisted multiple', 'multiple', CODE.noMultiple, '7'],
    ['a multiple beyond any list', 'multiple', CODE.noMultiple, '20000'],
    ['an unknown instrument', 'forex_id', CODE.notFound, '999999'],
    ['a cid that is too short', 'cid', CODE.badParameter, 'short'],
    ['a third side', 'type', CODE.badParameter, '3'],
  ])('%s is refused', async (_, field, code, text = '') => {
    const before = await send('getDeals', { status: '1', page: '1' });
    expect((await send('submitOrder', buy({ [field]: text }))).code).toBe(code);
    const after = await send('getDeals', { status: '1', page: '1' });
    expect(after.data.total).toBe(before.data.total);
  });

  it.each<[string, Fields]>([
    ['a market order', {}],
    ['a pending order', { status: '0', target_price: '0.5' }],
  ])('%s sent again gets the same answer byte for byte, although prices have moved', async (_, more) => {
    const order = buy({ ...more, cid: `again-${Object.keys(more).length}-order` });
    const first = await send('submitOrder', order);
    const before = price();
    await expect.poll(price).not.toBe(before);
    expect((await send('submitOrder', order)).text).toBe(first.text);
    await send('status' in more ? 'cancelOrder' : 'closeOrder', { id: String(first.data.Id) });
  });

  it('a close and a new price sent again get the same answer byte for byte, although the order has ended', async () => {
    const { data: position } = await send('submitOrder', buy());
    const seen = { seen_price: String(position.OriginPrice), deviation: '1000000' };
    const close = { id: String(position.Id), cid: 'again-close', ...seen };
    const closed = await send('closeOrder', close);
    expect(closed.data.Status).toBe(3);
    expect((await send('closeOrder', close)).text).toBe(closed.text);

    const { data: pending } = await send('submitOrder', buy({ status: '0', target_price: '0.5' }));
    const amend = { id: String(pending.Id), cid: 'again-amend', target_price: '0.6' };
    const amended = await send('amendOrder', amend);
    expect(amended.code).toBe(CODE.success);
    expect((await send('cancelOrder', { id: amend.id })).code).toBe(CODE.success);
    expect((await send('amendOrder', amend)).text).toBe(amended.text);
  });

  it('a pending order requires its price, and has no seen price', async () => {
    const pending = (more: Fields) => send('submitOrder', buy({ status: '0', ...more }));
    expect((await pending({})).data).toEqual({ field: 'target_price' });
    expect((await pending({ target_price: '0' })).data).toEqual({ field: 'target_price' });
    expect((await pending({ target_price: '1.05', seen_price: '1.1' })).data).toEqual({
      field: 'seen_price',
    });
  });

  it('a deviation requires the price that it is from, or it would bound nothing', async () => {
    const alone = { deviation: '5' };
    expect((await send('submitOrder', buy(alone))).data).toEqual({ field: 'seen_price' });
    const pending = buy({ status: '0', target_price: '1.05', ...alone });
    expect((await send('submitOrder', pending)).data).toEqual({ field: 'deviation' });
    const { data } = await send('submitOrder', buy());
    const close = { id: String(data.Id) };
    expect((await send('closeOrder', { ...close, ...alone })).data).toEqual({ field: 'seen_price' });
    expect((await send('closeOrder', close)).code).toBe(CODE.success);
  });

  // spec: 7.51
  it.each<[RouteName, Fields, string]>([
    ['getKline', { forex_id: '1', period: '2min' }, 'period'],
    ['getKline', { forex_id: '1', period: '1min', limit: '1501' }, 'limit'],
    ['getKline', { forex_id: '1', period: '1min', limit: '0' }, 'limit'],
    ['getKline', { forex_id: '1', period: '1min', end: '-1' }, 'end'],
    ['getKline', { period: '1min' }, 'forex_id'],
    ['getMiniKline', { forex_id: Array.from({ length: 51 }, (_, i) => i + 1).join(',') }, 'forex_id'],
    ['getMiniKline', { forex_id: '1,,2' }, 'forex_id'],
    ['searchInstruments', { keyword: 'x'.repeat(33) }, 'keyword'],
    ['searchInstruments', {}, 'keyword'],
    ['getDeals', { status: '2', page: '1' }, 'status'],
    ['getDeals', { status: '1', page: '0' }, 'page'],
    ['getDeals', { status: '3', page: '1', limit: '201' }, 'limit'],
    ['getDeals', { status: '1', page: '1', from: '0' }, 'from'],
    ['getDeals', { status: '0', page: '1', reason: 'manual' }, 'reason'],
    ['getDeals', { status: '3', page: '1', reason: 'boredom' }, 'reason'],
    ['getDeals', { status: '3', page: '1', to: '-1' }, 'to'],
    ['getDeals', { status: '3', page: '1', type: '3' }, 'type'],
    ['getTradeList', { t: 'now' }, 't'],
    ['login', {}, 'account'],
    ['login', { account: 'a@example.com', login_type: '1' }, 'password'],
    ['login', { account: 'a@example.com', password: 'p' }, 'login_type'],
    ['login', { demo_id: 'x', password: 'p' }, 'password'],
  ])('%s with %j names the wrong field', async (name, fields, field) => {
    expect(await send(name, fields)).toMatchObject({ status: 200, code: CODE.badParameter, data: { field } });
  });

  // spec: 7.3
  it('the cache-busting time stamp is accepted with a GET, not with a POST', async () => {
    expect((await send('getTradeList', { t: '1700000000000' })).code).toBe(CODE.success);
    expect((await send('login', { t: '1700000000000', demo_id: 'x' })).data).toEqual({ field: 't' });
  });
});

// spec: 7.22
it('a wrong demo id is a wrong credential, in the requested language', async () => {
  const wrong = form({ demo_id: 'nobody' });
  const answer = await ground.http.ask('/api/user/loginForU', {
    ...wrong,
    headers: { ...wrong.headers, lang: 'de' },
  });
  expect(answer).toMatchObject({
    status: 200,
    code: CODE.wrongCredentials,
    msg: 'Konto, Passwort oder Code ist falsch',
    data: null,
  });
});
