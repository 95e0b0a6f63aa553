import { describe, expect, it } from 'vitest';
import type { Bus, BusMessage } from '../../../server/bus/bus.ts';
import { createLocalBus } from '../../../server/bus/local.ts';
import { SEAL_WINDOW_MS } from '../../../server/cluster/seal.ts';
import { createSealedBus, type SealedBusDeps } from '../../../server/cluster/sealed-bus.ts';
import { systemRandom } from '../../../server/random.ts';
import { ok } from '../../../shared/result.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (data: Uint8Array) => new TextDecoder().decode(data);

const KEY = systemRandom.bytes(32);

/** A broker to which anybody has access: `raw`. */
function scene() {
  const clock = createManualClock(1_000_000);
  const raw = createLocalBus(clock, raise);
  const refused: string[] = [];
  const member = (other: Partial<SealedBusDeps> = {}): Bus =>
    createSealedBus({
      bus: raw,
      key: KEY,
      exchange: 'ps.main',
      random: systemRandom,
      wallMs: clock.now,
      onRefused: (fault, subject) => refused.push(`${fault} ${subject}`),
      ...other,
    });
  /** What is believed on a subject, by a member of its own. */
  const believed = (subject: string, by: Bus = member()): string[] => {
    const all: string[] = [];
    by.subscribe(subject, (message) => all.push(`${message.subject} ${text(message.data)}`));
    return all;
  };
  /** Whatever anybody publishes, as a stranger records it. */
  const recorded = (subject: string): BusMessage[] => {
    const all: BusMessage[] = [];
    raw.subscribe(subject, (message) => all.push(message));
    return all;
  };
  const again = ({ subject, data, seal }: BusMessage, change: Partial<BusMessage> = {}) => {
    const copy = { subject, data, seal, ...change };
    raw.publish(copy.subject, copy.data, copy.seal);
  };
  return {
    clock,
    raw,
    refused,
    member,
    believed,
    recorded,
    again,
  };
}

describe('a message of a member', () => {
  it.each(['cmd.3', 'ops.3', 'acct.3.7', 'chat.7', 'alert.7', 'sess.end', 'deal.begun', 'rate.read'])(
    'is believed on %s, of a stranger is not',
    (subject) => {
      const { raw, member, believed, refused } = scene();
      const all = believed(subject);
      raw.publish(subject, bytes('false'));
      member().publish(subject, bytes('true'));
      expect(all).toEqual([`${subject} true`]);
      expect(refused).toEqual([`unsealed ${subject}`]);
    },
  );

  it.each(['px.t', 'who', 'cfg'])('needs no seal on %s, where the feed speaks or listens', (subject) => {
    const { raw, believed, recorded, member } = scene();
    const [all, everything] = [believed(subject), recorded(subject)];
    raw.publish(subject, bytes('of the feed'));
    member().publish(subject, bytes('of a member'));
    expect(all).toEqual([`${subject} of the feed`, `${subject} of a member`]);
    expect(everything.map(({ seal }) => seal)).toEqual([undefined, undefined]);
  });

  it('is believed once', () => {
    const { member, believed, recorded, again, refused } = scene();
    const [all, [...copies], mine] = [believed('ops.*'), [recorded('ops.*')], member()];
    for (const step of ['one', 'two', 'three']) mine.publish('ops.3', bytes(step));
    for (const copy of copies.flat().slice(0, 3)) again(copy);
    expect(all).toEqual(['ops.3 one', 'ops.3 two', 'ops.3 three']);
    expect(refused).toEqual(Array.from({ length: 3 }, () => 'replayed ops.3'));
  });

  it('is believed once also after thousands of others, and when they overtook it', () => {
    const { member, believed, recorded, again, refused } = scene();
    const [copies, mine] = [recorded('cmd.*'), member()];
    for (let n = 0; n < 5_000; n++) mine.publish('cmd.3', bytes(String(n)));
    const all = believed('cmd.*');
    const [first, late, last] = [copies[0], copies[4_900], copies[4_999]];
    for (const copy of [last, late, last, late, first]) if (copy) again(copy);
    expect(all).toEqual(['cmd.3 4999', 'cmd.3 4900']);
    expect(refused).toEqual(['replayed cmd.3', 'replayed cmd.3', 'replayed cmd.3']);
  });

  it('is not believed with other data, on another subject, by another key or of another exchange', () => {
    const { member, believed, recorded, again, refused } = scene();
    const copies = recorded('cmd.3');
    member().publish('cmd.3', bytes('{"account":7}'));
    const all = believed('cmd.*');
    const [first] = copies;
    if (first === undefined) throw new Error('nothing was recorded');
    again(first, { data: bytes('{"account":8}') });
    again(first, { subject: 'cmd.4' });
    for (const [from, to] of [
      ['1 1000000 ', '1 1000001 '],
      [/ 1 (?=[\w-]+$)/, ' 2 '],
      [/[\w-]{43}$/, 'A'.repeat(43)],
      [/^1/, '2'],
      [/^.*$/, 'x'],
    ] as const)
      again(first, { seal: first.seal?.replace(from, to) });
    member({ key: systemRandom.bytes(32) }).publish('cmd.3', bytes('{"account":7}'));
    member({ exchange: 'ps.other' }).publish('cmd.3', bytes('{"account":7}'));
    expect(all).toEqual([]);
    expect(new Set(refused)).toEqual(new Set(['forged cmd.3', 'forged cmd.4']));
    expect(refused).toHaveLength(9);
    again(first);
    expect(all).toEqual(['cmd.3 {"account":7}']);
  });

  it.each([-1, 1])('is not believed when its time is off by more than the window (%i)', (sign) => {
    const { member, believed, clock, refused } = scene();
    const all = believed('ops.3');
    const off = (ms: number) => member({ wallMs: () => clock.now() + sign * ms });
    off(SEAL_WINDOW_MS).publish('ops.3', bytes('just'));
    off(SEAL_WINDOW_MS + 1).publish('ops.3', bytes('too far'));
    expect(all).toEqual(['ops.3 just']);
    expect(refused).toEqual(['stale ops.3']);
  });

  it('that came too late makes the reader read everything again, at most every ten seconds', () => {
    const { raw, member, believed, recorded, again, clock } = scene();
    const [copies, mine] = [recorded('acct.*.*'), member()];
    for (let n = 0; n < 4; n++) mine.publish('acct.3.7', bytes(String(n)));
    let gaps = 0;
    raw.onGap(() => {
      gaps++;
    });
    const all = believed('acct.*.*');
    clock.advance(SEAL_WINDOW_MS + 1);
    const [a, b, c] = copies;
    if (a) again(a);
    if (b) again(b);
    expect([all, gaps]).toEqual([[], 1]);
    clock.advance(10_001);
    if (b) again(b);
    expect(gaps).toBe(1);
    if (c) again(c);
    expect(gaps).toBe(2);
  });

  it('is not even looked at when nobody wants its subject', () => {
    const { raw, member, refused } = scene();
    member().subscribe('acct.*.*', raise, (subject) => subject !== 'acct.3.7');
    raw.publish('acct.3.7', bytes('false'));
    expect(refused).toEqual([]);
  });
});

