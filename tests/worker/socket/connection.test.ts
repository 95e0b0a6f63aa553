import { expect, test } from 'vitest';
import { HEARTBEAT_MS, HIDDEN_CLOSE_MS } from '../../../shared/limits.ts';
import { createConnection } from '../../../worker/socket/connection.ts';
import { quietTap } from '../helpers/quiet-tap.ts';
import { createScriptedEnv } from '../helpers/scripted-env.ts';

/** An open connection whose timers are late, and what it has told of its link. */
function openConnection() {
  const env = createScriptedEnv();
  const connection = createConnection(env, 'ws://exchange.test', quietTap);
  const told: string[] = [];
  connection.states$.subscribe(({ link }) => told.push(link.status));
  connection.start();
  env.socket().accept();
  return { env, connection, told };
}

test('a frame that comes before a late timer tells that the link of a hidden page is paused', () => {
  const { env, connection, told } = openConnection();
  connection.page('hidden');
  env.sleep(HIDDEN_CLOSE_MS);
  env.socket().say('pong');
  expect([connection.state().link.status, told.at(-1)]).toEqual(['paused', 'paused']);
});

test('a frame that comes after the deadline of the last ping tells that the link is lost', () => {
  const { env, connection, told } = openConnection();
  env.advance(3 * HEARTBEAT_MS);
  env.sleep(HEARTBEAT_MS);
  env.socket().say('pong');
  expect([connection.state().link.status, told.at(-1)]).toEqual(['waiting', 'waiting']);
});

test('frames of a link that stays open tell nothing', () => {
  const { env, told } = openConnection();
  const before = told.length;
  env.socket().say('pong');
  env.socket().say('pong');
  expect(told).toHaveLength(before);
});
