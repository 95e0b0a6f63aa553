import { describe, expect, it } from 'vitest';
import * as param from '../../../shared/contract/parameter.ts';
import { optional } from '../../../shared/contract/schema.ts';

type AnyParameter = param.Parameter<unknown, unknown>;

describe('the text of a parameter is parsed to its value', () => {
  it.each<[string, AnyParameter, string | undefined, unknown]>([
    ['a whole number', param.integer(1), '42', 42],
    ['the least and the most', param.integer(0, 0), '0', 0],
    ['fifteen digits', param.integer(0), '999999999999999', 999_999_999_999_999],
    ['the number of a page', param.page(), '1000000', 1_000_000],
    ['a decimal, as it is', param.decimal(), '-0.50', '-0.50'],
    ['a decimal finer than any price', param.decimal(), '0.123456789012', '0.123456789012'],
    ['a decimal in millionths', param.millionths(), '1.5', 1_500_000],
    ['a choice of numbers', param.choice(1, 2), '2', 2],
    ['a choice of words', param.choice('1min', '1day'), '1day', '1day'],
    ['a text', param.text(1, 3), 'abc', 'abc'],
    ['an empty text', param.text(0, 3), '', ''],
    ['an id of the client', param.cid(), 'an-intent_1', 'an-intent_1'],
    ['ids, each once', param.idList(3), '3,1,3', [3, 1]],
    ['one that may be absent', optional(param.integer(1)), undefined, undefined],
    ['one that may be blank', param.blank(param.integer(1)), '', undefined],
    ['a blank one that is absent', param.blank(param.text(0, 3)), undefined, undefined],
    ['a blank one that is filled in', param.blank(param.integer(1)), '7', 7],
  ])('%s', (_, parameter, text, value) => {
    expect(param.parse(parameter, text)).toEqual({ value });
  });
});

describe('is refused', () => {
  const NO_NUMBERS = ['', '-1', '+1', '01', '1.0', '1e3', '0x10', ' 1', '1 ', 'NaN', '٣', '9'.repeat(16)];
  const NO_DECIMALS = ['', '+1', '01', '1.', '.5', '1,5', '1e3', ' 1', 'Infinity', '0.1234567890123'];

  it.each<[string, AnyParameter, readonly (string | undefined)[]]>([
    ['no number', param.integer(0), NO_NUMBERS],
    ['a number out of bounds', param.integer(2, 3), ['1', '4']],
    ['no decimal', param.decimal(), NO_DECIMALS],
    ['no amount above zero in millionths', param.millionths(), [...NO_DECIMALS, '0', '-1', '1.1234567']],
    ['another choice', param.choice(1, 2), ['3', '01', '1.0', '']],
    ['another word', param.choice('1min'), ['1MIN', '']],
    ['a text of another length', param.text(1, 3), ['', 'abcd']],
    [
      'an id of the client that is too short, or has other characters',
      param.cid(),
      ['short', 'not an intent'],
    ],
    ['a list with too many ids', param.idList(2), ['1,2,3', '1,1,1']],
    ['a list with something else', param.idList(2), ['', '1,', '0', '1,a']],
    ['an absent one', param.text(0, 3), [undefined]],
    ['an empty one that may be absent', optional(param.integer(1)), ['']],
    ['a wrong one that may be blank', param.blank(param.integer(1, 9)), ['0', '10', 'x']],
  ])('%s', (_, parameter, texts) => {
    for (const text of texts) expect([text, param.parse(parameter, text)]).toEqual([text, 'refused']);
  });
});
