import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { MarketTopic } from './market-topics.ts';

/**
 * Subscribers that are served in one go. Sending to a thousand takes tens of ms, and whoever orders meanwhile waits:
 * between parts the thread is free for them.
 */
const MAX_PART = 50;

/** A topic of many subscribers in parts, each of which is a topic to those on it. */
export interface Parts {
  /** A part that has room; to be joined at once. */
  open(): MarketTopic;
  touch(id: InstrumentId): void;
}

/**
 * @param create makes a part, which calls `onIdle` when its last subscriber has left
 * @param onIdle told when that was the last part
 */
export function createParts(create: (onIdle: () => void) => MarketTopic, onIdle: () => void): Parts {
  const parts = new Set<MarketTopic>();
  return {
    open() {
      for (const part of parts) if (part.audience.size < MAX_PART) return part;
      const part = create(() => {
        parts.delete(part);
        if (parts.size === 0) onIdle();
      });
      parts.add(part);
      return part;
    },
    touch(id) {
      for (const part of parts) part.touch(id);
    },
  };
}
