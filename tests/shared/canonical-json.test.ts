import { expect, it } from 'vitest';
import { canonicalJson } from '../../shared/canonical-json.ts';

it.each([
  [{ b: 1, a: [{ d: null, c: 'x' }] }, '{"a":[{"c":"x","d":null}],"b":1}'],
  [{ é: 1, Z: 2, a: 3 }, '{"Z":2,"a":3,"é":1}'],
  [{ '10': 1, '9': 2 }, '{"10":1,"9":2}'],
  [{ kept: false, gone: undefined }, '{"kept":false}'],
  [[undefined, -0, 1e21, 'é"'], '[null,0,1e+21,"é\\""]'],
  [undefined, 'null'],
])('prints %j with its fields in order, for any input order', (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});
