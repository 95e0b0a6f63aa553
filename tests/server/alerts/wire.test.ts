import { beforeAll, describe, expect, it, vi } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { type Fields, type SocketClient, sharedHttp } from '../http-fixture.ts';

const http = sharedHttp();
let eurusd: number;

beforeAll(async () => {
  eurusd = await http.idOf('EURUSD');
});

async function enter() {
  const token = await http.enter();
  const call = (name: 'add' | 'set' | 'delete', fields: Fields) => http.send(token, `${name}Alert`, fields);
  return { token, call, list: () => http.send(token, 'getAlerts') };
}

async function follow(token: string): Promise<SocketClient> {
  const socket = await http.loggedIn(token);
  socket.send({ cmd: 'sub', topic: 'ALERT' });
  expect((await socket.ack('sub', 'ALERT')).code).toBe(CODE.success);
  return socket;
}

/** The tape goes up and down around 1.1 by half a thousandth. */
const CROSSED = '1.1003';
const FAR = '1.5';

describe('the calls', () => {
  // spec: 7.100 7.101 7.102 7.103
  it('add, list, switch and delete, each answered with the whole list', async () => {
    const { call, list } = await enter();
    const added = await call('add', { forex_id: String(eurusd), price: FAR });
    const { id, created_at } = added.data.list[0];
    const row = {
      id,
      forex_id: eurusd,
      price: 1.5,
      percent: 0,
      side: 'above',
      repeat: 0,
      on: 1,
      created_at,
      fired_at: '',
    };
    expect(added.data).toEqual({ list: [row] });
    expect(Date.parse(created_at)).toBeGreaterThan(0);
    const both = await call('add', { forex_id: String(eurusd), percent: '-3.25', repeat: '1' });
    expect(both.data.list).toMatchObject([{ price: 0, percent: -3.25, side: 'below', repeat: 1 }, row]);
    const off = await call('set', { id: String(id), on: '0' });
    expect(off.data.list[1]).toEqual({ ...row, on: 0 });
    expect((await list()).data).toEqual(off.data);
    const left = await call('delete', { id: String(id) });
    expect(left.data.list).toHaveLength(1);
  });

  it.each([
    [{}, 'price'],
    [{ price: '' }, 'price'],
    [{ price: '0' }, 'price'],
    [{ price: '-1.5' }, 'price'],
    [{ price: '1.123456' }, 'price'],
    [{ price: '1.5', percent: '2' }, 'percent'],
    [{ percent: '0' }, 'percent'],
    [{ percent: '0.001' }, 'percent'],
    [{ percent: '-100' }, 'percent'],
    [{ percent: '1000.01' }, 'percent'],
    [{ percent: '+2' }, 'percent'],
    [{ price: '1.5', repeat: '2' }, 'repeat'],
  ])('refuse %j by its field', async (fields, field) => {
    const { call, list } = await enter();
    const answer = await call('add', { forex_id: String(eurusd), ...fields } as Record<string, string>);
    expect([answer.code, answer.data]).toMatchObject([CODE.badParameter, { field }]);
    expect((await list()).data.list).toEqual([]);
  });
});

describe('ALERT', () => {
  // spec: 7.104 7.113
  it('starts with all alerts, and comes again when one is added, fires or is deleted', async () => {
    const { token, call } = await enter();
    await call('add', { forex_id: String(eurusd), price: FAR });
    const socket = await follow(token);
    const first = await socket.data('ALERT');
    expect([first.seq, first.data.alerts]).toMatchObject([1, [{ price: 1.5, on: 1 }]]);
    // Refused while the price stands just there.
    const added = await vi.waitFor(async () => {
      const answer = await call('add', { forex_id: String(eurusd), price: CROSSED });
      expect(answer.code).toBe(CODE.success);
      return answer;
    });
    const { id } = added.data.list[0];
    const fired = await socket.next(
      ({ topic, data }) => topic === 'ALERT' && data?.alerts[0]?.id === id && data.alerts[0].fired_at !== '',
    );
    expect(fired.data.alerts).toMatchObject([{ id, on: 0, repeat: 0 }, { on: 1 }]);
    const { data: history } = await http.ask('/api/alert/history', { headers: { authorization: token } });
    expect(history.list[0]).toEqual({
      id: history.list[0].id,
      forex_id: eurusd,
      price: Number(CROSSED),
      percent: 0,
      side: expect.stringMatching(/^(above|below)$/),
      reached: expect.closeTo(Number(CROSSED), 3),
      fired_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    await call('delete', { id: String(id) });
    const last = await socket.next(
      ({ topic, data }) => topic === 'ALERT' && data?.alerts.length === 1 && data.alerts[0].price === 1.5,
    );
    expect(last.data.alerts).toHaveLength(1);
    const seqs = socket.frames.filter(({ topic, seq }) => topic === 'ALERT' && seq).map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_: number, i: number) => i + 1));
    socket.raw.close();
  });

  it("has no other account's, and needs a login", async () => {
    const [mine, other] = [await enter(), await enter()];
    const socket = await follow(other.token);
    await mine.call('add', { forex_id: String(eurusd), price: FAR });
    await other.call('add', { forex_id: String(eurusd), price: '1.4' });
    const own = await socket.next(({ topic, data }) => topic === 'ALERT' && data?.alerts.length > 0);
    expect(own.data.alerts).toMatchObject([{ price: 1.4 }]);
    const nobody = await http.socket();
    nobody.send({ cmd: 'sub', topic: 'ALERT' });
    expect((await nobody.ack('sub', 'ALERT')).code).toBe(CODE.sessionExpired);
    for (const one of [socket, nobody]) one.raw.close();
  });
});
