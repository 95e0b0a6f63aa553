import { beforeAll, describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { MAX_FAVOURITES } from '../../../shared/limits.ts';
import { sharedHttp } from '../http-fixture.ts';

const http = sharedHttp();
let listed: readonly number[];

beforeAll(async () => {
  const { data } = await http.ask('/v1/api/forex/trade_list');
  listed = data.list.map(({ Id }: { Id: number }) => Id);
});

async function enter() {
  const token = await http.enter();
  return {
    read: async () => (await http.send(token, 'getFavourites')).data,
    write: (ids: string | undefined) => http.send(token, 'setFavourites', ids === undefined ? {} : { ids }),
  };
}

describe('the favourites of an account', () => {
  // spec: 7.105 7.106
  it('are kept in the order that they were sent in, each once, and replaced as a whole', async () => {
    const [first = 0, second = 0] = listed;
    const [mine, other] = [await enter(), await enter()];
    expect(await mine.read()).toEqual({ ids: [] });
    const stored = await mine.write(`${second},${first},${second}`);
    expect(stored.data).toEqual({ ids: [second, first] });
    expect(await mine.read()).toEqual(stored.data);
    await mine.write(String(second));
    expect([await mine.read(), await other.read()]).toEqual([{ ids: [second] }, { ids: [] }]);
    await mine.write('');
    expect(await mine.read()).toEqual({ ids: [] });
  });

  it('leave out ids that no instrument has', async () => {
    const [first = 0] = listed;
    const { read, write } = await enter();
    expect((await write(`999999999,${first}`)).data).toEqual({ ids: [first] });
    expect(await read()).toEqual({ ids: [first] });
  });

  it.each([
    ['more than the account may have', Array.from({ length: MAX_FAVOURITES + 1 }, (_, i) => i + 1).join(',')],
    ['a word', '1,two'],
    ['an id below 1', '0'],
    ['a list that is not there', undefined],
  ])('refuse %s, and stay as they are', async (_, ids) => {
    const { read, write } = await enter();
    await write(String(listed[0]));
    const answer = await write(ids);
    expect([answer.code, answer.data]).toMatchObject([CODE.badParameter, { field: 'ids' }]);
    expect(await read()).toEqual({ ids: [listed[0]] });
  });
});
