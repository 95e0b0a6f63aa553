import type { Bus, BusMessage, NoAnswer } from '../../../server/bus/bus.ts';
import { createListeners } from '../../../server/listeners.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { Chance } from '../chance.ts';
import type { Process, Timeline } from './timeline.ts';

/** A core NATS as its clients see it: at most once, in order for each client, and nothing for one whose connection is lost. */
export interface Broker {
  connect(process: Process): Bus;
  /** Loses the process's connection, and what is under way on it, for so long. */
  cut(process: Process, ms: number): void;
  /** All connections. */
  cutAll(ms: number): void;
}

const LATEST_MS = 4;

interface Node {
  readonly process: Process;
  readonly gaps: ReturnType<typeof createListeners<[]>>;
  isConnected: boolean;
  /** Rises with each loss: what was under way then does not arrive. */
  generation: number;
  /** So that nothing overtakes. */
  inMs: number;
  outMs: number;
}

interface Subscription {
  readonly node: Node;
  readonly handler: (message: BusMessage) => void;
}

export function createBroker(timeline: Timeline, chance: Chance): Broker {
  const nodes = new Map<Process, Node>();
  const exact = new Map<string, Set<Subscription>>();
  const wild = new Map<string, Set<Subscription>>();

  const heard = (subject: string): Subscription[] => {
    const found = [...(exact.get(subject) ?? [])];
    for (const [pattern, all] of wild) if (matches(pattern, subject)) found.push(...all);
    return found.filter(({ node }) => node.isConnected);
  };
  const out = (node: Node, arrive: () => void): void => {
    if (!node.isConnected) return;
    const { generation } = node;
    node.outMs = Math.max(node.outMs, timeline.now() + chance.whole(0, LATEST_MS));
    timeline.at(node.outMs, () => node.generation === generation && arrive());
  };
  const arrivalAt = (node: Node): number => {
    node.inMs = Math.max(node.inMs, timeline.now() + chance.whole(0, LATEST_MS));
    return node.inMs;
  };
  const deliver = (node: Node, take: () => void): void => {
    if (!node.isConnected) return;
    const { generation } = node;
    timeline.at(arrivalAt(node), () => node.generation === generation && node.process.run(take));
  };
  /** As `deliver` to each, with one event for all whom it reaches in the same millisecond. */
  const deliverToAll = (subscriptions: readonly Subscription[], message: BusMessage): void => {
    const arriving = new Map<number, (readonly [Subscription, generation: number])[]>();
    for (const one of subscriptions) {
      const ms = arrivalAt(one.node);
      const others = arriving.get(ms);
      if (others) others.push([one, one.node.generation]);
      else arriving.set(ms, [[one, one.node.generation]]);
    }
    for (const [ms, all] of arriving)
      timeline.at(ms, () => {
        for (const [{ node, handler }, generation] of all)
          if (node.generation === generation) node.process.run(() => handler(message));
      });
  };
  const cut = (node: Node, ms: number): void => {
    if (!node.isConnected) return;
    node.isConnected = false;
    node.generation++;
    timeline.at(timeline.now() + ms, () => {
      node.isConnected = true;
      node.process.run(() => node.gaps.call());
    });
  };

  const request = (node: Node, subject: string, data: Uint8Array, timeoutMs: number) =>
    new Promise<Result<Uint8Array, NoAnswer>>((resolve) => {
      if (!node.isConnected) return resolve(err('nobody'));
      const cancel = node.process.clock.after(timeoutMs, () => resolve(err('late')));
      const settle = (result: Result<Uint8Array, NoAnswer>) =>
        deliver(node, () => {
          cancel();
          resolve(result);
        });
      out(node, () => {
        const all = heard(subject);
        if (all.length === 0) settle(err('nobody'));
        for (const { node: to, handler } of all) {
          const respond = (answer: Uint8Array) => out(to, () => settle(ok(answer)));
          deliver(to, () => handler({ subject, data, respond }));
        }
      });
    });

  return {
    connect(process) {
      const node: Node = {
        process,
        gaps: createListeners<[]>(),
        isConnected: true,
        generation: 0,
        inMs: 0,
        outMs: 0,
      };
      nodes.set(process, node);
      const mine = new Set<() => void>();
      process.onEnd(() => {
        node.isConnected = false;
        node.generation++;
        nodes.delete(process);
        for (const stop of mine) stop();
      });
      return {
        publish(subject, data) {
          out(node, () => {
            deliverToAll(heard(subject), { subject, data });
          });
        },
        subscribe(subject, handler, isWanted = () => true) {
          const all = subject.includes('*') ? wild : exact;
          const take = (message: BusMessage) => isActive && isWanted(message.subject) && handler(message);
          const subscription = { node, handler: take };
          let isActive = true;
          const others = all.get(subject) ?? new Set();
          all.set(subject, others.add(subscription));
          const stop = () => {
            isActive = false;
            others.delete(subscription);
            mine.delete(stop);
          };
          mine.add(stop);
          return stop;
        },
        async flush() {
          for (;;) {
            const isThere = await new Promise<boolean>((resolve) => {
              if (!node.isConnected) {
                const stop = node.gaps.add(() => {
                  stop();
                  resolve(false);
                });
                return;
              }
              const cancel = process.clock.after(1_000, () => resolve(false));
              out(node, () =>
                deliver(node, () => {
                  cancel();
                  resolve(true);
                }),
              );
            });
            if (isThere) return;
          }
        },
        request: (subject, data, timeoutMs) => request(node, subject, data, timeoutMs),
        isConnected: () => node.isConnected,
        onGap: node.gaps.add,
        missed: node.gaps.call,
        close: async () => undefined,
      };
    },
    cut(process, ms) {
      const node = nodes.get(process);
      if (node) cut(node, ms);
    },
    cutAll(ms) {
      for (const node of nodes.values()) cut(node, ms);
    },
  };
}

function matches(pattern: string, subject: string): boolean {
  const [parts, tokens] = [pattern.split('.'), subject.split('.')];
  return parts.length === tokens.length && parts.every((part, at) => part === '*' || part === tokens[at]);
}
