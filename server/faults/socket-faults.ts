import type { Clock } from '../clock.ts';
import type { ClientSocket } from '../socket/connection.ts';
import type { Faults } from './faults.ts';
import { type Head, readHead, shiftTimes, writeHead } from './frame.ts';
import { createDueQueue } from './queue.ts';

/** How long a frame waits for the one that it is to change places with. */
const SWAP_WAIT_MS = 1_000;

interface Frame {
  readonly head: string;
  readonly body: Buffer;
}

/** A client's socket with the faults that are switched on. Frames keep their order, as on any connection. */
export function withSocketFaults(inner: ClientSocket, faults: Faults, clock: Clock): ClientSocket {
  const queue = createDueQueue(clock);
  /** By topic: how far its numbers are ahead of those the connection counts, for good. */
  const ahead = new Map<string, number>();
  /** By topic: the frame that the next one overtakes. */
  const overtaken = new Map<string, Frame>();
  let isSilent = false;
  /** The setting of `half-open` that this connection's fate was drawn from. */
  let drawnFrom: unknown;

  const isUntouched = (): boolean =>
    !faults.isOn && !isSilent && queue.isEmpty && ahead.size === 0 && overtaken.size === 0;

  /** A connection falls silent once and for all. */
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
    const dueMs = Math.max(clock.now() + delayMs, faults.heldUntil());
    queue.put(dueMs, () => {
      if (!isSilent) run();
    });
  }

  function pass(send: () => void): void {
    if (isUntouched()) send();
    else if (!fallsSilent()) later(send);
  }

  function renumbered(head: Head, body: Buffer): Frame {
    const { topic, seq } = head;
    const gap = faults.strike('gap', 'socket');
    if (gap !== undefined) ahead.set(topic, (ahead.get(topic) ?? 0) + gap.skip);
    const skew = faults.strike('skew', 'socket')?.ms ?? 0;
    return {
      head: writeHead({ topic, seq: seq + (ahead.get(topic) ?? 0), ts: head.ts + skew }),
      body: skew === 0 ? body : shiftTimes(topic, body, skew),
    };
  }

  /** What leaves now in the place of this frame, in order. */
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
      pass(() => inner.send(frame.head, frame.body));
    });
    return copies.slice(1);
  }

  return {
    bufferedBytes: () => inner.bufferedBytes(),
    send(head, body) {
      if (isUntouched()) return inner.send(head, body);
      if (fallsSilent()) return;
      const own = readHead(head);
      if (own === undefined) return later(() => inner.send(head, body));
      const frame = renumbered(own, body);
      if (faults.strike('drop', 'socket') !== undefined) return;
      for (const one of inPlaceOf(own.topic, frame)) later(() => inner.send(one.head, one.body));
    },
    sendText: (text) => pass(() => inner.sendText(text)),
    sendPong: (data) => pass(() => inner.sendPong(data)),
    refuse: (errorText) => pass(() => inner.refuse(errorText)),
    terminate: () => inner.terminate(),
  };
}
