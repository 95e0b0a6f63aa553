import { describe, expect, it, test } from 'vitest';
import { ChatMessage } from '../../../shared/contract/chat.ts';
import { ROUTES } from '../../../shared/contract/routes.ts';
import {
  amount,
  as,
  decode,
  flag,
  list,
  listed,
  map,
  named,
  nothing,
  number,
  object,
  oneOf,
  optional,
  page,
  type Schema,
  text,
  time,
  timeOrEmpty,
  tuple,
  whole,
  word,
} from '../../../shared/contract/schema.ts';
import { err, ok } from '../../../shared/result.ts';

const row = object({ id: whole(1), name: text(), note: optional(text()) });

describe('a value is decoded by its schema', () => {
  it.each<[string, Schema<unknown>, unknown, unknown]>([
    ['a text', text(), 'a', 'a'],
    ['a time', time(), 'whenever', 'whenever'],
    ['no time yet', timeOrEmpty(), '', ''],
    ['a number', number(), -1.5, -1.5],
    ['a whole number, with any bounds', whole(1), 0.5, 0.5],
    ['a number that a later exchange added', oneOf(0, 1), 7, 7],
    ['a word', word('user', 'service'), 'user', 'user'],
    ['a word that a later exchange added, as the last', word('user', 'service'), 'robot', 'service'],
    ['an amount of money, as an integer', amount(), 1.25, 1_250_000],
    ['a flag', flag(), 1, true],
    ['a flag that is down', flag(), 0, false],
    [
      'a field in camelCase',
      object({ bank_full_name: text() }),
      { bank_full_name: 'a' },
      { bankFullName: 'a' },
    ],
    [
      'a field that the app calls something else',
      object({ draw_id: optional(as('methodId', whole())) }),
      { draw_id: 5 },
      { methodId: 5 },
    ],
    ['nothing, for any input', nothing(), { token: 'secret' }, null],
    ['a list', list(number()), [1, 2], [1, 2]],
    ['a tuple', tuple<[number, number]>(2), [1, 2], [1, 2]],
    ['a map', map(number()), { a: 1, b: 2 }, { a: 1, b: 2 }],
    [
      'an object, without the fields that it does not know',
      row,
      { id: 1, name: 'a', secret: 1 },
      { id: 1, name: 'a' },
    ],
    [
      'an object with an optional field',
      row,
      { id: 1, name: 'a', note: 'b' },
      { id: 1, name: 'a', note: 'b' },
    ],
    ['an optional field of another kind as absent', row, { id: 1, name: 'a', note: 5 }, { id: 1, name: 'a' }],
    ['a named schema', named(row), { id: 1, name: 'a' }, { id: 1, name: 'a' }],
    ['a listing', listed(row), { list: [{ id: 1, name: 'a' }] }, { list: [{ id: 1, name: 'a' }] }],
  ])('%s', (_, schema, value, wanted) => {
    expect(decode(schema, value)).toEqual(ok(wanted));
  });
});

describe('a value of the wrong shape is refused with the name of its field', () => {
  it.each<[string, Schema<unknown>, unknown, string]>([
    ['a number for a text', row, { id: 1, name: 5 }, 'name'],
    ['a text for a number', row, { id: '1', name: 'a' }, 'id'],
    ['a missing field', row, { id: 1 }, 'name'],
    ['null for a number', row, { id: null, name: 'a' }, 'id'],
    ['a number that is not finite', number(), Number.POSITIVE_INFINITY, 'data'],
    ['a list for an object', row, [], 'data'],
    ['null for an object', row, null, 'data'],
    ['an object for a list', listed(row), { list: {} }, 'list'],
    ['a bad field of a row', listed(row), { list: [{ id: 1, name: 'a' }, { id: 2 }] }, 'name'],
    ['a page without its total', page(row), { list: [] }, 'total'],
    ['a tuple that is too short', tuple<[number, number]>(2), [1], 'data'],
    ['a tuple with a text', tuple<[number, number]>(2), [1, '2'], 'data'],
    ['a bad value in a map', map(number()), { a: 'x' }, 'a'],
    ['an amount beyond the range of money', amount(), 1e300, 'not an amount of money: 1e+306'],
  ])('%s', (_, schema, value, field) => {
    expect(decode(schema, value)).toEqual(err({ field }));
  });
});

test('a map key cannot reach the prototype', () => {
  const read = decode(map(number()), JSON.parse('{"__proto__": 1}'));
  expect(read.ok && Object.getPrototypeOf(read.value)).toBe(Object.prototype);
});

test('a schema is written as JSON Schema, with an extension for optional fields', () => {
  expect(page(named(row))).toEqual({
    type: 'object',
    properties: {
      list: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: { type: 'integer', minimum: 1 },
            name: { type: 'string' },
            note: { type: 'string', optional: true },
          },
        },
      },
      total: { type: 'integer', minimum: 0 },
    },
  });
});

describe('an answer of the contract', () => {
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
    is_confirmed: 0,
    held_until: '',
  };

  it('decodes to exactly the fields of the contract, under the names of the app', () => {
    expect(decode(ROUTES.getDrawMethods.answer, { list: [{ ...method, secret: 1 }], more: true })).toEqual(
      ok({
        list: [
          {
            id: 1,
            kind: 1,
            address: 'TQ5N',
            bankName: '',
            bankAddress: '',
            bankSwift: '',
            payeeName: '',
            payeeAccount: '',
            branchName: '',
            currency: { id: 2, code: 'USDT', network: 'TRC20' },
            isConfirmed: false,
            heldUntil: '',
          },
        ],
      }),
    );
    expect(decode(ROUTES.register.answer, { token: 'not for the page' })).toEqual(ok(null));
  });

  it.each([
    ['a part that is missing', { ...method, draw_currency: undefined }, 'draw_currency'],
    ['a part of another shape', { ...method, draw_currency: { id: 2 } }, 'code'],
  ])('is refused with %s', (_, broken, field) => {
    expect(decode(ROUTES.getDrawMethods.answer, { list: [broken] })).toEqual(err({ field }));
  });

  it('has messages of the reader or of the service, from any sender', () => {
    const message = { id: 1, from: 'robot', text: 'hello', image: '' };
    const createdAt = '2026-01-01T00:00:00.000Z';
    expect(decode(ChatMessage, { ...message, created_at: createdAt })).toEqual(
      ok({ ...message, createdAt, from: 'service' }),
    );
  });
});
