import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { Bus, BusMessage } from '../../../server/bus/bus.ts';
import { jsonData, readJson, sendJson } from '../../../server/bus/json-messages.ts';
import { createLocalBus } from '../../../server/bus/local.ts';
import { systemClock } from '../../../server/clock.ts';
import { err } from '../../../shared/result.ts';
import { busOf, natsMissing, startBroker, startBrokerOf, type TestBroker } from '../../helpers/nats.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (data: Uint8Array) => new TextDecoder().decode(data);
/** Ample for a busy machine; an answer ends the wait. */
const PATIENT_MS = 60_000;

interface Place {
  /** Two ends that reach each other: the same bus within a process. */
  readonly one: Bus;
  readonly other: Bus;
  readonly faults: unknown[];
}

async function localPlace(): Promise<Place> {
  const faults: unknown[] = [];
  const bus = createLocalBus(systemClock, (error) => faults.push(error));
  return { one: bus, other: bus, faults };
}

async function connected(broker: TestBroker, faults: unknown[], away: string[] = [], prefix = 'ps.test') {
  return busOf(broker, {
    prefix,
    report: (error) => faults.push(error),
    onAway: (sentence) => away.push(sentence),
  });
}

async function natsPlace(): Promise<Place> {
  const faults: unknown[] = [];
  const broker = await startBroker();
  return { one: await connected(broker, faults), other: await connected(broker, faults), faults };
}

/** What arrives, as `subject=text`. */
function heard(bus: Bus, subject: string) {
  const messages: string[] = [];
  const stop = bus.subscribe(subject, (message) => messages.push(`${message.subject}=${text(message.data)}`));
  return { messages, stop };
}

const kinds = [
  { kind: 'in one process', place: localPlace, missing: undefined },
  { kind: 'through a broker', place: natsPlace, missing: natsMissing },
];

describe.each(kinds)('a bus $kind', ({ place, missing }) => {
  const test = it.skipIf(missing !== undefined);

  test('delivers to every subscriber, in order', async () => {
    const { one, other } = await place();
    const all = [heard(one, 'px.t'), heard(other, 'px.t')];
    await Promise.all([one.flush(), other.flush()]);
    for (let i = 0; i < 100; i++) one.publish('px.t', bytes(String(i)));
    const wanted = Array.from({ length: 100 }, (_, i) => `px.t=${i}`);
    for (const { messages } of all) await expect.poll(() => messages).toEqual(wanted);
  });

  test('keeps the order of what handlers publish', async () => {
    const { one } = await place();
    one.subscribe('first', () => one.publish('second', bytes('2')));
    const all = heard(one, '*');
    await one.flush();
    one.publish('first', bytes('1'));
    await expect.poll(() => all.messages).toEqual(['first=1', 'second=2']);
  });

  test.each([
    ['acct.7.12', ['acct.7.12']],
    ['acct.*.12', ['acct.7.12']],
    ['acct.7.*', ['acct.7.12', 'acct.7.13']],
    ['acct.>', ['acct.7.12', 'acct.7.13', 'acct.9']],
    ['*.*', ['acct.9']],
    ['>', ['acct', 'acct.7.12', 'acct.7.13', 'acct.9', 'end']],
  ])('gives %s the subjects %j', async (pattern, wanted) => {
    const { one, other } = await place();
    const found = heard(other, pattern);
    const end = heard(other, 'end');
    await other.flush();
    for (const subject of ['acct', 'acct.7.12', 'acct.7.13', 'acct.9', 'end'])
      one.publish(subject, bytes(''));
    await expect.poll(() => end.messages).toHaveLength(1);
    expect(found.messages).toEqual(wanted.map((subject) => `${subject}=`));
  });

  test('delivers nothing after unsubscribing', async () => {
    const { one, other } = await place();
    const [left, stayed] = [heard(other, 'a'), heard(other, 'a')];
    left.stop();
    await other.flush();
    one.publish('a', bytes('1'));
    await expect.poll(() => stayed.messages).toHaveLength(1);
    expect(left.messages).toEqual([]);
  });

  test('answers a request with the first answer', async () => {
    const { one, other } = await place();
    other.subscribe('cmd.3', ({ data, respond }) => {
      respond?.(bytes(`${text(data)}!`));
      respond?.(bytes('again'));
    });
    await other.flush();
    const answer = await one.request('cmd.3', bytes('hello'), PATIENT_MS);
    expect(answer.ok && text(answer.value)).toBe('hello!');
  });

  test('says that nobody is there, or that no answer came', async () => {
    const { one, other } = await place();
    expect(await one.request('cmd.4', bytes(''), PATIENT_MS)).toEqual(err('nobody'));
    const silent = heard(other, 'cmd.4');
    await other.flush();
    expect(await one.request('cmd.4', bytes('1'), 50)).toEqual(err('late'));
    await expect.poll(() => silent.messages).toEqual(['cmd.4=1']);
    silent.stop();
    await other.flush();
    expect(await one.request('cmd.4', bytes('2'), PATIENT_MS)).toEqual(err('nobody'));
  });

  test('answers in JSON', async () => {
    const { one, other } = await place();
    other.subscribe('j', ({ respond }) => respond?.(jsonData({ n: 7 })));
    await other.flush();
    const answer = await one.request('j', jsonData(null), PATIENT_MS);
    expect(answer.ok && text(answer.value)).toBe('{"n":7}');
  });

  test('tells a request from a message', async () => {
    const { one, other } = await place();
    const seen: BusMessage[] = [];
    other.subscribe('a', (message) => {
      seen.push(message);
      message.respond?.(bytes(''));
    });
    await other.flush();
    one.publish('a', bytes(''));
    await one.request('a', bytes(''), PATIENT_MS);
    expect(seen.map(({ respond }) => respond !== undefined)).toEqual([false, true]);
  });

  test('goes on after a handler that throws, and reports it', async () => {
    const { one, other, faults } = await place();
    other.subscribe('a', () => {
      throw new Error('broken');
    });
    const sound = heard(other, 'a');
    await other.flush();
    one.publish('a', bytes('1'));
    one.publish('a', bytes('2'));
    await expect.poll(() => sound.messages).toEqual(['a=1', 'a=2']);
    expect(faults).toEqual([new Error('broken'), new Error('broken')]);
  });

  test('tells its readers of a gap that one of them has found', async () => {
    const { one } = await place();
    let gaps = 0;
    const stop = one.onGap(() => {
      gaps++;
    });
    one.missed();
    expect(gaps).toBe(1);
    stop();
    one.missed();
    expect(gaps).toBe(1);
  });

  test('is silent once it is closed', async () => {
    const { one } = await place();
    const { messages } = heard(one, 'a');
    await one.close();
    one.publish('a', bytes(''));
    expect(one.isConnected()).toBe(false);
    expect(await one.request('a', bytes(''), PATIENT_MS)).toEqual(err('nobody'));
    await one.flush();
    expect(messages).toEqual([]);
  });

  test('carries JSON, and drops what its schema does not know', async () => {
    const { one, other } = await place();
    const [values, dropped]: [unknown[], string[]] = [[], []];
    const schema = v.object({ n: v.number() });
    other.subscribe('j', (message) => values.push(readJson(schema, message, (line) => dropped.push(line))));
    await other.flush();
    sendJson(one, 'j', { n: 1, more: true });
    sendJson(one, 'j', { n: '1' });
    one.publish('j', bytes('{'));
    one.publish('j', new Uint8Array([0xff]));
    await expect.poll(() => values).toEqual([{ n: 1 }, undefined, undefined, undefined]);
    expect(dropped).toHaveLength(3);
    expect(dropped[0]).toMatch(/^A message on j is dropped: .+\.$/);
  });
});

