import { expect, it } from 'vitest';
import { factsOf } from '../../../src/state/page-errors.ts';

const errorAt = (message: string, stack: string) => Object.assign(new TypeError(message), { stack });

it.each([
  [
    'an error event',
    {
      message: 'Uncaught TypeError: x is undefined',
      filename: 'https://m.example.com/assets/app-1a2b.js?v=canary',
      lineno: 3,
      colno: 14,
    },
    { message: 'Uncaught TypeError: x is undefined', place: 'app-1a2b.js:3:14' },
  ],
  [
    'a rejection',
    errorAt(
      'x is undefined',
      'TypeError: x is undefined\n    at f (https://m.example.com/assets/app-1a2b.js:3:14)\n    at g (b.js:1:1)',
    ),
    { message: 'TypeError x is undefined', place: 'app-1a2b.js:3:14' },
  ],
  ['a worker that cannot be loaded', { type: 'error' }, { message: '', place: '' }],
  ['a rejection with a text', 'canary@example.com', { message: '', place: '' }],
  ['no answer', undefined, { message: '', place: '' }],
])('of %s message and place are kept', (_, cause, facts) => {
  expect(factsOf(cause)).toEqual(facts);
});

it('nothing that may be a user’s is kept', () => {
  const canaries = [
    'no such user canary@example.com',
    'cannot parse "canary": bad',
    "cannot parse 'canary",
    'GET https://m.example.com/api?token=canary failed',
    'bad token canarycanarycanarycanarycanary',
  ];
  for (const message of canaries) expect(factsOf(new Error(message)).message).not.toContain('canary');
  expect(factsOf(new Error('balance 1234.56 of 85261739158')).message).toBe('Error balance # of #');
  expect(factsOf(new Error('a b '.repeat(200))).message).toHaveLength(120);
});
