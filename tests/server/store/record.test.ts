import { describe, expect, it } from 'vitest';
import { recordOf, rowOf } from '../../../server/store/record.ts';

const row = { id: 7, account_id: 3, payee_account: 'DE1', removed_at: null };
const record = { id: 7, accountId: 3, payeeAccount: 'DE1', removedAt: undefined };

describe('a row and its record', () => {
  it('name the same values in snake case and in camel case', () => {
    expect(recordOf(row)).toStrictEqual(record);
    expect(rowOf(record)).toStrictEqual(row);
  });

  it('leave out what the other one does not have', () => {
    expect(Object.keys(rowOf<{ readonly id: number; readonly paidTo?: string }>({ id: 1 }))).toEqual(['id']);
  });
});
