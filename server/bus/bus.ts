import type { Result } from '../../shared/result.ts';

/*
 * Messages between the parts of the exchange: in one process (`local.ts`), or through a NATS broker (`nats.ts`). A subject
 * is a list of tokens with dots between them. Nothing is kept for a subscriber that comes later or is away, so every stream
 * needs numbers, by which a reader finds what it missed, and a snapshot.
 */

export interface Bus {
  /**
   * To all present subscribers, at most once. `data` belongs to the bus from here on.
   * @param seal a short text that travels beside the data
   */
  publish(subject: string, data: Uint8Array, seal?: string): void;
  /**
   * Calls `handler` in order of arrival. In `subject`, `*` stands for one token, and a last `>` for all further ones.
   * @param isWanted messages of other subjects are dropped unread. Default: all are wanted
   * @returns unsubscribe
   */
  subscribe(
    subject: string,
    handler: (message: BusMessage) => void,
    isWanted?: (subject: string) => boolean,
  ): () => void;
  /** Resolves when the broker knows every earlier subscription and has every earlier message. */
  flush(): Promise<void>;
  /** `nobody`: surely nobody has got it; `late`: no answer in time, so it is unknown who got it. */
  request(
    subject: string,
    data: Uint8Array,
    timeoutMs: number,
    sealing?: Sealing,
  ): Promise<Result<Uint8Array, NoAnswer>>;
  isConnected(): boolean;
  /** Called when a lost connection is back, and by `missed`: what was published meanwhile is missing. @returns unsubscribe */
  onGap(listener: () => void): () => void;
  /**
   * A reader has found that messages are missing though the connection stayed, as when servers of the broker lose each
   * other: others may be missing, too, also of those that were published here.
   */
  missed(): void;
  /** Nothing arrives and nothing leaves afterwards. */
  close(): Promise<void>;
}

export type NoAnswer = 'nobody' | 'late';

/** Data, and the text that came beside it. */
export interface Sealed {
  readonly data: Uint8Array;
  readonly seal?: string | undefined;
}

export interface BusMessage extends Sealed {
  readonly subject: string;
  /** Absent when nobody waits for an answer. The first answer counts. */
  readonly respond?: (data: Uint8Array, seal?: string) => void;
}

/** Of a request. */
export interface Sealing {
  readonly seal: string;
  /** An answer for which this is false is ignored, and another one awaited. */
  readonly accepts: (answer: Sealed) => boolean;
}
