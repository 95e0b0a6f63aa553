import { describe, expect, test } from 'vitest';
import { ANSWERS, decodeMessages } from '../../worker/answers.ts';

const message = { id: 1, from: 'user', text: 'hello', image: '', created_at: '2026-01-01T00:00:00.000Z' };
const entry = { Value: 1.5, MemoTran: 'Deposit', CreatedAtTran: '2026-01-01T00:00:00.000Z' };
const method = {
  id: 1,
  type: 1,
  dc_address: 'TQ5N',
  bank_name: '',
  bank_address: '',
  bank_swift: '',
  payee_name: '',
  payee_account: '',
  branch_name: '',
  draw_currency: { id: 2, code: 'USDT', protocol: 'TRC20' },
};

describe('an answer that the page gets as it is', () => {
  test('comes through with the fields of the contract alone', () => {
    expect(ANSWERS.getLedger({ list: [{ ...entry, secret: 1 }], total: 1, more: true })).toEqual({
      list: [entry],
      total: 1,
    });
    expect(ANSWERS.getDrawMethods({ list: [method] })).toEqual({ list: [method] });
    expect(ANSWERS.getDepositSymbols({ coins: ['USDT'], banks: ['EUR', 'JPY'] })).toEqual({
      coins: ['USDT'],
      banks: ['EUR', 'JPY'],
    });
  });

  test.each([
    ['a list that is none', 'getLedger', { list: {}, total: 1 }],
    ['a row with a number for a text', 'getLedger', { list: [{ ...entry, MemoTran: 5 }], total: 1 }],
    ['a page without its total', 'getLedger', { list: [entry] }],
    ['a number that is none', 'getLedger', { list: [{ ...entry, Value: null }], total: 1 }],
    ['a part that is missing', 'getDrawMethods', { list: [{ ...method, draw_currency: undefined }] }],
    ['a part of another shape', 'getDrawMethods', { list: [{ ...method, draw_currency: { id: 2 } }] }],
    ['texts that are none', 'getDepositSymbols', { coins: [1], banks: [] }],
    ['no object at all', 'getReview', null],
  ] as const)('is refused with %s', (_, name, data) => {
    expect(ANSWERS[name](data)).toBeUndefined();
  });

  test('says no more than that it was done, where there is no more to say', () => {
    expect(ANSWERS.register({ token: 'not for the page' })).toBeNull();
  });
});

describe('the messages of a chat frame', () => {
  test('are of the reader or of the service, whoever wrote for it', () => {
    expect(decodeMessages({ messages: [message, { ...message, id: 2, from: 'robot' }] })).toEqual([
      message,
      { ...message, id: 2, from: 'service' },
    ]);
  });

  test('are none when one of them is broken', () => {
    expect(decodeMessages({ messages: [message, { ...message, id: 'x' }] })).toBeUndefined();
    expect(decodeMessages([message])).toBeUndefined();
  });
});
