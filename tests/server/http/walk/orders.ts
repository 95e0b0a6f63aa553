import { expect } from 'vitest';
import { decodeOrder } from '../../../../shared/contract/order-row.ts';
import type { Entry, Fields, Ground } from './ground.ts';

/** A small market order that is filled. */
export const buy = ({ eurusd, newCid }: Ground, more: Fields = {}): Fields => ({
  type: '1',
  cont: '0.01',
  forex_id: eurusd,
  status: '1',
  multiple: '100',
  cid: newCid(),
  ...more,
});

const open = async (ground: Ground, more: Fields = {}): Promise<string> =>
  String((await ground.send('submitOrder', buy(ground, more), ground.demo)).data.Id);

const ABSENT = { id: '999999999' };

export const orderEntries = {
  submitOrder: {
    request: (ground) => ({ fields: buy(ground, { stop_loss_price: '1.0', target_profit_price: '1.2' }) }),
    check: ({ data }) => {
      expect(decodeOrder(data)).toMatchObject({ ok: true, value: { status: 'open' } });
      expect(data).toMatchObject({
        Quantity: 0.01,
        TargetLossPrice: 1,
        TargetProfitPrice: 1.2,
        Multiple: 100,
      });
    },
  },
  getDeals: {
    request: async (ground) => {
      await open(ground);
      return { fields: { status: '1', page: '1' } };
    },
    check: ({ data }) => {
      expect(Object.keys(data).sort()).toEqual(['all_fact_profits', 'balance', 'data', 'total']);
      expect(decodeOrder(data.data[0])).toMatchObject({ ok: true });
    },
  },
  getOrderStory: {
    request: async (ground) => ({ fields: { id: await open(ground) } }),
    check: ({ data }) =>
      expect(data.events).toMatchObject([
        { seq: expect.any(Number), kind: 'opened', by: 'customer', before: {} },
      ]),
    owned: ABSENT,
  },
  closeOrder: {
    request: async (ground) => ({ fields: { id: await open(ground), cid: ground.newCid() } }),
    check: ({ data }) => expect(decodeOrder(data)).toMatchObject({ ok: true, value: { status: 'closed' } }),
    owned: ABSENT,
  },
  getOrderOutcome: {
    request: async (ground) => {
      const fields = buy(ground);
      await ground.send('submitOrder', fields, ground.demo);
      return { fields: { cid: fields['cid'] ?? '' } };
    },
    check: ({ data }) => {
      expect(data).toMatchObject({ state: 'done', reply: { code: 1, msg: '' } });
      expect(decodeOrder(data.reply.data)).toMatchObject({ ok: true, value: { status: 'open' } });
    },
  },
  cancelOrder: {
    request: async (ground) => ({
      fields: { id: await open(ground, { status: '0', target_price: '1.05' }) },
    }),
    check: ({ data }) =>
      expect(decodeOrder(data)).toMatchObject({ ok: true, value: { status: 'cancelled' } }),
    owned: ABSENT,
  },
  amendOrder: {
    request: async (ground) => ({
      fields: { id: await open(ground, { status: '0', target_price: '1.05' }), target_price: '1.04' },
    }),
    check: ({ data }) => expect(data).toMatchObject({ Status: 0, Price: 1.04 }),
    owned: ABSENT,
  },
  setStops: {
    request: async (ground) => ({
      fields: { id: await open(ground), target_profit_price: '1.3', stop_loss_price: '0' },
    }),
    check: ({ data }) => expect(data).toMatchObject({ TargetProfitPrice: 1.3, TargetLossPrice: 0 }),
    owned: ABSENT,
  },
  getLeaders: {
    request: () => ({ fields: {} }),
    check: ({ data }) => expect(data).toEqual(expect.any(Array)),
  },
} satisfies Record<string, Entry>;