describe('an answer', () => {
  it('is believed of a member alone: others are ignored until it comes', async () => {
    const { raw, member, refused } = scene();
    raw.subscribe('cmd.3', ({ respond, seal }) => {
      respond?.(bytes('booked'));
      respond?.(bytes('booked'), seal);
    });
    member().subscribe('cmd.3', ({ data, respond }) => respond?.(bytes(`refused ${text(data)}`)));
    const answer = await member().request('cmd.3', bytes('order'), 1_000);
    expect(answer).toEqual(ok(bytes('refused order')));
    expect(refused).toEqual(['unsealed cmd.3', 'forged cmd.3']);
  });

  it('to one request is none to another, nor to the same with other data', async () => {
    const { raw, member, clock, refused } = scene();
    const answers: [Uint8Array, string | undefined][] = [];
    const spy = createSealedBus({
      bus: {
        ...raw,
        subscribe: (subject, handler) =>
          raw.subscribe(subject, (message) =>
            handler({ ...message, respond: (data, seal) => answers.push([data, seal]) }),
          ),
      },
      key: KEY,
      exchange: 'ps.main',
      random: systemRandom,
      wallMs: clock.now,
      onRefused: raise,
    });
    const stop = spy.subscribe('cmd.3', ({ respond }) => respond?.(bytes('done')));
    const gateway = member();
    const first = gateway.request('cmd.3', bytes('order'), 1_000);
    stop();
    const [[data, seal] = [bytes(''), undefined]] = answers;
    expect(seal).toMatch(/^1 [\w-]{43}$/);
    raw.subscribe('cmd.3', ({ respond }) => {
      respond?.(data, seal);
      respond?.(bytes('booked'), seal);
    });
    const second = gateway.request('cmd.3', bytes('order'), 1_000);
    clock.advance(1_000);
    expect([(await first).ok, (await second).ok]).toEqual([false, false]);
    expect(refused).toEqual(['forged cmd.3', 'forged cmd.3']);
  });
});

function raise(error: unknown): never {
  throw error;
}
