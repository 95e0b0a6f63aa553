import type { DELTA_FORMAT } from '../../shared/contract/socket.ts';
import { SOCKET_BUFFER_MAX_BYTES } from '../../shared/limits.ts';
import { deltaHead } from '../../shared/stream/delta-frame.ts';
import type { Flushable } from './flusher.ts';

/** Can be subscribed to. A new member of its audience gets a snapshot at the next flush. */
export interface Topic extends Flushable {
  readonly audience: Audience;
  /** Called when the last subscriber has left. */
  onIdle(): void;
}

/** A client's connection as topics see it. */
export interface FrameSink {
  bufferedBytes(): number;
  /** Sends one message, a text by default: its own head, whose characters are bytes, then the body that all subscribers share. */
  send(head: string, body: Buffer, kind?: 'binary'): void;
}

/** A client's place on a topic. */
export interface Subscription {
  readonly sink: FrameSink;
  /** The topic's name as JSON text. */
  readonly topicJson: string;
  /** Of its frames; a text without it. */
  readonly format?: typeof DELTA_FORMAT | undefined;
  /** The last sequence number used on this topic and connection; outlives the subscription. */
  readonly counter: { seq: number };
  /** On a topic with numbered changes: the last one that it has received. */
  change?: number;
  /**
   * `current` has received everything. All others wait for a snapshot: `new` has received nothing yet, `behind` skipped
   * a state because its buffer was full, `lost` skipped an event that no snapshot contains.
   */
  state: 'new' | 'current' | 'behind' | 'lost';
}

/** One of the numbered changes of what a topic shows. */
export interface Change {
  readonly n: number;
  /** Absent if this topic does not show it. */
  readonly body?: Buffer | undefined;
  /** What it says stays true: who has a later one gets it, too. */
  readonly isFinal: boolean;
}

/**
 * A skipped `state` is replaced by the next snapshot; a skipped `event` shows as a gap in `seq`. States are skipped while
 * anything waits in the buffer: each is worth less than the next one, and orders must not wait behind them.
 */
export type FrameKind = 'state' | 'event';

/** The subscribers of one topic and what each of them has received. */
export interface Audience {
  readonly size: number;
  add(subscription: Subscription): void;
  remove(subscription: Subscription): void;
  /** Sends one shared buffer to all current subscribers; those over their limit become `behind` or `lost`. */
  send(body: Buffer, ts: number, kind: FrameKind): void;
  /** Sends the next change to all who have the one before it; those who miss one between become `lost`. */
  sendChange(change: Change, ts: number): void;
  /** What all current subscribers have is no longer the state: they wait for the next snapshot. */
  outdate(): void;
  /** Leaves one frame out for all subscribers: they see a gap. */
  skip(): void;
  /** The state that `behind` subscribers still need is now past and in no snapshot: they become `lost`. */
  forfeit(): void;
  /** Subscribers that need a snapshot and have room for it now. @param kind of the topic's frames; `event` by default */
  waiting(kind?: FrameKind): readonly Subscription[];
  /** Whether any subscriber needs a snapshot, with or without room for it. */
  isBehind(): boolean;
}

export function createAudience(): Audience {
  const all = new Set<Subscription>();
  return {
    get size() {
      return all.size;
    },
    add: (subscription) => void all.add(subscription),
    remove: (subscription) => void all.delete(subscription),
    send(body, ts, kind) {
      for (const one of all) offer(one, body, ts, kind);
    },
    sendChange(change, ts) {
      for (const one of all) offerChange(one, change, ts);
    },
    outdate() {
      for (const one of all) miss(one, 'state');
    },
    skip() {
      for (const one of all) miss(one, 'event');
    },
    forfeit() {
      for (const one of all) if (one.state === 'behind') one.state = 'lost';
    },
    waiting: (kind = 'event') =>
      [...all].filter((one) => one.state !== 'current' && hasRoom(one, SOCKET_BUFFER_MAX_BYTES / 2, kind)),
    isBehind: () => [...all].some((one) => one.state !== 'current'),
  };
}

/** Sends a frame to one subscriber, or marks it as behind when its buffer is full. */
export function offer(to: Subscription, body: Buffer, ts: number, kind: FrameKind): void {
  if (to.state === 'current' && hasRoom(to, body.length, kind)) write(to, body, ts);
  else miss(to, kind);
}

/** Sends a change unless the subscriber has it or a later one; who lacks one before it becomes `lost`. */
export function offerChange(to: Subscription, { n, body, isFinal }: Change, ts: number): void {
  const last = to.change ?? Number.NEGATIVE_INFINITY;
  if (to.state !== 'current' || n > last + 1) {
    miss(to, 'event');
    return;
  }
  if (body !== undefined && (n > last || isFinal)) offer(to, body, ts, 'event');
  to.change = Math.max(last, n);
}

/** Brings a subscriber up to date. After a lost event one number stays unused, so that the client sees a gap. */
export function sendSnapshot(to: Subscription, body: Buffer, ts: number): void {
  if (to.state === 'lost') to.counter.seq++;
  to.state = 'current';
  write(to, body, ts);
}

/** Brings all up to date who wait for a state and have room. @param body made once, if anybody waits */
export function sendSnapshots(audience: Audience, body: () => Buffer, ts: number): void {
  const waiting = audience.waiting('state');
  const shared = waiting.length > 0 ? body() : Buffer.alloc(0);
  for (const one of waiting) sendSnapshot(one, shared, ts);
}

/** The shared part of a frame. */
export const bodyOf = (data: unknown): Buffer => Buffer.from(`${JSON.stringify(data)}}`);

function write({ sink, topicJson, counter, format }: Subscription, body: Buffer, ts: number): void {
  counter.seq++;
  const { seq } = counter;
  if (format !== undefined) sink.send(deltaHead({ seq, ts }), body, 'binary');
  else sink.send(`{"topic":${topicJson},"seq":${seq},"ts":${ts},"data":`, body);
}

/** A `new` subscriber misses nothing: its first snapshot will contain the change. */
function miss(one: Subscription, kind: FrameKind): void {
  if (one.state !== 'new') one.state = kind === 'event' || one.state === 'lost' ? 'lost' : 'behind';
}

/** An empty buffer takes any frame: a snapshot larger than the limit must still get through. */
const hasRoom = ({ sink }: Subscription, bytes: number, kind: FrameKind): boolean => {
  const buffered = sink.bufferedBytes();
  return buffered === 0 || (kind === 'event' && buffered + bytes <= SOCKET_BUFFER_MAX_BYTES);
};
