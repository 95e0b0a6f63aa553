import { expect, it } from 'vitest';
import { operatorOf } from '../../helpers/operator.ts';
import { runOps } from '../../helpers/ops.ts';
import { sharedHttp } from '../http-fixture.ts';

const http = sharedHttp({ FAULTS: 'on' });

const ops = (...words: string[]) => runOps(http.dataDir, 'faults', ...words);

it('an operator sets faults, lists them, and clears them', async () => {
  const words = ['set', 'drop', '--share', '10', '--count', '3', '--seed', '7', '--on', 'http'];
  const set = await ops(...words);
  expect([set.status, set.err]).toEqual([0, '']);
  expect(set.out).toMatch(
    /^kind +on +share +ms +skip +seed +struck +count_left +ends_at\n[- ]+\ndrop +http +10 +0 +0 +7 +0 +3 +-\n$/,
  );
  const shifted = await ops('set', 'skew', '--ms=-5000', '--seconds', '60', '--json');
  expect(JSON.parse(shifted.out)).toEqual([
    expect.objectContaining({ kind: 'drop', share: 10, count_left: 3, ends_at: null }),
    expect.objectContaining({
      kind: 'skew',
      ms: -5_000,
      count_left: null,
      ends_at: expect.stringMatching(/Z$/),
    }),
  ]);
  const operator = operatorOf(http.dataDir);
  expect(await operator.rows('faults', 'list')).toEqual(JSON.parse(shifted.out));
  expect(await operator.rows('faults', 'clear', { kind: 'drop' })).toHaveLength(1);
  expect(await operator.rows('faults', 'clear')).toEqual([]);
  expect(await ops()).toEqual({ status: 0, out: 'Nothing goes wrong on purpose.\n', err: '' });
}, 180_000);

it('a wrong fault is refused with a sentence', async () => {
  const { status, out, err } = await ops('set', 'drop', '--ms', '5');
  expect([status, out, err]).toEqual([1, '', 'drop takes no ms.\n']);
  const operator = operatorOf(http.dataDir);
  const refused = (values: Readonly<Record<string, string>>) => operator.refused('faults', 'set', values);
  expect(await refused({ kind: 'rain' })).toMatch(/^kind is one of drop, delay, .+, not "rain"\.$/);
  expect(await refused({ kind: 'delay', ms: '1e3' })).toBe('ms is a whole number.');
  expect(await refused({ kind: 'delay', ms: '90000' })).toBe('ms is a whole number from 1 to 60000.');
  expect(await refused({ kind: 'delay', on: 'moon' })).toMatch(/^on is one of all, socket, http/);
});
