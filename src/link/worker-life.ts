import { wrap } from 'comlink';
import type { Engine, EngineCommands, EngineStreams } from '../../shared/bridge/worker-api.ts';
import { COMMAND_DEADLINE_MS } from '../../shared/limits.ts';
import { err, LOCAL_CODE, type Result, refusal } from '../../shared/result.ts';
import type { PageClock } from '../clock.ts';
import { watchPulse } from './pulse-watch.ts';

/** The engine as the page sees it: every member returns a promise. */
export type RemoteEngine = {
  readonly [K in keyof EngineStreams]: (
    ...args: Parameters<EngineStreams[K]>
  ) => Promise<ReturnType<EngineStreams[K]>>;
} & {
  readonly [K in Exclude<keyof EngineCommands, 'ask'>]: (
    ...args: Parameters<EngineCommands[K]>
  ) => Promise<Awaited<ReturnType<EngineCommands[K]>>>;
  // A mapped type would remove its type parameter.
} & Pick<EngineCommands, 'ask'>;

/** One worker, from its start to its end. */
export interface Life {
  readonly engine: RemoteEngine;
  /** Aborted when the worker is gone. */
  readonly gone: AbortSignal;
  /** Runs a command; the result settles even if the worker dies. */
  call<T>(run: (engine: RemoteEngine) => Promise<Result<T>>): Promise<Result<T>>;
  pause(): void;
  resume(): void;
  end(): void;
}

/** The worker itself answers within `COMMAND_DEADLINE_MS`, with more detail than this deadline could. */
const CALL_DEADLINE_MS = COMMAND_DEADLINE_MS + 1_500;

/**
 * @param onDead called once when the worker throws outside any call, cannot be loaded (both with the event), or no
 * longer answers
 */
export function beginLife(worker: Worker, clock: PageClock, onDead: (cause?: Event) => void): Life {
  const engine: RemoteEngine = wrap<Engine>(worker);
  const ending = new AbortController();
  const gone = ending.signal;
  const die = (cause?: Event) => {
    if (!gone.aborted) onDead(cause);
  };
  const pulse = watchPulse(() => engine.echo(), clock, die);
  worker.addEventListener('error', die);
  worker.addEventListener('messageerror', die);
  return {
    engine,
    gone,
    call: (run) => settled(run(engine), gone, clock),
    pause: pulse.pause,
    resume: pulse.resume,
    end() {
      pulse.stop();
      worker.terminate();
      ending.abort();
    },
  };
}

function settled<T>(answer: Promise<Result<T>>, gone: AbortSignal, clock: PageClock): Promise<Result<T>> {
  return new Promise((resolve) => {
    const finish = (result: Result<T>) => {
      cancel();
      gone.removeEventListener('abort', lose);
      resolve(result);
    };
    const lose = () => finish(err(refusal(LOCAL_CODE.workerLost)));
    const cancel = clock.after(CALL_DEADLINE_MS, () => finish(err(refusal(LOCAL_CODE.unknown))));
    gone.addEventListener('abort', lose);
    answer.then(finish, (error: unknown) => {
      // A bug in the worker: what it had done before is unknown.
      console.error(error);
      finish(err(refusal(LOCAL_CODE.unknown)));
    });
  });
}