describe.skipIf(natsMissing !== undefined)('a broker that goes away', () => {
  it('is a gap for its readers: what was published meanwhile is lost, later messages arrive', async () => {
    const broker = await startBroker();
    const away: string[] = [];
    const [one, other] = [await connected(broker, [], away), await connected(broker, [])];
    const { messages } = heard(other, 'a');
    let gaps = 0;
    other.onGap(() => {
      gaps++;
    });
    await other.flush();
    await broker.kill();
    await expect.poll(() => one.isConnected() || other.isConnected()).toBe(false);
    one.publish('a', bytes('lost'));
    expect(await one.request('a', bytes(''), PATIENT_MS)).toEqual(err('nobody'));
    expect(away).toEqual([expect.stringMatching(/^NATS_URL: no broker answers at 127\.0\.0\.1:\d+ \(/)]);
    const flushed = one.flush();
    await broker.restart();
    await flushed;
    await expect.poll(() => one.isConnected() && other.isConnected()).toBe(true);
    expect(gaps).toBe(1);
    await other.flush();
    one.publish('a', bytes('back'));
    await expect.poll(() => messages).toEqual(['a=back']);
  });

  it('is one of several servers: a bus goes on to the others, wherever its partner is', async () => {
    const servers = await startBrokerOf(3);
    const [first, ...rest] = servers;
    if (first === undefined) throw new Error('no broker');
    const away: string[] = [];
    const one = await busOf(first, { others: rest, onAway: (sentence) => away.push(sentence) });
    // It is given one address; the broker sends it those of the other servers.
    const other = await busOf(first);
    const { messages } = heard(other, 'a');
    other.subscribe('cmd.1', ({ data, respond }) => respond?.(data));
    for (const [round, server] of servers.entries()) {
      await server.kill();
      await expect.poll(() => one.isConnected() && other.isConnected()).toBe(true);
      await other.flush();
      await expect
        .poll(async () => (await one.request('cmd.1', bytes(String(round)), 1_000)).ok, {
          timeout: PATIENT_MS,
        })
        .toBe(true);
      one.publish('a', bytes(String(round)));
      await expect.poll(() => messages, { timeout: PATIENT_MS }).toContain(`a=${round}`);
      await server.restart();
    }
    // One server was away, not the broker.
    expect(away).toEqual([]);
    for (const server of servers) await server.kill();
    await expect.poll(() => away, { timeout: PATIENT_MS }).toHaveLength(1);
    expect(away).toEqual([
      expect.stringMatching(/^NATS_URL: no broker answers at (127\.0\.0\.1:\d+(, | \()){3}/),
    ]);
  }, 300_000);

  it('is waited for at the start', async () => {
    const broker = await startBroker();
    await broker.kill();
    const away: string[] = [];
    const connecting = connected(broker, [], away);
    await expect.poll(() => away).toHaveLength(1);
    await broker.restart();
    expect((await connecting).isConnected()).toBe(true);
  });

  it('is shared by exchanges with different prefixes', async () => {
    const broker = await startBroker();
    const [one, other] = [await connected(broker, [], [], 'ps.a'), await connected(broker, [], [], 'ps.b')];
    const { messages } = heard(other, '>');
    await other.flush();
    one.publish('x', bytes('1'));
    await one.flush();
    other.publish('x', bytes('2'));
    await expect.poll(() => messages).toEqual(['x=2']);
  });
});
