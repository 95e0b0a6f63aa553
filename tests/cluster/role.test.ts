import { expect, it } from 'vitest';
import { readLine } from '../../bench/cluster/role.ts';

const logged = (entry: object) => readLine(JSON.stringify({ level: 'error', ...entry }));

it('of a fault in the log of a role the launcher shows its reason, too', () => {
  const err = { type: 'error', message: 'the row is gone', reason: '55P03', stack: 'error: the row is gone' };
  expect(logged({ msg: 'fault in /api/deal', err }).text).toBe('fault in /api/deal: the row is gone: 55P03');
  expect(logged({ msg: 'fault in who: it has no node' }).text).toBe('fault in who: it has no node');
});

it('of a failed call the launcher shows which', () => {
  const call = { msg: 'failed call', method: 'GET', route: '/api/deal', status: 500, ms: 3 };
  expect(logged(call).text).toBe('failed call GET /api/deal 500');
});
