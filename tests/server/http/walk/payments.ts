import { expect } from 'vitest';
import { tronAddress } from '../../../helpers/payout.ts';
import type { Entry, Fields, Ground } from './ground.ts';

const plain = () => ({ fields: {} });
const hasRows: Entry['check'] = ({ data }) => expect(data.list.length).toBeGreaterThan(0);

async function coinDeposit({ send, newCid, upload, real }: Ground) {
  const { data } = await send('getDepositCoins', {}, real.token);
  const [{ id, address }] = data.list;
  return {
    fields: {
      number: '250.5',
      proofImg: await upload(real.token),
      address,
      charge_id: String(id),
      cid: newCid(),
    },
  };
}

async function wireDeposit({ send, newCid, upload, real }: Ground) {
  const { data } = await send('getDepositBanks', { bank_coin: 'EUR' }, real.token);
  return {
    fields: {
      number: '100',
      proofImg: await upload(real.token),
      wire_id: String(data.list[0].id),
      cid: newCid(),
    },
  };
}

let addresses = 0;

async function coinMethod({ send, real }: Ground): Promise<Fields> {
  const { data } = await send('getDrawCurrencies', { type: '1' }, real.token);
  return {
    type: '1',
    draw_id: String(data.list[0].id),
    dc_address: tronAddress(++addresses),
  };
}

/** A bank account of a new person. */
async function unconfirmedMethod({ send, newcomer }: Ground) {
  const { token, account } = await newcomer();
  const { data } = await send('getDrawCurrencies', { type: '2' }, token);
  const fields = {
    type: '2',
    draw_id: String(data.list[0].id),
    bank_name: 'Bank of Walks',
    payee_name: 'Ada Lovelace',
    payee_account: '0123456789',
  };
  const bound = await send('bindDrawMethod', fields, token);
  const user = await send('getUser', {}, token);
  return { token, account, id: String(bound.data.id), user: String(user.data.uid) };
}

/** Books money to the account, through the operator. */
async function fund(ground: Ground): Promise<void> {
  const { data } = await ground.send('getUser', {}, ground.real.token);
  await ground.operate('balance', 'adjust', { uid: String(data.uid), amount: '50', memo: 'to walk with' });
}

async function draw(ground: Ground) {
  const { send, real, newCid } = ground;
  await fund(ground);
  const { data } = await send('bindDrawMethod', await coinMethod(ground), real.token);
  await ground.operate('payout-addresses', 'release', { id: String(data.id) });
  return {
    fields: {
      draw_currency_id: String(data.draw_currency.id),
      number: '20',
      memo: 'rent',
      draw_method_id: String(data.id),
      cid: newCid(),
    },
  };
}

export const paymentEntries = {
  getBalance: {
    request: plain,
    check: ({ data }) => expect(data).toEqual({ balance: expect.any(Number) }),
  },
  getAccount: {
    request: plain,
    check: ({ data }) =>
      expect(data).toEqual({ balance: expect.any(Number), lock_balance: expect.any(Number) }),
  },
  getLedger: { request: () => ({ fields: { page: '1' } }), check: hasRows },
  resetDemoAccount: {
    request: plain,
    check: ({ data }) => expect(data).toEqual({ balance: 100_000, lock_balance: 0 }),
  },
  getDepositCoins: { request: plain, check: hasRows },
  getDepositSymbols: {
    request: plain,
    check: ({ data }) => {
      expect(data.coins.length).toBeGreaterThan(0);
      expect(data.banks.length).toBeGreaterThan(0);
    },
  },
  getDepositBanks: { request: () => ({ fields: { bank_coin: 'JPY' } }), check: hasRows },
  getDeposits: {
    request: async (ground) => {
      const { fields } = await wireDeposit(ground);
      await ground.send('submitWireDeposit', fields, ground.real.token);
      return { fields: { type: '1', page: '1' } };
    },
    check: hasRows,
  },
  submitCoinDeposit: {
    request: coinDeposit,
    check: ({ data }) => expect(data).toMatchObject({ number: 250.5, type: 0, status: 0, remark: '' }),
    owned: { proofImg: '/files/none' },
  },
  submitWireDeposit: {
    request: wireDeposit,
    check: ({ data }) => expect(data).toMatchObject({ number: 100, type: 1, status: 0, remark: '' }),
    owned: { proofImg: '/files/none' },
  },
  getDrawCurrencies: { request: () => ({ fields: { type: '2' } }), check: hasRows },
  draw: {
    request: draw,
    check: ({ data }) => expect(data).toMatchObject({ number: 20, status: 0, type: 1, notes: 'rent' }),
    owned: { draw_method_id: '999999999' },
  },
  getPaymentOutcome: {
    request: async (ground) => {
      const { fields } = await draw(ground);
      await ground.send('draw', fields, ground.real.token);
      return { fields: { cid: fields['cid'] ?? '' }, token: ground.real.token };
    },
    check: ({ data }) =>
      expect(data).toMatchObject({ state: 'done', reply: { code: 1, data: { number: 20, status: 0 } } }),
  },
  getDraws: {
    request: async (ground) => {
      const { fields } = await draw(ground);
      await ground.send('draw', fields, ground.real.token);
      return { fields: { type: '1', page: '1' } };
    },
    check: hasRows,
  },
  getDrawMethods: {
    request: async (ground) => {
      await ground.send('bindDrawMethod', await coinMethod(ground), ground.real.token);
      return { fields: { draw_type: '1' } };
    },
    check: hasRows,
  },
  bindDrawMethod: {
    // A separate account: their number per account is limited.
    request: async ({ send, newcomer }) => {
      const { token } = await newcomer();
      const { data } = await send('getDrawCurrencies', { type: '2' }, token);
      return {
        token,
        fields: {
          type: '2',
          draw_id: String(data.list[0].id),
          bank_name: 'Bank of Walks',
          payee_name: 'Ada Lovelace',
          payee_account: '0123456789',
        },
      };
    },
    check: ({ data }) => expect(data).toMatchObject({ type: 2, bank_name: 'Bank of Walks', dc_address: '' }),
  },
  sendDrawMethodCode: {
    request: async (ground) => {
      const { token, id, user } = await unconfirmedMethod(ground);
      // A code left when the method was saved; the next one would have to wait a minute.
      await ground.operate('users', 'unlock', { id: user });
      return { token, fields: { id } };
    },
    check: ({ data }) => expect(data).toBeNull(),
    owned: { id: '999999999' },
  },
  confirmDrawMethod: {
    request: async (ground) => {
      const { token, id, account } = await unconfirmedMethod(ground);
      return { token, fields: { id, auth_code: await ground.codeIn(account) } };
    },
    check: ({ data }) => expect(data).toMatchObject({ is_confirmed: 1 }),
    owned: { id: '999999999' },
  },
  deleteDrawMethod: {
    request: async (ground) => {
      const { send, real } = ground;
      const { data } = await send('bindDrawMethod', await coinMethod(ground), real.token);
      return { fields: { id: String(data.id) } };
    },
    check: ({ data }) => expect(data).toBeNull(),
    owned: { id: '999999999' },
  },
} satisfies Record<string, Entry>;
