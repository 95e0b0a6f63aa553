import { expect, it } from 'vitest';
import { createSweep } from '../../../server/listings/take-off.ts';

const done = () => new Promise<void>((resolve) => setImmediate(resolve));

it('retired instruments leave the list at each second step, not while others do, and after a failure too', async () => {
  let retired: readonly string[] = ['EURUSD', 'XAUUSD'];
  const left: string[] = [];
  const first = Promise.withResolvers<void>();
  const sweep = createSweep(
    () => retired,
    (code) => {
      left.push(code);
      return code === 'EURUSD' ? first.promise : Promise.resolve();
    },
  );
  const steps = (count: number) => Array.from({ length: count }, sweep);
  steps(1);
  expect(left).toEqual([]);
  steps(5);
  expect(left).toEqual(['EURUSD']);
  first.reject(new Error('the store is out of reach'));
  await done();
  retired = ['XAUUSD'];
  steps(2);
  await done();
  expect(left).toEqual(['EURUSD', 'XAUUSD']);
  steps(2);
  expect(left).toEqual(['EURUSD', 'XAUUSD', 'XAUUSD']);
});
