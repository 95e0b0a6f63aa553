import { describe, expect, test } from 'vitest';
import type { Alert, WireAlert } from '../../../shared/contract/alerts.ts';
import { collect, openSignedIn } from '../helpers/scripted-engine.ts';

const alert: WireAlert = {
  id: 7,
  forex_id: 1,
  price: 1.09,
  percent: 0,
  side: 'above',
  repeat: 0,
  on: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  fired_at: '',
};
const frame = (seq: number, alerts: unknown) => ({ topic: 'ALERT', seq, ts: 0, data: { alerts } });

async function open() {
  const { env, engine } = await openSignedIn();
  const seen = collect<readonly Alert[]>(engine.alerts() as never);
  await env.settle();
  return { socket: env.socket(), seen };
}

describe('the alerts', () => {
  test('are subscribed while the page follows them, and each frame is the whole list', async () => {
    const { socket, seen } = await open();
    expect(socket.commands()).toContainEqual({ cmd: 'sub', topic: 'ALERT' });
    socket.say(frame(1, [alert, { ...alert, id: 6 }]));
    socket.say(frame(2, [{ ...alert, on: 0, fired_at: '2026-01-02T00:00:00.000Z' }]));
    expect(seen.map((list) => list.map(({ id, isOn, firedAt }) => [id, isOn, firedAt]))).toEqual([
      [
        [7, true, ''],
        [6, true, ''],
      ],
      [[7, false, '2026-01-02T00:00:00.000Z']],
    ]);
    expect(seen[0]?.[0]).toMatchObject({ instrumentId: 1, price: 1.09, side: 'above', repeats: false });
  });

  test('stay as they were after a frame that cannot be read', async () => {
    const { socket, seen } = await open();
    socket.say(frame(1, [alert]));
    socket.say(frame(2, 'none'));
    expect(seen).toHaveLength(1);
  });
});
