import { SOCKET_BUFFER_MAX_BYTES } from '../../shared/limits.ts';

/** One client's end, as topics see it. */
export interface Line {
  bufferedBytes(): number;
  /** One message in two parts: the part of its own, and the part that all subscribers share. */
  send(head: string, body: Buffer): void;
}

/** A client's place on a topic. */
export interface Subscription {
  readonly line: Line;
  /** The topic's name as JSON text. */
  readonly topicJson: string;
  /** The last number used on this topic and connection; outlives the subscription. */
  readonly counter: { seq: number };
  /**
   * `current` has everything up to now. All others wait for a snapshot: `new` has had nothing yet, `behind` had no room
   * for a state, `lost` missed something that no snapshot makes good.
   */
  state: 'new' | 'current' | 'behind' | 'lost';
}

/** What a skipped frame means: a `state` is made good by the next snapshot, an `event` shows as a gap in `seq`. */
export type FrameKind = 'state' | 'event';

/** The subscribers of one topic, and who of them waits for a snapshot. */
export interface Audience {
  readonly size: number;
  add(subscription: Subscription): void;
  remove(subscription: Subscription): void;
  /** To all who are current, in one shared buffer; who has no room is behind from here on. */
  send(body: Buffer, ts: number, kind: FrameKind): void;
  /** A frame that is left out for all: they see a gap. */
  skip(): void;
  /** The state that those behind still wait for is now history, which no snapshot gives them. */
  forfeit(): void;
  /** Whoever needs a snapshot and has room for it now. */
  waiting(): readonly Subscription[];
  /** Whether anybody needs a snapshot, with room or without. */
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
    skip() {
      for (const one of all) miss(one, 'event');
    },
    forfeit() {
      for (const one of all) if (one.state === 'behind') one.state = 'lost';
    },
    waiting: () =>
      [...all].filter((one) => one.state !== 'current' && hasRoom(one, SOCKET_BUFFER_MAX_BYTES / 2)),
    isBehind: () => [...all].some((one) => one.state !== 'current'),
  };
}

/** A frame for one subscriber; without room for it, it is behind. */
export function offer(to: Subscription, body: Buffer, ts: number, kind: FrameKind): void {
  if (to.state === 'current' && hasRoom(to, body.length)) write(to, body, ts);
  else miss(to, kind);
}

/** Brings a subscriber up to date. What was lost for good leaves its numbers unused, so that the client sees a gap. */
export function sendSnapshot(to: Subscription, body: Buffer, ts: number): void {
  if (to.state === 'lost') to.counter.seq++;
  to.state = 'current';
  write(to, body, ts);
}

/** The shared part of a frame. */
export const bodyOf = (data: unknown): Buffer => Buffer.from(`${JSON.stringify(data)}}`);

function write({ line, topicJson, counter }: Subscription, body: Buffer, ts: number): void {
  counter.seq++;
  line.send(`{"topic":${topicJson},"seq":${counter.seq},"ts":${ts},"data":`, body);
}

/** Who has had no snapshot yet misses nothing: it will hold all that happened until then. */
function miss(one: Subscription, kind: FrameKind): void {
  if (one.state !== 'new') one.state = kind === 'event' || one.state === 'lost' ? 'lost' : 'behind';
}

/** An empty line takes anything: a snapshot larger than the bound must still get through. */
const hasRoom = ({ line }: Subscription, bytes: number): boolean => {
  const buffered = line.bufferedBytes();
  return buffered === 0 || buffered + bytes <= SOCKET_BUFFER_MAX_BYTES;
};
