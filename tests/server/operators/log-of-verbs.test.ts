import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeKeyFile } from '../../../server/operators/operator-key.ts';
import { RESOURCES } from '../../../server/ops/resources.ts';
import type { Changed, Resources } from '../../../server/resource.ts';
import { tronAddress } from '../../helpers/payout.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { sharedCustomers } from '../payments/customers.ts';

const { http, operator, send, upload, destination } = sharedCustomers({
  FEED: 'sim',
  FEED_HOURS: 'always',
  FAULTS: 'on',
});

type Values = Readonly<Record<string, string>>;
interface Listed {
  readonly resource: string;
  readonly verb: string;
  readonly subject: string;
  readonly outcome: string;
  readonly changed: Changed | null;
}

/** They change nothing. */
const READS = ['list', 'show', 'books', 'day', 'shards', 'story', 'check', 'backup', 'key'];

/** Of people, and secrets. */
const FORBIDDEN = [
  'canary',
  'Würzburger',
  'Erika',
  'DE0212030000',
  'Mentioned',
  '@',
  'CARD-7654321',
  tronAddress(),
  tronAddress(9),
  'correct horse',
  'Bearer',
];

it('the log has the values before and after of every verb that changes something, and nothing of people', async () => {
  const covered = new Set<string>();
  /** @returns what the log has of the step */
  const step = async (resource: string, verb: string, values: Values = {}): Promise<Listed> => {
    covered.add(`${resource} ${verb}`);
    await operator.rows(resource, verb, values);
    const [found] = await operator.rows('log', 'list', { resource, limit: '1' });
    expect([found.resource, found.verb, found.outcome]).toEqual([resource, verb, 'done']);
    return found;
  };
  const changed = async (resource: string, verb: string, values: Values = {}) =>
    (await step(resource, verb, values)).changed;
  const token = await http.enterReal('canary@example.com');
  const uid: number = (await send(token, 'getUser')).data.uid;
  const id = String(uid);

  // Money.
  const adjusted = await step('balance', 'adjust', { uid: id, amount: '1000', memo: 'for canary' });
  expect(adjusted).toMatchObject({
    subject: id,
    changed: { before: { balance: 0 }, after: { uid, amount_usd: 1_000, balance: 1_000 } },
  });
  const deposit = async () => {
    const coin = (await send(token, 'getDepositCoins')).data.list[0];
    const proofImg = await upload(token);
    const asked = { number: 50, charge_id: coin.id, address: coin.address, proofImg };
    return String((await send(token, 'submitCoinDeposit', asked)).data.id);
  };
  const paid = { uid, amount_usd: 50, paid: 50, currency: 'USDT' };
  for (const [verb, status, more] of [
    ['approve', 'finished', {}],
    ['reject', 'rejected', { remark: 'not from canary' }],
    ['invalidate', 'invalid', {}],
  ] as const)
    expect(await changed('deposits', verb, { id: await deposit(), ...more })).toEqual({
      before: { status: 'unchecked' },
      after: { ...paid, status },
    });
  const to = await destination(token);
  const bound = await send(token, 'bindDrawMethod', {
    type: 1,
    draw_id: to.draw_currency_id,
    dc_address: tronAddress(9),
  });
  expect(await changed('payout-addresses', 'release', { id: String(bound.data.id) })).toEqual({
    before: { uid, currency: 'USDT', confirmed: null, usable_from: null },
    after: {
      uid,
      currency: 'USDT',
      confirmed: expect.stringMatching(/Z$/),
      usable_from: expect.stringMatching(/Z$/),
    },
  });
  for (const [verb, status, more] of [
    ['pay', 'paid', {}],
    ['reject', 'rejected', { remark: 'canary asked' }],
  ] as const) {
    const asked = await send(token, 'draw', { ...to, number: 20, memo: 'canary' });
    const drawn = await changed('withdrawals', verb, { id: String(asked.data.id), ...more });
    expect(drawn).toMatchObject({
      before: { status: 'pending' },
      after: { uid, amount_usd: 20, currency: 'USDT', status },
    });
  }
  const coin = { currency_code: 'BTC', protocol_code: 'BTC', address: 'bc1qexample', usd_price: '2' };
  const added = await step('deposit-coins', 'add', coin);
  const facts = { ...coin, usd_price: 2, id: Number(added.subject) };
  expect(added.changed).toEqual({ before: null, after: facts });
  expect(await changed('deposit-coins', 'change', { id: added.subject, address: 'bc1qother' })).toEqual({
    before: { id: facts.id, address: 'bc1qexample' },
    after: { id: facts.id, address: 'bc1qother' },
  });
  expect(await changed('deposit-coins', 'remove', { id: added.subject })).toEqual({
    before: { ...facts, address: 'bc1qother' },
    after: null,
  });
  const bank = {
    currency_code: 'HKD',
    name: 'HKD FPS',
    bank_name: 'Example',
    payee_name: 'Erika Example',
    payee_account: 'DE02120300001',
    bank_remark: 'Mentioned to her',
    usd_price: '0.1',
  };
  const account = (await step('deposit-banks', 'add', bank)).subject;
  const other = { payee_account: 'DE02120300002', bank_remark: 'Mentioned', usd_price: '0.2' };
  expect(await changed('deposit-banks', 'change', { id: account, ...other })).toEqual({
    before: { id: Number(account), usd_price: 0.1 },
    after: { id: Number(account), usd_price: 0.2, texts: 'payee_account, bank_remark' },
  });
  expect(await changed('deposit-banks', 'remove', { id: account })).toMatchObject({
    before: { bank_name: 'Example' },
    after: null,
  });
  const gbp = { kind: 'bank', code: 'GBP', draw_rate: '0.78', fee_type: '2', fee: '0.01', usd_price: '1.28' };
  const currency = (await step('withdrawal-currencies', 'add', gbp)).subject;
  expect(await changed('withdrawal-currencies', 'change', { id: currency, draw_rate: '0.8' })).toMatchObject({
    before: { draw_rate: 0.78 },
    after: { draw_rate: 0.8 },
  });
  await step('withdrawal-currencies', 'remove', { id: currency });

  // Instruments.
  for (const [verb, values, before, after] of [
    ['fee', { rate: '0.002' }, { fee: 0.0005 }, { fee: 0.002 }],
    ['multiples', { multiples: '5,20' }, { multiples: '20,50,100,200' }, { multiples: '5,20' }],
    ['minimum', { lots: '0.1' }, { minimum: 0.01 }, { minimum: 0.1 }],
    ['hours', { hours: 'closed' }, { hours: 'as its prices' }, { hours: 'closed' }],
    ['mode', { mode: 'close-only' }, { mode: 'open' }, { mode: 'close-only' }],
    [
      'financing',
      { long: '2.5', short: '-0.5', yes: 'yes' },
      { long: 0, short: 0 },
      { long: 2.5, short: -0.5 },
    ],
    ['unlist', {}, { listed: true }, { listed: false }],
    ['list-again', {}, { listed: false }, { listed: true }],
    ['stale', { seconds: '3' }, { stale_s: 'default' }, { stale_s: 3 }],
    ['bound', { percent: '2' }, { bound_percent: 'default' }, { bound_percent: 2 }],
    ['max-spread', { points: '30' }, { max_spread: 'default' }, { max_spread: 30 }],
    ['spread', { points: '4', yes: 'yes' }, { spread: 0 }, { spread: 4 }],
    ['change', { name: 'Pound' }, { title: 'British Pound / Swiss Franc' }, { title: 'Pound' }],
    ['retire', {}, { retired: false }, { retired: true }],
  ] as const) {
    const found = await step('instruments', verb, { code: 'gbpchf', ...values });
    expect(found).toMatchObject({
      subject: 'GBPCHF',
      changed: { before: { code: 'GBPCHF', ...before }, after: { code: 'GBPCHF', ...after } },
    });
    if (['fee', 'mode', 'minimum'].includes(verb))
      expect(Object.keys(found.changed?.after ?? {})).toHaveLength(2);
  }
  const cocoa = {
    code: 'COCOA',
    name: 'Cocoa',
    class: 'other',
    currency: 'USD',
    precision: '2',
    contract: '10',
  };
  expect(await changed('instruments', 'add', cocoa)).toMatchObject({
    before: null,
    after: { code: 'COCOA', title: 'Cocoa', contract: 10, precision: 2 },
  });
  const day = { market: 'forex', date: '2030-12-25' };
  expect(await changed('calendar', 'add', { ...day, how: 'closed' })).toMatchObject({
    before: null,
    after: { ...day, closed: 'all day' },
  });
  expect(await changed('calendar', 'add', { ...day, how: 'close', time: '13:00' })).toMatchObject({
    before: { ...day, closed: 'all day' },
    after: { ...day, closed: 'from 13:00' },
  });
  expect(await changed('calendar', 'remove', day)).toMatchObject({
    before: { ...day, closed: 'from 13:00' },
    after: null,
  });
  const bought = await send(token, 'submitOrder', {
    forex_id: await http.idOf('BTCUSD'),
    type: 1,
    status: 1,
    cont: 0.01,
    multiple: 10,
  });
  expect(
    await changed('orders', 'close', { order: String(bought.data.Id), reason: 'asked for' }),
  ).toMatchObject({
    before: { status: 'open' },
    after: {
      uid,
      code: 'BTCUSD',
      side: 'buy',
      lots: 0.01,
      status: 'closed',
      closed_at: expect.any(Number),
      profit: expect.any(Number),
    },
  });

  // People.
  await send(token, 'submitRealName', {
    name: 'Canary Würzburger',
    card_id: 'CARD-7654321',
    front_pic: await upload(token),
    reverse_pic: await upload(token),
  });
  const papers = async () => String((await operator.rows('identity', 'list')).at(-1)?.id);
  expect(await changed('identity', 'reject', { id: await papers(), remark: 'not canary' })).toEqual({
    before: { status: 'waiting' },
    after: { uid, status: 'rejected' },
  });
  await send(token, 'submitRealName', {
    name: 'Canary Würzburger',
    card_id: 'CARD-7654321',
    front_pic: await upload(token),
    reverse_pic: await upload(token),
  });
  expect(await changed('identity', 'approve', { id: await papers() })).toMatchObject({
    after: { uid, status: 'approved' },
  });
  expect(await step('chat', 'answer', { uid: id, text: 'Dear canary' })).toMatchObject({
    subject: id,
    changed: { before: null, after: { uid, message: expect.any(Number) } },
  });
  expect(await changed('users', 'restrict', { id, state: 'no-withdrawal', reason: 'court' })).toEqual({
    before: { restriction: 'none' },
    after: { restriction: 'no-withdrawal', ended_sessions: 0 },
  });
  expect(await changed('users', 'lift-restriction', { id, reason: 'court' })).toEqual({
    before: { restriction: 'no-withdrawal' },
    after: { restriction: 'none', ended_sessions: 0 },
  });
  expect(await changed('users', 'unlock', { id })).toEqual({
    before: { wrong_passwords: 0, wrong_proofs: 0, codes: expect.any(Number) },
    after: null,
  });
  expect(await changed('users', 'remove-factors', { id })).toEqual({
    before: { factors: 0 },
    after: { factors: 0 },
  });
  expect(await changed('users', 'end-sessions', { id })).toEqual({
    before: { sessions: 1 },
    after: { sessions: 0 },
  });

  // What everybody reads.
  for (const resource of ['news', 'announcements']) {
    const item = await step(resource, 'add', {
      language: 'en',
      title: 'Holiday',
      logo: 'paper',
      content: 'Long text',
    });
    const about = { id: item.subject };
    expect(item.changed).toMatchObject({ before: null, after: { title: 'Holiday', published: null } });
    expect(await changed(resource, 'publish', about)).toMatchObject({
      before: { id: Number(item.subject), published: null },
      after: { published: expect.stringMatching(/Z$/) },
    });
    expect(
      await changed(resource, 'change', { ...about, language: 'de', title: 'Feiertag', desc: 'Kurz' }),
    ).toMatchObject({
      before: { languages: 'en' },
      after: { languages: 'en de', texts: 'de: title, summary' },
    });
    expect(await changed(resource, 'withdraw', about)).toMatchObject({ after: { published: null } });
    expect(await changed(resource, 'remove', about)).toMatchObject({
      before: { title: 'Holiday' },
      after: null,
    });
  }
  const company = {
    name: 'Example',
    url: 'https://example.com',
    subject: 'Example Ltd',
    'registered-address': 'A',
    location: 'B',
    email: 'canary@example.com',
  };
  const one = (await step('companies', 'add', company)).subject;
  expect(await changed('companies', 'change', { id: one, url: 'https://example.org' })).toEqual({
    before: { id: Number(one), name: 'Example', url: 'https://example.com/' },
    after: { id: Number(one), name: 'Example', url: 'https://example.org/' },
  });
  expect(await changed('companies', 'remove', { id: one })).toMatchObject({ after: null });

  // The exchange itself.
  expect(await changed('faults', 'set', { kind: 'skew', ms: '1' })).toEqual({
    before: { faults: 'none' },
    after: { faults: 'skew' },
  });
  expect(await changed('faults', 'clear')).toMatchObject({ after: { faults: 'none' } });
  const key = makeKeyFile(join(temporaryFolder(), 'ann.json'), 'ann');
  expect(await changed('operators', 'add', { name: 'ann', key })).toMatchObject({ after: { name: 'ann' } });
  expect(await changed('operators', 'revoke', { name: 'ann' })).toMatchObject({ after: null });

  const all = Object.entries(RESOURCES as Resources<never>).flatMap(([resource, { verbs }]) =>
    Object.keys(verbs).flatMap((verb) => (READS.includes(verb) ? [] : `${resource} ${verb}`)),
  );
  expect([...covered].toSorted()).toEqual(all.toSorted());
  const kept = JSON.stringify(await operator.rows('log', 'list', { limit: '10000' }));
  for (const word of [...FORBIDDEN, token]) expect(kept.toLowerCase()).not.toContain(word.toLowerCase());
  expect(kept).toContain('court');
});
