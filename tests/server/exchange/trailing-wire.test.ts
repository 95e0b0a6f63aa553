import { beforeAll, describe, expect, it } from 'vitest';
import { sharedHttp } from '../http-fixture.ts';

const http = sharedHttp();
let token: string;
let eurusd: number;

beforeAll(async () => {
  token = await http.enter();
  eurusd = await http.idOf('EURUSD');
});

type Fields = Readonly<Record<string, string>>;

const get = (call: string, fields: Fields, by = token) =>
  http.ask(`/v1/api/forex/${call}?${new URLSearchParams(fields)}`, { headers: { authorization: by } });

const buy = (more: Fields = {}) =>
  get('submit', { type: '1', cont: '0.1', forex_id: String(eurusd), status: '1', multiple: '100', ...more });

/** The recording that the server plays, in points. */
const TAPE = Array.from({ length: 1_200 }, (_, i) =>
  Math.round(Number((1.1 * (1 + 0.0005 * Math.sin(i / 7))).toFixed(5)) * 1e5),
);

/** Where a buy that was filled at this tick of the recording has its stop and is closed. */
function closingOf(
  from: number,
  distance: number,
): { readonly stop: number; readonly close: number } | undefined {
  let stop = (TAPE[from] ?? 0) - distance;
  for (const tick of TAPE.slice(from + 1)) {
    if (tick <= stop) return { stop, close: tick };
    stop = Math.max(stop, tick - distance);
  }
  return undefined;
}

describe('a trailing stop on the wire', () => {
  // spec: 7.51 7.66
  it('only tightens, is told once a second at most, and closes where the ticks say', async () => {
    const socket = await http.loggedIn(token);
    socket.send({ cmd: 'sub', topic: 'FOREX_TRADE' });
    await socket.data('FOREX_TRADE');
    const { data: order } = await buy({ trail_points: '100' });
    expect(order.TrailPoints).toBe(100);
    // A tick may have tightened it already.
    const points = (wire: number) => Math.round(wire * 1e5);
    expect(points(order.TargetLossPrice)).toBeGreaterThanOrEqual(points(order.OriginPrice) - 100);
    const told: { readonly ts: number; readonly stop: number }[] = [];
    for (;;) {
      const { ts, data } = await socket.data('FOREX_TRADE');
      const [row] = data.orders;
      if (row.Status === 3) {
        const stop = Math.round(row.TargetLossPrice * 1e5);
        const expected = TAPE.flatMap((tick, at) =>
          tick === Math.round(row.OriginPrice * 1e5) ? [closingOf(at, 100)] : [],
        );
        expect(expected).toContainEqual({ stop, close: Math.round(row.UpdatePrice * 1e5) });
        expect(row).toMatchObject({ CloseReason: 'trailing-stop', TrailPoints: 100 });
        expect(stop).toBeGreaterThanOrEqual(told.at(-1)?.stop ?? 0);
        break;
      }
      told.push({ ts, stop: Math.round(row.TargetLossPrice * 1e5) });
    }
    for (const [i, { ts, stop }] of told.entries()) {
      const before = told[i - 1];
      if (before === undefined) continue;
      expect(ts - before.ts).toBeGreaterThanOrEqual(1_000);
      expect(stop).toBeGreaterThan(before.stop);
    }
    socket.raw.close();
  }, 180_000);

  // spec: 7.55
  it('is set and ended by set_stop_price', async () => {
    const { data: order } = await buy();
    expect(order.TrailPoints).toBe(0);
    const set = (more: Fields) =>
      get('set_stop_price', {
        id: String(order.Id),
        target_profit_price: '0',
        stop_loss_price: '0',
        ...more,
      });
    expect((await set({ trail_points: '5000' })).data).toMatchObject({ TrailPoints: 5_000 });
    const { data } = await get('my_deal', { status: '1', page: '1' });
    expect(data.data[0]).toMatchObject({ Id: order.Id, TrailPoints: 5_000 });
    expect((await set({ trail_points: '0' })).data).toMatchObject({ TrailPoints: 0, TargetLossPrice: 0 });
    await set({ trail_points: '5000' });
    expect((await set({ stop_loss_price: '1' })).data).toMatchObject({ TrailPoints: 0, TargetLossPrice: 1 });
    expect((await set({ trail_points: '110500' })).code).toBe(4105);
    expect((await set({ trail_points: '2000000000' })).code).toBe(4105);
    const bare = { id: String(order.Id), target_profit_price: '0' };
    expect(await get('set_stop_price', bare)).toMatchObject({
      code: 4000,
      data: { field: 'stop_loss_price' },
    });
    const trailing = { TrailPoints: 4_000, TargetLossPrice: expect.any(Number) };
    expect((await get('set_stop_price', { ...bare, trail_points: '4000' })).data).toMatchObject(trailing);
    await get('close', { id: String(order.Id) });
  });

  it.each<[string, Fields, string]>([
    ['zero on submit', { trail_points: '0' }, 'trail_points'],
    ['a fraction', { trail_points: '1.5' }, 'trail_points'],
    ['a negative number', { trail_points: '-5' }, 'trail_points'],
    ['another notation', { trail_points: '1e2' }, 'trail_points'],
    ['a stop loss besides', { trail_points: '5', stop_loss_price: '1' }, 'stop_loss_price'],
  ])('%s is refused', async (_, more, field) => {
    const before = await get('my_deal', { status: '1', page: '1' });
    expect(await buy(more)).toMatchObject({ status: 200, code: 4000, data: { field } });
    expect((await get('my_deal', { status: '1', page: '1' })).data.total).toBe(before.data.total);
  });
});
