// The minimal peer: fastify with one durable insert per request, and ws, which broadcasts the changes to all clients.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import Fastify from 'fastify';
import { WebSocketServer } from 'ws';
import { quotesOf } from '../../tapes/tape.ts';
import { LOAD, tapeFor } from '../server-load.ts';

const [folder = '', seconds = '60'] = process.argv.slice(2);
const STEP_MS = 20;
const FLUSH_MS = 16;

const database = new DatabaseSync(join(folder, 'peer.db'));
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
database.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, account TEXT, cid TEXT, body TEXT, at INTEGER)');
const insert = database.prepare('INSERT INTO orders (account, cid, body, at) VALUES (?, ?, ?, ?)');

const app = Fastify();
for (const path of ['/submit', '/close'])
  app.get(path, async (request) => {
    const account = String(request.headers.authorization);
    const body = JSON.stringify(request.query);
    const { lastInsertRowid } = insert.run(account, randomUUID(), body, Date.now());
    return { code: 1, msg: '', data: { Id: Number(lastInsertRowid), body } };
  });
await app.listen({ port: 0, host: '127.0.0.1' });
const sockets = new WebSocketServer({ server: app.server, perMessageDeflate: false });

const tape = tapeFor(Number(seconds));
/** Instrument, time and price of every tick in one flat array: objects would cause garbage collection. */
const ticks = Float64Array.from(
  Array.from({ length: LOAD.instruments }, (_, id) =>
    quotesOf(id, tape).map(([ms, points]) => [id, ms, points / 1e5] as const),
  )
    .flat()
    .sort(([, a], [, b]) => a - b)
    .flat(),
);
const shift = Date.now() - (ticks[1] ?? 0);
const latest = new Map<number, readonly unknown[]>();
const changed = new Set<number>();
let next = 0;
setInterval(() => {
  const now = Date.now();
  for (; next < ticks.length; next += 3) {
    const [id = 0, ms = 0, price = 0] = ticks.subarray(next, next + 3);
    if (ms + shift > now) return;
    latest.set(id, [id, price, price, 1, ms + shift]);
    changed.add(id);
  }
}, STEP_MS);
let seq = 0;
setInterval(() => {
  if (changed.size === 0) return;
  const data = [...changed].map((id) => latest.get(id));
  changed.clear();
  const frame = Buffer.from(JSON.stringify({ topic: 'DAY_MARKET', seq: ++seq, ts: Date.now(), data }));
  for (const client of sockets.clients) client.send(frame, { binary: false });
}, FLUSH_MS);

const address = app.server.address();
process.send?.(typeof address === 'object' ? address?.port : undefined);
