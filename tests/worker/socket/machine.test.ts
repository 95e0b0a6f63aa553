import { describe, expect, test } from 'vitest';
import type { PageEvent } from '../../../shared/bridge/worker-api.ts';
import {
  INITIAL,
  type MachineEvent,
  type MachineState,
  nextDeadline,
  step,
} from '../../../worker/socket/machine.ts';

const START_MS = 1_000_000;

/** Runs the machine as its owner does: timers fire at the requested deadline. */
function drive(random = 0.5) {
  let state: MachineState = INITIAL;
  let nowMs = START_MS;
  const log: string[] = [];
  const take = (event: MachineEvent) => {
    const result = step(state, event, nowMs, random);
    state = result.state;
    for (const effect of result.effects) log.push(`${nowMs - START_MS} ${effect.type} ${effect.generation}`);
  };
  return {
    log,
    take,
    state: () => state,
    page: (event: PageEvent) => take({ type: 'page', event }),
    opened: () => take({ type: 'opened', generation: state.generation }),
    heard: () => take({ type: 'received', generation: state.generation }),
    closed: () => take({ type: 'closed', generation: state.generation }),
    /** Advances the time and fires timers. */
    wait(ms: number) {
      const until = nowMs + ms;
      for (let due = nextDeadline(state); due !== undefined && due <= until; due = nextDeadline(state)) {
        nowMs = Math.max(nowMs, due);
        take({ type: 'check' });
      }
      nowMs = until;
    },
    /** Advances the time without firing timers. */
    sleep(ms: number) {
      nowMs += ms;
    },
  };
}

function live() {
  const machine = drive();
  machine.take({ type: 'start' });
  machine.opened();
  return machine;
}

describe('the heartbeat', () => {
  // spec: 4.17 9.3
  test('pings every five seconds and closes a silent link at the third ping’s own deadline', () => {
    const machine = live();
    machine.wait(19_999);
    expect(machine.log).toEqual(['0 open 1', '5000 ping 1', '10000 ping 1', '15000 ping 1']);
    machine.wait(1);
    expect(machine.log.at(-1)).toBe('20000 close 1');
    expect(machine.state().link.status).toBe('waiting');
  });

  test('takes any frame as a sign of life', () => {
    const machine = live();
    for (let second = 0; second < 120; second += 4) {
      machine.wait(4_000);
      machine.heard();
    }
    expect(machine.log.filter((line) => line.includes('close'))).toEqual([]);
  });

  test('counts sent pings, not late timer calls', () => {
    const machine = live();
    machine.sleep(60_000);
    for (let call = 0; call < 10; call++) machine.take({ type: 'check' });
    expect(machine.log).toEqual(['0 open 1', '60000 ping 1']);
  });

  test('ignores messages of an older socket', () => {
    const machine = live();
    machine.wait(14_000);
    machine.take({ type: 'received', generation: 0 });
    machine.wait(6_000);
    expect(machine.state().link.status).toBe('waiting');
  });
});

describe('connecting', () => {
  // spec: 4.18 9.3
  test('is aborted after five seconds, and a late opening is ignored', () => {
    const machine = drive();
    machine.take({ type: 'start' });
    machine.wait(5_000);
    expect(machine.log).toEqual(['0 open 1', '5000 close 1']);
    machine.take({ type: 'opened', generation: 1 });
    expect(machine.state().link.status).toBe('waiting');
  });

  // spec: 2.3
  test('starts once for several navigations', () => {
    const machine = drive();
    for (let i = 0; i < 100; i++) machine.take({ type: 'start' });
    machine.opened();
    for (let i = 0; i < 100; i++) machine.take({ type: 'start' });
    expect(machine.log).toEqual(['0 open 1']);
  });

  test('never stops trying', () => {
    const machine = drive(1);
    machine.take({ type: 'start' });
    for (let i = 0; i < 50; i++) {
      machine.closed();
      machine.wait(10_000);
    }
    expect(machine.log.filter((line) => line.includes('open'))).toHaveLength(51);
  });

  test.each([
    [4_999, 2],
    [5_000, 1],
  ])('a link that lived %d ms leaves the count of failures at %d', (upMs, failures) => {
    const machine = drive();
    machine.take({ type: 'start' });
    machine.closed();
    machine.wait(2_500);
    machine.opened();
    machine.sleep(upMs);
    machine.closed();
    expect(machine.state().link).toMatchObject({ status: 'waiting', failures });
  });
});

describe('the page', () => {
  test('hidden for a minute closes the link, and connects again only when visible', () => {
    const machine = live();
    machine.page('hidden');
    for (let s = 0; s < 15; s++) {
      machine.wait(3_999);
      machine.heard();
    }
    expect(machine.state().link.status).toBe('open');
    machine.wait(100);
    expect(machine.state().link.status).toBe('paused');
    machine.wait(3_600_000);
    expect(machine.log.filter((line) => line.includes('open'))).toHaveLength(1);
    machine.page('visible');
    machine.wait(500);
    expect(machine.log.filter((line) => line.includes('open'))).toHaveLength(2);
  });

  test('hidden does not reconnect a lost link', () => {
    const machine = live();
    machine.page('hidden');
    machine.closed();
    machine.wait(60_000);
    machine.page('online');
    machine.wait(60_000);
    expect(machine.log.filter((line) => line.includes('open'))).toHaveLength(1);
  });

  test('frozen closes the link at once, and resumed reconnects within half a second', () => {
    const machine = live();
    machine.page('freeze');
    expect(machine.log.at(-1)).toBe('0 close 1');
    machine.sleep(600_000);
    machine.page('resume');
    machine.wait(500);
    expect(machine.log.at(-1)).toBe('600250 open 2');
  });

  test.each(['online', 'visible', 'resume'] as const)('%s triggers the next attempt early', (event) => {
    const machine = drive(1);
    machine.take({ type: 'start' });
    for (let i = 0; i < 5; i++) {
      machine.closed();
      machine.wait(i < 4 ? 10_000 : 0);
    }
    machine.page(event);
    machine.wait(500);
    expect(machine.state().link.status).toBe('connecting');
  });

  test('that returns to a live link sends a ping at once', () => {
    const machine = live();
    machine.wait(1_000);
    machine.page('visible');
    expect(machine.log.at(-1)).toBe('1000 ping 1');
    machine.page('visible');
    expect(machine.log).toHaveLength(2);
  });

  test('that returns to a link silent for two heartbeats reconnects', () => {
    const machine = live();
    machine.sleep(10_001);
    machine.page('visible');
    expect(machine.log.slice(-1)).toEqual(['10001 close 1']);
    machine.wait(500);
    expect(machine.state().link.status).toBe('connecting');
  });

  test('offline drops the link, and still finds a network that is there', () => {
    const machine = live();
    machine.page('offline');
    expect(machine.log.at(-1)).toBe('0 close 1');
    machine.wait(500);
    machine.opened();
    expect(machine.state().link.status).toBe('open');
  });

  test('online during a hanging attempt starts a new one', () => {
    const machine = drive();
    machine.take({ type: 'start' });
    machine.wait(1_000);
    machine.page('online');
    machine.wait(500);
    expect(machine.log).toEqual(['0 open 1', '1000 close 1', '1250 open 2']);
  });
});
