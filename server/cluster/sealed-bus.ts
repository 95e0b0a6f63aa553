import type { Bus, BusMessage } from '../bus/bus.ts';
import { createSealer, type SealerOptions, type SealFault } from './seal.ts';

export interface SealedBusDeps extends SealerOptions {
  readonly bus: Bus;
  /** Called for each message that is dropped. */
  readonly onRefused: (fault: SealFault, subject: string) => void;
}

/**
 * What a feed, which has no key, publishes or receives: prices, who is present, and that instruments have changed, which means
 * nothing but "read again". Prices are believed as the broker delivers them.
 */
const isOpen = (subject: string): boolean =>
  subject.startsWith('px.') || subject === 'who' || subject === 'cfg';

/** How often a message that came too late makes this process read everything again. */
const MISSED_MS = 10_000;

/**
 * The bus of a gateway or dealer: it seals what it sends, answers included, and drops what no member of the exchange has sealed,
 * or what has come before. On each sealed subject a process subscribes once: a second subscriber would see everything as replayed.
 */
export function createSealedBus(deps: SealedBusDeps): Bus {
  const { bus, wallMs, onRefused } = deps;
  const sealer = createSealer(deps);
  let missedAt = Number.NEGATIVE_INFINITY;

  const isTaken = (message: BusMessage): boolean => {
    const fault = sealer.faultOf(message);
    if (fault === undefined) return true;
    onRefused(fault, message.subject);
    // What a member has published is true, but after so long it may be outdated: everything is read again instead.
    if (fault === 'stale' && message.respond === undefined && Math.abs(wallMs() - missedAt) > MISSED_MS) {
      missedAt = wallMs();
      bus.missed();
    }
    return false;
  };
  /** Whoever sealed a request gets a sealed answer. */
  const withSealedAnswer = ({ respond, ...message }: BusMessage): BusMessage => {
    const { seal } = message;
    if (respond === undefined || seal === undefined) return { ...message, ...(respond && { respond }) };
    return { ...message, respond: (data) => respond(data, sealer.sealAnswer(seal, data)) };
  };

  return {
    ...bus,
    publish: (subject, data) =>
      isOpen(subject) ? bus.publish(subject, data) : bus.publish(subject, data, sealer.seal(subject, data)),
    subscribe(subject, handler, isWanted) {
      if (isOpen(subject)) return bus.subscribe(subject, handler, isWanted);
      const take = (message: BusMessage) => isTaken(message) && handler(withSealedAnswer(message));
      return bus.subscribe(subject, take, isWanted);
    },
    request(subject, data, timeoutMs) {
      if (isOpen(subject)) return bus.request(subject, data, timeoutMs);
      const seal = sealer.seal(subject, data);
      return bus.request(subject, data, timeoutMs, {
        seal,
        accepts(answer) {
          if (sealer.isAnswer(seal, answer)) return true;
          onRefused(answer.seal === undefined ? 'unsealed' : 'forged', subject);
          return false;
        },
      });
    },
  };
}
