// Socket clients: all receive every frame, some of them read every row.

import { setTimeout as pause } from 'node:timers/promises';
import { quotesOf } from '../../tapes/tape.ts';
import { type Arrival, latenessOf, shiftOf } from '../lateness.ts';
import { replyTo } from '../processes.ts';
import { openRawClient, type RawClient } from '../raw-client.ts';
import { LATE_MS, quantilesOf, type SocketReport, type SocketTask } from '../server-load.ts';

const STAMP = /"ts":(\d+)/;
/** Number of clients that connect at once. */
const BATCH = 50;

/** A message as received, and the time of its arrival. */
interface Message {
  readonly bytes: Buffer;
  readonly atMs: number;
}

const nowMs = () => performance.timeOrigin + performance.now();

replyTo(measure);

async function measure(task: SocketTask): Promise<SocketReport> {
  let measuring = false;
  let [frames, bytes] = [0, 0];
  const ages: number[] = [];
  const onHead = (head: string, size: number) => {
    if (!measuring || !head.startsWith('{"topic":"DAY_MARKET"')) return;
    frames++;
    bytes += size;
    ages.push(nowMs() - Number(STAMP.exec(head)?.[1]));
  };
  const samples = Array.from({ length: task.sampled }, () => [] as Message[]);
  const every = Math.floor(task.clients / task.sampled);
  const open = (index: number) => {
    const sample = index % every === 0 ? samples[index / every] : undefined;
    return connectOne(task, index, {
      onHead,
      ...(sample && { onMessage: (bytes) => void sample.push({ bytes, atMs: nowMs() }) }),
    });
  };
  const clients: RawClient[] = [];
  for (let from = 0; from < task.clients; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, task.clients - from) }, (_, i) => open(from + i));
    clients.push(...(await Promise.all(batch)));
  }
  await pause(task.restMs);
  process.send?.('ready');
  measuring = true;
  const fromMs = nowMs();
  await pause(task.seconds * 1_000);
  measuring = false;
  const toMs = nowMs();
  // The last prices may still be on their way.
  await pause(task.restMs);
  for (const client of clients) client.end();
  const late = samples.flatMap((sample) => latenessAt(arrivalsOf(sample), task, fromMs, toMs));
  return {
    prices: late.length,
    late: late.filter((ms) => ms > LATE_MS).length,
    latenessMs: quantilesOf(late),
    frameAgeMs: quantilesOf(ages),
    framesPerSecond: frames / task.clients / task.seconds,
    megabytesPerSecond: bytes / 1e6 / task.seconds,
  };
}

async function connectOne(
  { port, path, tokens }: SocketTask,
  index: number,
  taking: Parameters<typeof openRawClient>[2],
): Promise<RawClient> {
  const client = await openRawClient(port, path, taking);
  const token = tokens[index];
  if (token !== undefined) {
    client.send(JSON.stringify({ cmd: 'login', params: { token } }));
    client.send('{"cmd":"sub","topic":"FOREX_TRADE"}');
  }
  client.send('{"cmd":"sub","topic":"DAY_MARKET"}');
  return client;
}

/**
 * Reads the messages after the measurement: reading takes CPU time that clients on phones of their own would not share.
 */
function arrivalsOf(messages: readonly Message[]): ReadonlyMap<number, readonly Arrival[]> {
  const all = new Map<number, Arrival[]>();
  for (const { bytes, atMs } of messages) {
    const frame: unknown = JSON.parse(bytes.toString());
    if (typeof frame !== 'object' || frame === null || !('data' in frame) || !Array.isArray(frame.data))
      continue;
    for (const [id, , , , priceMs] of frame.data) {
      const arrivals = all.get(id) ?? [];
      // A snapshot repeats known prices.
      if (arrivals.at(-1)?.priceMs !== priceMs) arrivals.push({ priceMs, atMs });
      all.set(id, arrivals);
    }
  }
  return all;
}

function latenessAt(
  sample: ReadonlyMap<number, readonly Arrival[]>,
  { instruments, tape }: SocketTask,
  fromMs: number,
  toMs: number,
): readonly number[] {
  let shift: number | undefined;
  return instruments.flatMap(([id, number]) => {
    const times = timesOf(number, tape);
    const arrivals = sample.get(id) ?? [];
    shift ??= shiftOf(
      times,
      arrivals.map(({ priceMs }) => priceMs),
    );
    const by = shift;
    return latenessOf(
      times.map((time) => time + by),
      arrivals,
      fromMs,
      toMs,
    );
  });
}

const known = new Map<number, readonly number[]>();
function timesOf(number: number, tape: SocketTask['tape']): readonly number[] {
  let times = known.get(number);
  if (times === undefined) {
    times = quotesOf(number, tape).map(([at]) => at);
    known.set(number, times);
  }
  return times;
}
