import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { hasEnded, type Launched } from '../rig/waiting.ts';

export const ROLES = ['feed', 'dealer', 'gateway'] as const;
export type Kind = (typeof ROLES)[number] | 'nats' | 'postgres';

/** `degraded`: it serves, but what it needs of others is away. */
export type Health = 'waiting' | 'degraded' | 'ready';

/** One process of the cluster, over all its restarts. */
export interface Member {
  readonly kind: Kind;
  readonly name: string;
  readonly pid: number | undefined;
  readonly url: string | undefined;
  readonly status: 'starting' | Health | 'ending' | 'ended';
  readonly since: Date;
  /** Questions about its health without an answer, since the last answer. */
  readonly missed: number;
  /** Resolves when it can be asked; rejects when it never could, after some attempts. */
  start(): Promise<void>;
  /** Ends it in order and starts it again. Resolves when the new one can be asked. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  readonly kind: Kind;
  readonly name: string;
  /** @param address that it had before, if any */
  launch(address: string | undefined): Launched;
  /** Asks for its health: undefined without an answer. Without this it is ready when it says so. */
  readonly health?: (url: string) => Promise<Health | undefined>;
  readonly endSignal: NodeJS.Signals;
  readonly report: (line: string) => void;
  readonly onChange: () => void;
}

const ASK_MS = 500;
const FIRST_BACK_OFF_MS = 250;
const LAST_BACK_OFF_MS = 10_000;
/** Attempts of a member that has never been ready. */
const ATTEMPTS = 4;
/** Longer than a role takes for stopping in order, with the longest `DRAIN_MS`. */
const KILL_AFTER_MS = 75_000;

/** A gateway serves its clients in these. */
export const SERVING: ReadonlySet<string> = new Set<Health>(['ready', 'degraded']);

export function supervise(options: Options): Member {
  const { kind, name, launch, health, endSignal, report, onChange } = options;
  const state = {
    status: 'ended' as Member['status'],
    since: new Date(),
    url: undefined as string | undefined,
    missed: 0,
  };
  let child: ChildProcess | undefined;
  let launchedAt = 0;
  let isStopped = true;
  let stopping = new AbortController();
  let watching: Promise<void> | undefined;

  const change = (status: Member['status']) => {
    if (state.status === status) return;
    Object.assign(state, { status, since: new Date() });
    onChange();
  };

  const pauseOrStop = (ms: number) =>
    pause(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

  /** @returns why it can't be asked; undefined if it can */
  const launchOnce = async (): Promise<Error | undefined> => {
    change('starting');
    launchedAt = Date.now();
    try {
      const launched = launch(state.url);
      child = launched.child;
      // Its id is new, also while it starts.
      onChange();
      state.missed = 0;
      state.url = await launched.said;
      if (!isStopped) change(health === undefined ? 'ready' : 'waiting');
      return undefined;
    } catch (error) {
      if (child !== undefined) await end(child, 'SIGKILL');
      // Perhaps another process has its port now.
      if (health !== undefined) state.url = undefined;
      return error instanceof Error ? error : new Error(String(error));
    }
  };

  const askHealth = async (asked: ChildProcess) => {
    while (health !== undefined && state.url !== undefined && !hasEnded(asked)) {
      const found = await health(state.url);
      if (asked !== child || hasEnded(asked) || state.status === 'ending') return;
      state.missed = found === undefined ? state.missed + 1 : 0;
      change(found ?? 'waiting');
      // The balancer counts the misses too.
      if (found === undefined) onChange();
      await pause(ASK_MS);
    }
  };

  /** Starts it again whenever it ends, with longer and longer pauses. */
  const keep = async () => {
    let backOff = FIRST_BACK_OFF_MS;
    while (!isStopped && child !== undefined) {
      const asking = askHealth(child);
      if (!hasEnded(child)) await once(child, 'exit');
      await asking;
      if (isStopped) return;
      const hasLasted = Date.now() - launchedAt > LAST_BACK_OFF_MS;
      backOff = hasLasted ? FIRST_BACK_OFF_MS : Math.min(2 * backOff, LAST_BACK_OFF_MS);
      change('ended');
      report(`${name} has ended (${child.signalCode ?? `status ${child.exitCode}`}) and is started again`);
      for (;;) {
        await pauseOrStop(backOff);
        if (isStopped) return;
        const failure = await launchOnce();
        if (failure === undefined) break;
        if (isStopped) return;
        change('ended');
        report(`${name} does not start: ${failure.message}`);
        backOff = Math.min(2 * backOff, LAST_BACK_OFF_MS);
      }
    }
  };

  const member: Member = {
    kind,
    name,
    get pid() {
      return child === undefined || hasEnded(child) ? undefined : child.pid;
    },
    get url() {
      return state.url;
    },
    get status() {
      return state.status;
    },
    get since() {
      return state.since;
    },
    get missed() {
      return state.missed;
    },
    async start() {
      isStopped = false;
      stopping = new AbortController();
      for (let attempt = 1; ; attempt++) {
        const failure = await launchOnce();
        if (isStopped) return;
        if (failure === undefined) break;
        if (attempt === ATTEMPTS) {
          change('ended');
          throw new Error(`${name} does not start: ${failure.message}`);
        }
        report(`${name} does not start yet: ${failure.message}`);
        await pauseOrStop(FIRST_BACK_OFF_MS);
      }
      watching = keep();
    },
    async restart() {
      await member.stop();
      await member.start();
    },
    async stop() {
      isStopped = true;
      stopping.abort();
      if (child !== undefined && !hasEnded(child)) {
        change('ending');
        await end(child, endSignal);
      }
      await watching;
      watching = undefined;
      change('ended');
    },
  };
  return member;
}

/** A stopped process is woken, and one that does not end is killed. */
async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  child.kill('SIGCONT');
  const late = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  await ended;
  clearTimeout(late);
}
