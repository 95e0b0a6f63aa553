import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Effect,
  INITIAL,
  type MachineEvent,
  type MachineState,
  nextDeadline,
  step,
} from '../../../worker/socket/machine.ts';

const START_MS = 1_000_000;

const PAGE_EVENTS = [
  'visible',
  'hidden',
  'freeze',
  'resume',
  'pagehide',
  'pageshow',
  'online',
  'offline',
] as const;
const anything = fc.oneof(
  fc.constantFrom(...PAGE_EVENTS).map((event) => ({ kind: 'page' as const, event })),
  fc.constantFrom('start', 'check').map((type) => ({ kind: 'own' as const, type })),
  fc
    .record({ type: fc.constantFrom('opened', 'received', 'closed'), age: fc.nat(2) })
    .map((one) => ({ kind: 'socket' as const, ...one })),
  fc.record({ ms: fc.nat(70_000), isAsleep: fc.boolean() }).map((one) => ({ kind: 'time' as const, ...one })),
);

test('any event sequence leaves at most one socket, and always a next attempt while the page is visible', () => {
  fc.assert(
    fc.property(
      fc.array(anything, { maxLength: 40, size: 'max' }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (events, random) => {
        let state: MachineState = INITIAL;
        let nowMs = START_MS;
        let started = false;
        const sockets = new Set<number>();
        const run = (effects: readonly Effect[]) => {
          for (const { type, generation } of effects) {
            if (type === 'open') sockets.add(generation);
            if (type === 'close') sockets.delete(generation);
            if (type === 'ping') expect(sockets.has(generation)).toBe(true);
            expect(sockets.size).toBeLessThanOrEqual(1);
          }
        };
        const take = (event: MachineEvent) => {
          const result = step(state, event, nowMs, random);
          state = result.state;
          run(result.effects);
        };
        const fire = (until: number) => {
          for (let due = nextDeadline(state); due !== undefined && due <= until; due = nextDeadline(state)) {
            nowMs = Math.max(nowMs, due);
            take({ type: 'check' });
          }
        };
        for (const event of events) {
          if (event.kind === 'time') {
            if (!event.isAsleep) fire(nowMs + event.ms);
            nowMs += event.ms;
          } else if (event.kind === 'page') take({ type: 'page', event: event.event });
          else if (event.kind === 'own') {
            started ||= event.type === 'start';
            take({ type: event.type });
          } else take({ type: event.type, generation: state.generation - event.age });
        }
        const isUp = state.link.status === 'open' || state.link.status === 'connecting';
        expect(sockets.size).toBe(isUp ? 1 : 0);
        if (!started) return;
        take({ type: 'page', event: 'visible' });
        const before = state.generation;
        // Without answers, at most 20 s of heartbeat and 10 s of back-off pass before the next attempt.
        fire(nowMs + 31_000);
        expect(state.generation).toBeGreaterThan(before);
      },
    ),
    { numRuns: 10_000 },
  );
});

test('attempts after a server’s restart are spread: no tenth of a second has more than a twentieth of them', () => {
  const slots = new Map<number, number>();
  const clients = 10_000;
  for (let client = 0; client < clients; client++) {
    const { state } = step(
      {
        ...INITIAL,
        generation: 1,
        link: { status: 'open', failures: 0, openedAtMs: 0, receivedAtMs: 0, unanswered: 0, pingDueMs: 1e9 },
      },
      { type: 'closed', generation: 1 },
      10_000,
      client / clients,
    );
    const slot = Math.floor((nextDeadline(state) ?? 0) / 100);
    slots.set(slot, (slots.get(slot) ?? 0) + 1);
  }
  expect(Math.max(...slots.values())).toBeLessThan(clients / 20);
});
