import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFaults } from '../../bench/cluster/drill/drill-faults.ts';
import type { Member } from '../../bench/cluster/supervisor.ts';

/** A process that stands for an engine, and how the drill sees it. */
function engine(kind: Member['kind']) {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1_000)'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const seen = { status: 'ready' as Member['status'], since: new Date(Date.now() - 1_000) };
  const member: Member = {
    kind,
    name: kind,
    pid: child.pid,
    url: undefined,
    missed: 0,
    start: async () => undefined,
    restart: async () => undefined,
    stop: async () => undefined,
    get status() {
      return seen.status;
    },
    get since() {
      return seen.since;
    },
  };
  const change = (status: Member['status'], atMs: number) =>
    void Object.assign(seen, { status, since: new Date(atMs) });
  return { child, member, change };
}

/** Strikes until the turn of a kind has come: the others have no process. */
function strikeUntilEnded({ child, member }: ReturnType<typeof engine>) {
  const faults = createFaults([member], 1);
  for (let turn = 0; turn < 8; turn++) faults.strike();
  return once(child, 'exit').then(() => faults);
}

describe('a drill', () => {
  it('says how long orders took beyond the time until a killed database accepted connections', async () => {
    const database = engine('postgres');
    const faults = await strikeUntilEnded(database);
    const killedAt = Date.now();
    database.change('starting', killedAt);
    // Answered before it accepts connections, as far as the drill has seen.
    faults.onDone(killedAt - 9_000);
    expect(faults.felt()).toMatchObject([{ kind: 'postgres killed', onceBackMs: Number.NaN }]);
    database.change('ready', killedAt + 1);
    faults.onDone(killedAt - 4_000);
    const [felt] = faults.felt();
    expect(felt?.ordersMs).toBeGreaterThanOrEqual(9_000);
    expect(felt?.onceBackMs).toBeGreaterThanOrEqual(0);
    expect(felt?.onceBackMs).toBeLessThan(4_000);
    expect(faults.lines().join()).toMatch(
      /^postgres killed: orders again after --, the slowest took \d+ ms \(\d+ ms once it accepted connections\), quotes again after --$/,
    );
  });

  it('does not fail when what it has stopped ended before it is woken', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { child, member, change } = engine('feed');
    const faults = createFaults([member], 1);
    change('starting', Date.now());
    // So that its turn of being killed passes.
    for (let turn = 0; turn < 6; turn++) faults.strike();
    change('ready', Date.now());
    faults.strike();
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(() => vi.advanceTimersByTime(10_000)).not.toThrow();
    expect(faults.felt()).toMatchObject([{ kind: 'feed stopped' }]);
  });

  it('does not take the time before the kill for the return of the database', async () => {
    const database = engine('postgres');
    const faults = await strikeUntilEnded(database);
    faults.onDone(Date.now());
    expect(faults.felt()).toMatchObject([{ onceBackMs: Number.NaN }]);
  });
});
