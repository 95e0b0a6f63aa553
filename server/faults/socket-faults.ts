import { deltaHead, readDeltaHead, withTime } from '../../shared/stream/delta-frame.ts';
import type { Clock } from '../clock.ts';
import type { ClientSocket } from '../socket/client-connection.ts';
import type { Faults } from './faults.ts';

/** How long a swapped frame waits for the next one of its topic. */
const SWAP_WAIT_MS = 1_000;

interface Frame {
  readonly head: string;
  readonly body: Buffer;
  readonly kind?: 'binary' | undefined;
}

/** A client's socket with the faults that are switched on. Frames keep their order, as on any connection. */
export function withSocketFaults(inner: ClientSocket, faults: Faults, clock: Clock): ClientSocket {
  const queue = createDueQueue(clock);
  /** By topic: total of the sequence numbers that `gap` has left out. */
  const ahead = new Map<string, number>();
  /** By topic: the frame that `swap` sends after the next one. */
  const overtaken = new Map<string, Frame>();
  let isSilent = false;
  /** The setting of `half-open` that was last drawn for this connection. */
  let drawnFrom: unknown;

  const isUntouched = (): boolean =>
    !faults.isOn && !isSilent && queue.isEmpty && ahead.size === 0 && overtaken.size === 0;

  /** A silent connection never speaks again. */
  function fallsSilent(): boolean {
    const setting = faults.find('half-open');
    if (setting !== undefined && setting !== drawnFrom) {
      drawnFrom = setting;
      isSilent ||= faults.strike('half-open', 'socket') !== undefined;
    }
    return isSilent;
  }

  function later(run: () => void): void {
    const delayMs = faults.strike('delay', 'socket')?.ms ?? 0;
    const dueMs = Math.max(clock.steady() + delayMs, faults.heldUntil());
    queue.put(dueMs, () => {
      if (!isSilent) run();
    });
  }

  function pass(send: () => void): void {
    if (isUntouched()) send();
    else if (!fallsSilent()) later(send);
  }

  function renumbered(head: Head, body: Buffer, kind: Frame['kind']): Frame {
    const { topic, seq } = head;
    const gap = faults.strike('gap', 'socket');
    if (gap !== undefined) ahead.set(topic, (ahead.get(topic) ?? 0) + gap.skip);
    const skew = faults.strike('skew', 'socket')?.ms ?? 0;
    const next = { topic, seq: seq + (ahead.get(topic) ?? 0), ts: head.ts + skew };
    if (kind === 'binary')
      return { head: deltaHead(next), body: Buffer.from(withTime(body, head.ts, next.ts)), kind };
    return { head: writeHead(next), body: skew === 0 ? body : shiftTimes(topic, body, skew) };
  }

  /** The frames to send now in place of this one, in order. */
  function inPlaceOf(topic: string, frame: Frame): readonly Frame[] {
    const copies = faults.strike('duplicate', 'socket') === undefined ? [frame] : [frame, frame];
    const before = overtaken.get(topic);
    if (before !== undefined) {
      overtaken.delete(topic);
      return [...copies, before];
    }
    if (faults.strike('swap', 'socket') === undefined) return copies;
    overtaken.set(topic, frame);
    clock.after(SWAP_WAIT_MS, () => {
      if (overtaken.get(topic) !== frame) return;
      overtaken.delete(topic);
      pass(() => inner.send(frame.head, frame.body, frame.kind));
    });
    return copies.slice(1);
  }

  return {
    bufferedBytes: () => inner.bufferedBytes(),
    send(head, body, kind) {
      if (isUntouched()) return inner.send(head, body, kind);
      if (fallsSilent()) return;
      const own = kind === 'binary' ? { topic: QUOTES, ...readDeltaHead(head) } : readHead(head);
      if (own === undefined) return later(() => inner.send(head, body));
      const frame = renumbered(own, body, kind);
      if (faults.strike('drop', 'socket') !== undefined) return;
      for (const one of inPlaceOf(own.topic, frame)) later(() => inner.send(one.head, one.body, one.kind));
    },
    sendText: (text) => pass(() => inner.sendText(text)),
    sendPong: (data) => pass(() => inner.sendPong(data)),
    refuse: (errorText) => pass(() => inner.refuse(errorText)),
    terminate: () => inner.terminate(),
  };
}

/** The part of a data frame that differs between subscribers. */
interface Head {
  /** The topic's name as JSON text. */
  readonly topic: string;
  readonly seq: number;
  readonly ts: number;
}

const HEAD = /^\{"topic":("(?:[^"\\]|\\.)*"),"seq":(\d+),"ts":(\d+),"data":$/;
const QUOTES = '"DAY_MARKET"';
/** Index of the time in a row of quotes. */
const TIME = 4;

function readHead(text: string): Head | undefined {
  const [, topic, seq, ts] = HEAD.exec(text) ?? [];
  return topic === undefined ? undefined : { topic, seq: Number(seq), ts: Number(ts) };
}

const writeHead = ({ topic, seq, ts }: Head): string => `{"topic":${topic},"seq":${seq},"ts":${ts},"data":`;

/** Shifts the times of quotes. A candle's time names its minute and stays. */
function shiftTimes(topic: string, body: Buffer, ms: number): Buffer {
  if (topic !== QUOTES) return body;
  // The body ends with the closing brace of the frame.
  const rows: readonly (readonly number[])[] = JSON.parse(body.toString('utf8', 0, body.length - 1));
  const shifted = rows.map((row) => row.map((value, at) => (at === TIME && value > 0 ? value + ms : value)));
  return Buffer.from(`${JSON.stringify(shifted)}}`);
}

/** Runs jobs when they are due, in the order in which they were put in. */
interface DueQueue {
  readonly isEmpty: boolean;
  put(dueMs: number, run: () => void): void;
}

function createDueQueue(clock: Clock): DueQueue {
  const waiting: { readonly dueMs: number; readonly run: () => void }[] = [];
  let isArmed = false;

  function arm(): void {
    const [first] = waiting;
    if (isArmed || first === undefined) return;
    isArmed = true;
    clock.after(Math.max(0, first.dueMs - clock.steady()), serve);
  }

  function serve(): void {
    isArmed = false;
    for (let [first] = waiting; first !== undefined && first.dueMs <= clock.steady(); [first] = waiting) {
      waiting.shift();
      first.run();
    }
    arm();
  }

  return {
    get isEmpty() {
      return waiting.length === 0;
    },
    put(dueMs, run) {
      if (waiting.length === 0 && dueMs <= clock.steady()) return run();
      waiting.push({ dueMs, run });
      arm();
    },
  };
}
