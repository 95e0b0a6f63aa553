import type { Audience } from './audience.ts';
import type { Flushable } from './flusher.ts';

/** Something that can be subscribed to. Whoever joins its audience gets a snapshot at the next flush. */
export interface Topic extends Flushable {
  readonly audience: Audience;
  /** Told when the last subscriber has left. */
  onIdle(): void;
}
