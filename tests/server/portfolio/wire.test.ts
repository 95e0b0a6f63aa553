import { describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { sharedHttp } from '../http-fixture.ts';

const http = sharedHttp();

const get = async (query: string) =>
  http.ask(`/v1/api/main/account/portfolio?${query}`, { headers: { authorization: await http.enter() } });

describe('the portfolio', () => {
  // spec: 7.112
  it('is answered from the first day of the account on', async () => {
    const { data } = await get('days=30&zone=Asia/Hong_Kong');
    expect(data.list).toEqual([
      {
        start: expect.any(Number),
        ...{ balance: 100_000, equity: 100_000, transfers: 100_000, fees: 0 },
        ...{ realised: 0, wins: 0, won: 0, losses: 0, lost: 0 },
      },
    ]);
    expect((await get('')).data.list).toHaveLength(1);
  });

  it.each(['zone=Mars/Olympus', 'days=0', 'days=401', 'days=many'])('refuses %s', async (query) => {
    expect((await get(query)).code).toBe(CODE.badParameter);
  });
});
