import { signal } from '@preact/signals-react';
import { describe, expect, it, vi } from 'vitest';
import { money } from '../../../shared/domain/money.ts';
import { err, LOCAL_CODE, ok, type Result, refusal } from '../../../shared/result.ts';
import { fateOf, groupOf, startBulk } from '../../../src/screens/shared/bulk.ts';
import { aPending, aPosition } from '../../helpers/orders.ts';

vi.mock('../../../src/state/account.ts', async (original) => ({
  ...(await original<object>()),
  positionSignals: () => ({ pnl: signal(money(6e15)) }),
}));

const order = (id: number) => aPending({ id });

it('a group of positions has no total beyond the range of money', () => {
  const positions = [1, 2].map((id) => aPosition({ id }));
  expect(groupOf(positions, 'all').value).toEqual({ members: positions, total: undefined });
});

describe('a bulk action', () => {
  it.each([
    [-1, 'not-executed'],
    [4109, 'not-executed'],
    [-2, 'unknown'],
    [5000, 'unknown'],
    [4009, 'refused'],
    [4101, 'refused'],
  ])('calls an order with the answer %i %s', (code, status) => {
    expect(fateOf(err(refusal(code))).status).toBe(status);
  });

  it('has four orders under way at most, and sends none after ten seconds of silence', async () => {
    let now = 0;
    const sent: number[] = [];
    const skipped: number[] = [];
    const answers: ((answer: Result<void>) => void)[] = [];
    const run = startBulk({
      orders: [1, 2, 3, 4, 5, 6].map(order),
      send: ({ id }) => {
        sent.push(id);
        return new Promise((resolve) => answers.push(resolve));
      },
      skip: (id) => skipped.push(id),
      onSettled: () => () => {},
      wallMs: () => now,
    });
    expect(sent).toEqual([1, 2, 3, 4]);
    now = 9_000;
    answers[0]?.(ok(undefined));
    await expect.poll(() => sent).toEqual([1, 2, 3, 4, 5]);
    now = 20_000;
    for (const answer of answers.slice(1)) answer(err(refusal(LOCAL_CODE.unknown)));
    await run.finished;
    expect([sent.length, skipped]).toEqual([5, [6]]);
    expect([...run.fates.values()].map((fate) => fate.value.status)).toEqual([
      'executed',
      'unknown',
      'unknown',
      'unknown',
      'unknown',
      'not-executed',
    ]);
    expect(run.progress.value).toEqual({ answered: 6, executed: 1, realised: 0 });
  });
});
