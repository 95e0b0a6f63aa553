import { expect, it } from 'vitest';
import { sendJson } from '../../../server/bus/json-messages.ts';
import { createLocalBus } from '../../../server/bus/local.ts';
import { answerOf, shardsOf } from '../../../server/cluster/cluster-commands.ts';
import { announce, listenPresence, type Present } from '../../../server/cluster/presence.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';

const one = (role: string, node: string, more: Partial<Present> = {}): Present => ({
  role,
  node,
  pid: 7,
  url: 'http://127.0.0.1:8080',
  since: 0,
  state: 'ready',
  lag_ms: null,
  ...more,
});
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('lists the processes that say that they are here, until they fall silent', async () => {
  const clock = createManualClock(0);
  const faults: unknown[] = [];
  const bus = createLocalBus(clock, (error) => faults.push(error));
  const sentences: string[] = [];
  const presence = listenPresence(bus, clock, (sentence) => sentences.push(sentence));
  let state = 'waiting';
  const stops = ['gateway 10', 'gateway 2', 'dealer 1'].map((name) => {
    const [role = '', node = ''] = name.split(' ');
    return announce(bus, clock, () => one(role, node, { state }));
  });
  await turn();
  const names = () => presence.list().map(({ role, node, state: now }) => `${role} ${node} ${now}`);
  expect(names()).toEqual(['dealer 1 waiting', 'gateway 2 waiting', 'gateway 10 waiting']);
  state = 'ready';
  stops[0]?.();
  clock.advance(3_000);
  await turn();
  expect(names()).toEqual(['dealer 1 ready', 'gateway 2 ready', 'gateway 10 waiting']);
  clock.advance(1_000);
  await turn();
  expect(names()).toEqual(['dealer 1 ready', 'gateway 2 ready']);
  sendJson(bus, 'who', { role: 'king' });
  await turn();
  expect([names().length, sentences.length, faults]).toEqual([2, 1, []]);
});

it('says which role nobody is ready for', () => {
  const all = [one('dealer', 'a'), one('feed', 'b'), one('gateway', 'c', { lag_ms: 3.4 })];
  expect(answerOf(all)).toEqual({
    rows: [
      expect.objectContaining({ role: 'dealer', lag_ms: null }),
      expect.objectContaining({ role: 'feed' }),
      expect.objectContaining({ role: 'gateway', lag_ms: 3, since: '1970-01-01T00:00:00.000Z' }),
    ],
  });
  const [, ...others] = all;
  expect(answerOf([one('dealer', 'a', { state: 'waiting' }), ...others])).toMatchObject({
    note: 'Nobody is ready as dealer.',
    failed: true,
  });
});

it('has one row for each holder of shards', () => {
  const shard = (id: number, holder: string | null, epoch = 1) => ({ id, epoch, holder });
  const held = [shard(0, 'a'), shard(1, 'a', 3), shard(2, 'b'), shard(3, 'a'), shard(4, 'a', 2)];
  expect(shardsOf(held)).toEqual({
    rows: [
      { holder: 'a', count: 4, shards: '0-1, 3-4', epochs: '1-3' },
      { holder: 'b', count: 1, shards: '2', epochs: '1' },
    ],
  });
  expect(shardsOf([...held, shard(5, null)])).toMatchObject({
    note: 'Without anybody who deals for them: 1.',
    failed: true,
  });
});
