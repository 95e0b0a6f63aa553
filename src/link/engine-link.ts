import type { EngineSettings, Stream } from '../../shared/bridge/worker-api.ts';
import { MAX_WORKER_RESTARTS } from '../../shared/limits.ts';
import { err, LOCAL_CODE, type Result, refusal } from '../../shared/result.ts';
import type { PageClock } from '../clock.ts';
import { receiveStreams } from './stream-port.ts';
import { beginLife, type Life, type RemoteEngine } from './worker-life.ts';

/** `failed`: the worker died too often in a short time; nothing works until `restart`. */
export type EngineHealth = 'running' | 'restarting' | 'failed';

/** The worker's engine across restarts: what the page asked to keep or to stream is asked of each new worker again. */
export interface EngineLink {
  /** Runs a command. Always settles: `unknown` past its deadline, `workerLost` when the worker dies meanwhile. */
  call<T>(run: (engine: RemoteEngine) => Promise<Result<T>>): Promise<Result<T>>;
  /** Sends a message to the present worker only; nothing while there is none. */
  send(run: (engine: RemoteEngine) => Promise<void>): void;
  /** Sends a message and repeats it to each new worker, until another one replaces it under the same key. */
  keep(key: string, run: (engine: RemoteEngine) => Promise<void>): void;
  /** Subscribes now and after every worker restart. Returns unsubscribe. */
  stream<T>(open: (engine: RemoteEngine) => Promise<Stream<T>>, next: (value: T) => void): () => void;
  /** Whether to watch the worker's pulse: not while the page is hidden. */
  attend(visible: boolean): void;
  /** Replaces the worker now and forgets how often it died. */
  restart(): void;
  /** Stops the worker for good. */
  end(): void;
}

export interface EngineLinkOptions {
  spawn(): Worker;
  /** Read at the start of each worker's life. */
  settings(): EngineSettings;
  readonly clock: PageClock;
  onHealth(health: EngineHealth): void;
  /** Without an event the worker no longer answered. */
  onDeath?(cause: Event | undefined): void;
}

const RESTART_WINDOW_MS = 60_000;
const RESTART_PAUSE_MS = 400;
const REOPEN_MS = 1_000;

type LinkState =
  /** No worker was needed yet. */
  | { readonly status: 'fresh' }
  | { readonly status: 'running'; readonly life: Life }
  | { readonly status: 'restarting'; readonly cancel: () => void }
  | { readonly status: 'failed' }
  | { readonly status: 'ended' };

/**
 * Starts the worker on first use and replaces one that dies: the first within a minute at once, each further one 0.4 s
 * later than the one before, and none after `MAX_WORKER_RESTARTS`. Called by the composition root of the page's state.
 */
export function createEngineLink({
  spawn,
  settings,
  clock,
  onHealth,
  onDeath,
}: EngineLinkOptions): EngineLink {
  receiveStreams();
  const kept = new Map<string, (engine: RemoteEngine) => Promise<void>>();
  const streams = new Set<(life: Life) => void>();
  let state: LinkState = { status: 'fresh' };
  /** Times of the latest deaths. */
  let deaths: number[] = [];

  const begin = (): Life => {
    const life = beginLife(spawn(), clock, (cause) => replace(life, cause));
    state = { status: 'running', life };
    say(life.engine.configure(settings()));
    for (const run of kept.values()) say(run(life.engine));
    for (const open of streams) open(life);
    onHealth('running');
    return life;
  };
  const replace = (dead: Life, cause: Event | undefined) => {
    if (state.status !== 'running' || dead !== state.life) return;
    dead.end();
    const now = clock.nowMs();
    deaths = [...deaths.filter((at) => now - at < RESTART_WINDOW_MS), now];
    state =
      deaths.length > MAX_WORKER_RESTARTS
        ? { status: 'failed' }
        : { status: 'restarting', cancel: clock.after((deaths.length - 1) * RESTART_PAUSE_MS, begin) };
    onHealth(state.status);
    onDeath?.(cause);
  };
  const living = (): Life | undefined => {
    if (state.status === 'fresh') return begin();
    return state.status === 'running' ? state.life : undefined;
  };
  const halt = () => {
    if (state.status === 'running') state.life.end();
    if (state.status === 'restarting') state.cancel();
  };

  return {
    async call(run) {
      return living()?.call(run) ?? err(refusal(LOCAL_CODE.workerLost));
    },
    send(run) {
      const life = living();
      if (life) say(run(life.engine));
    },
    keep(key, run) {
      const life = living();
      kept.set(key, run);
      if (life) say(run(life.engine));
    },
    stream(open, next) {
      const life = living();
      const follow = follower(open, next, clock);
      streams.add(follow.attach);
      if (life) follow.attach(life);
      return () => {
        streams.delete(follow.attach);
        follow.stop();
      };
    },
    attend(visible) {
      if (state.status !== 'running') return;
      if (visible) state.life.resume();
      else state.life.pause();
    },
    restart() {
      halt();
      deaths = [];
      begin();
    },
    end() {
      halt();
      state = { status: 'ended' };
    },
  };
}

/** One stream across the lives of many workers. */
function follower<T>(
  open: (engine: RemoteEngine) => Promise<Stream<T>>,
  next: (value: T) => void,
  clock: PageClock,
) {
  /** Grows with each attachment and at the end; values of an earlier attachment are dropped. */
  let turn = 0;
  let unsubscribe = () => {};
  const attach = (life: Life) => {
    const mine = ++turn;
    unsubscribe();
    unsubscribe = () => {};
    const reopen = () => {
      clock.after(REOPEN_MS, () => {
        if (mine === turn && !life.gone.aborted) attach(life);
      });
    };
    open(life.engine).then(
      (stream) => {
        const subscription = stream.subscribe({
          next: (value) => {
            if (mine === turn) next(value);
          },
          error(error) {
            console.error(error);
            reopen();
          },
        });
        if (mine === turn) unsubscribe = () => subscription.unsubscribe();
        else subscription.unsubscribe();
      },
      (error: unknown) => {
        console.error(error);
        reopen();
      },
    );
  };
  const stop = () => {
    turn++;
    unsubscribe();
  };
  return { attach, stop };
}

/** Reports a failed message. It is a bug in the worker; the pulse watch replaces a worker that no longer answers. */
function say(call: Promise<void>): void {
  call.catch((error: unknown) => console.error(error));
}
