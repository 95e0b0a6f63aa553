import { err, ok, type Result } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import { createListeners } from '../listeners.ts';
import type { Bus, BusMessage, NoAnswer } from './bus.ts';

interface Subscriber {
  readonly pattern: readonly string[];
  readonly handler: (message: BusMessage) => void;
  readonly isWanted: (subject: string) => boolean;
}

/**
 * A bus inside one process, without copies. A message is delivered before `publish` returns, except when a handler
 * publishes: then after the message being delivered, so that all subscribers see the same order.
 * @param report receives what a handler throws
 */
export function createLocalBus(clock: Clock, report: (error: unknown) => void): Bus {
  const subscribers = new Set<Subscriber>();
  const waiting: BusMessage[] = [];
  const gaps = createListeners<[]>(report);
  let isDelivering = false;
  let isClosed = false;

  const deliver = (message: BusMessage): void => {
    const tokens = message.subject.split('.');
    for (const subscriber of [...subscribers]) {
      if (!subscribers.has(subscriber) || !matches(subscriber.pattern, tokens)) continue;
      if (!subscriber.isWanted(message.subject)) continue;
      try {
        subscriber.handler(message);
      } catch (error) {
        report(error);
      }
    }
  };
  const send = (message: BusMessage): void => {
    if (isClosed) return;
    waiting.push(message);
    if (isDelivering) return;
    isDelivering = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) deliver(next);
    isDelivering = false;
  };
  const hasListener = (subject: string): boolean => {
    const tokens = subject.split('.');
    return !isClosed && [...subscribers].some(({ pattern }) => matches(pattern, tokens));
  };

  return {
    publish: (subject, data, seal) => send({ subject, data, seal }),
    subscribe(subject, handler, isWanted = () => true) {
      const subscriber = { pattern: subject.split('.'), handler, isWanted };
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    async flush() {
      // Everything is delivered already.
    },
    request(subject, data, timeoutMs, sealing) {
      if (!hasListener(subject)) return Promise.resolve(err('nobody'));
      return new Promise<Result<Uint8Array, NoAnswer>>((resolve) => {
        const cancel = clock.after(timeoutMs, () => resolve(err('late')));
        send({
          subject,
          data,
          seal: sealing?.seal,
          respond(answer, seal) {
            if (sealing?.accepts({ data: answer, seal }) === false) return;
            cancel();
            resolve(ok(answer));
          },
        });
      });
    },
    isConnected: () => !isClosed,
    onGap: gaps.add,
    missed: gaps.call,
    async close() {
      isClosed = true;
      subscribers.clear();
      waiting.length = 0;
    },
  };
}

function matches(pattern: readonly string[], tokens: readonly string[]): boolean {
  for (const [at, part] of pattern.entries()) {
    if (part === '>' && at === pattern.length - 1) return tokens.length > at;
    if (part !== '*' && part !== tokens[at]) return false;
    if (at >= tokens.length) return false;
  }
  return tokens.length === pattern.length;
}
