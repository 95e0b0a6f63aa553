import { firstValueFrom, type Observable } from 'rxjs';
import { filter } from 'rxjs/operators';
import type { ReplayState } from '../../shared/bridge/recording.ts';
import type { Language } from '../../shared/contract/language.ts';
import { createEngine, type EngineHost } from '../../worker/engine.ts';
import type { Env } from '../../worker/env.ts';
import type { TextSource } from '../format/lines.ts';
import { createReplay, type Replay } from '../play/replay.ts';
import { jumpingClock } from './jumping-clock.ts';

/** The app's own engine on a recording, without a page and without pauses. */
export interface EngineRun {
  readonly replay: Replay;
  /** Plays to the end, or to where it stops. @param show called before the first record: subscribes to what is looked at */
  play(show: (engine: EngineHost) => void, language?: Language): Promise<ReplayState>;
}

export interface EngineRunOptions {
  readonly source: TextSource;
  /** Absent: the end. */
  readonly stopAtMs?: number | undefined;
  /** What the engine gets for the recording's environment. */
  readonly through?: (env: Env) => Env;
}

const NOWHERE = {
  apiBase: 'http://exchange.invalid',
  socketUrl: 'ws://exchange.invalid/v1/ws',
  token: 'recorded',
} as const;
const STILL: readonly ReplayState['status'][] = ['ended', 'paused', 'failed'];

export async function createEngineRun({
  source,
  stopAtMs,
  through = (env) => env,
}: EngineRunOptions): Promise<EngineRun> {
  const replay = await createReplay({
    source,
    real: jumpingClock(),
    atMs: 0,
    speed: 'max',
    isPaused: false,
    stopAtMs,
  });
  return {
    replay,
    play(show, language = 'en') {
      const engine = createEngine(through(replay.env));
      // From here to its start without a pause: the recording plays from the first call on.
      engine.configure({ ...NOWHERE, language });
      replay.follow(engine);
      show(engine);
      engine.start();
      const states = replay.states as Observable<ReplayState>;
      return firstValueFrom(states.pipe(filter(({ status }) => STILL.includes(status))));
    },
  };
}
