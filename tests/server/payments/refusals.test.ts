import { beforeAll, describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import type { RouteName } from '../../../shared/contract/routes.ts';
import { tronAddress } from '../../helpers/payout.ts';
import { sharedCustomers } from './customers.ts';

type Fields = Readonly<Record<string, string | number>>;

const { http, send, upload, fund, destination } = sharedCustomers();
let token: string;
let stranger: string;
/** A valid request for each call. */
let fine: Readonly<Record<string, Fields>>;

beforeAll(async () => {
  token = await http.enterReal();
  stranger = await http.enterReal();
  await fund(token, 1_000);
  await fund(stranger, 1_000);
  const proofImg = await upload(token);
  const address = 'EXAMPLE-TRC20-ADDRESS-DO-NOT-PAY';
  fine = {
    submitCoinDeposit: { number: 10, proofImg, address, charge_id: 1, cid: 'deposit-0001' },
    submitWireDeposit: { number: 10, proofImg, wire_id: 1, cid: 'deposit-0001' },
    draw: { ...(await destination(token)), number: 10, memo: 'Rent', cid: 'draw-00001' },
    bindDrawMethod: { type: 1, draw_id: 1, dc_address: tronAddress(2) },
    getDrawMethods: { draw_type: 1, draw_id: 1 },
    getDraws: { type: 1, page: 1 },
    getDeposits: { type: 1, page: 1 },
    getLedger: { page: 1 },
    getDrawCurrencies: { type: 1 },
    getDepositBanks: { bank_coin: 'EUR' },
    deleteDrawMethod: { id: 1 },
  };
});

const NUMBERS = [
  '0',
  '0.0',
  '-1',
  '+1',
  '1e3',
  '0x10',
  ' 1',
  '1 ',
  '',
  '.5',
  '1.',
  '01',
  '١',
  'NaN',
  '1,5',
  '1.0000001',
  '9999999999999999',
];
const numbers = (['submitCoinDeposit', 'submitWireDeposit', 'draw'] as const).flatMap((name) =>
  NUMBERS.map((number) => [name, 'number', number] as const),
);

const others: readonly (readonly [RouteName, string, string | number])[] = [
  ['submitCoinDeposit', 'address', 'EXAMPLE-ERC20-ADDRESS-DO-NOT-PAY'],
  ['submitCoinDeposit', 'address', ''],
  ['submitCoinDeposit', 'charge_id', '0'],
  ['submitCoinDeposit', 'proofImg', 'https://example.com/files/a.jpg'],
  ['submitCoinDeposit', 'proofImg', ''],
  ['submitCoinDeposit', 'cid', 'short'],
  ['submitWireDeposit', 'wire_id', '1.5'],
  ['submitWireDeposit', 'proofImg', 'none'],
  ['submitWireDeposit', 'cid', 'not a cid'],
  ['draw', 'memo', 'two\nlines'],
  ['draw', 'memo', 'x'.repeat(201)],
  ['draw', 'draw_method_id', 'x'],
  ['draw', 'draw_currency_id', '-1'],
  ['draw', 'cid', 'x'.repeat(65)],
  ['draw', 'real_number', '0'],
  ['draw', 'real_number', '8.0000001'],
  ['bindDrawMethod', 'type', '0'],
  ['bindDrawMethod', 'dc_address', '<b>address</b>'],
  ['bindDrawMethod', 'payee_name', 'Ann'],
  ['getDrawMethods', 'draw_type', '3'],
  ['getDrawMethods', 'draw_id', '0'],
  ['getDraws', 'type', '0'],
  ['getDraws', 'page', '0'],
  ['getDeposits', 'type', '2'],
  ['getLedger', 'page', '1.0'],
  ['getDrawCurrencies', 'type', ''],
  ['getDepositBanks', 'bank_coin', ''],
  ['deleteDrawMethod', 'id', '1e1'],
];

const state = async () => ({
  account: (await send(token, 'getAccount')).data,
  deposits: [
    (await send(token, 'getDeposits', { type: 0, page: 1 })).data.total,
    (await send(token, 'getDeposits', { type: 1, page: 1 })).data.total,
  ],
  draws: (await send(token, 'getDraws', { type: 1, page: 1 })).data.total,
  methods: (await send(token, 'getDrawMethods', { draw_type: 1 })).data.list.length,
});

describe('a wrong parameter', () => {
  // spec: 5.18
  it.each([...numbers, ...others])(
    'of %s, %s = %j, is named, and nothing changes',
    async (name, field, value) => {
      const before = await state();
      const answer = await send(token, name, { ...fine[name], [field]: value });
      expect(answer).toMatchObject({ status: 200, code: CODE.badParameter, data: { field } });
      expect(await state()).toEqual(before);
    },
  );
});

describe('an object that is missing or belongs to another user', () => {
  it('gets the same answer, and nothing changes', async () => {
    const before = await state();
    const theirs = await destination(stranger);
    const cases: readonly (readonly [RouteName, Fields])[] = [
      ['submitCoinDeposit', { charge_id: 999 }],
      ['submitWireDeposit', { wire_id: 999 }],
      ['draw', { draw_currency_id: 999 }],
      ['draw', { draw_currency_id: 2 }],
      ['draw', { draw_method_id: 999 }],
      ['draw', { draw_method_id: theirs.draw_method_id }],
      ['bindDrawMethod', { draw_id: 999 }],
      ['bindDrawMethod', { draw_id: 3 }],
      ['deleteDrawMethod', { id: 999 }],
      ['deleteDrawMethod', { id: theirs.draw_method_id }],
    ];
    const answers = new Set<string>();
    for (const [name, not] of cases) {
      const { status, text, code } = await send(token, name, { ...fine[name], ...not });
      expect([name, not, status, code]).toEqual([name, not, 200, CODE.notFound]);
      answers.add(text);
    }
    expect(answers.size).toBe(1);
    expect(await state()).toEqual(before);
  });

  // spec: 7.37
  it('another user’s requests are not listed', async () => {
    const third = await http.enterReal();
    await send(token, 'draw', { ...fine['draw'], cid: 'draw-00002' });
    for (const [name, fields] of [
      ['getDeposits', { type: 0, page: 1 }],
      ['getDraws', { type: 1, page: 1 }],
      ['getLedger', { page: 1 }],
    ] as const) {
      expect((await send(third, name, fields)).data).toEqual({ list: [], total: 0 });
    }
    expect((await send(third, 'getDrawMethods', { draw_type: 1 })).data).toEqual({ list: [] });
  });
});

describe('a withdrawal over HTTP', () => {
  // spec: 5.16
  it('that the fee uses up is refused, with the field', async () => {
    const answer = await send(token, 'draw', { ...fine['draw'], number: 2, cid: 'draw-00004' });
    expect(answer).toMatchObject({ code: CODE.badParameter, data: { field: 'number' } });
  });

  it('is refused when another amount to receive was confirmed, and told the present one', async () => {
    const asked = { ...fine['draw'], cid: 'draw-00005' };
    const answer = await send(token, 'draw', { ...asked, real_number: 8.5 });
    expect(answer).toMatchObject({ code: CODE.conflict, data: { reason: 'terms', real_number: 8 } });
    expect((await send(token, 'draw', { ...asked, real_number: 8 })).code).toBe(CODE.success);
  });
});
