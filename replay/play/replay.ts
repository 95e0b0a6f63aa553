import type { Observable } from 'rxjs';
import type { ReplayCommand, ReplaySpeed, ReplayState, ReplaySurvey } from '../../shared/bridge/recording.ts';
import type { Engine } from '../../shared/bridge/worker-api.ts';
import type { Result } from '../../shared/result.ts';
import type { Env } from '../../worker/env.ts';
import type { TextSource } from '../format/lines.ts';
import { createPlayer, type Player } from './player.ts';
import { replayEnv } from './recorded-env.ts';
import { createExchange, type RecordedExchange } from './recorded-exchange.ts';
import { survey } from './survey.ts';
import { hasAccount } from './text-source.ts';
import type { RealTime } from './virtual-time.ts';

export interface ReplayOptions {
  readonly source: TextSource;
  readonly real: RealTime;
  readonly atMs: number;
  readonly speed: ReplaySpeed;
  readonly isPaused: boolean;
}

/** A recording in place of the exchange; it begins to play when somebody asks it for anything. */
export interface Replay {
  /** For an engine, whose stored token may be any text: the recording knows who is signed in. */
  readonly env: Env;
  readonly states: Observable<ReplayState>;
  readonly exchange: RecordedExchange;
  readonly player: Player;
  steer(command: ReplayCommand): void;
  survey(): Promise<Result<ReplaySurvey>>;
  /** Signs the engine in when somebody signed in again in the recording. */
  follow(engine: Pick<Engine, 'signInDemo'>): void;
  stop(): void;
}

/** Resolves as soon as the recording's first line is read; a file that is none ends in the state `failed`. */
export async function createReplay({ source, real, atMs, speed, isPaused }: ReplayOptions): Promise<Replay> {
  const exchange = createExchange(() => player.time.at());
  const player: Player = createPlayer({
    source,
    real,
    atMs,
    speed,
    isPaused,
    prepared: hasAccount(source).then((isThere) => {
      if (isThere) exchange.expectAccount();
    }),
    take: exchange.take,
    onEnd: exchange.end,
  });
  const header = await player.header;
  const startMs = header === undefined ? 0 : Date.parse(header.started_at);
  exchange.startAt(startMs);
  let surveyed: Promise<Result<ReplaySurvey>> | undefined;
  return {
    exchange,
    player,
    env: replayEnv({ real, time: player.time, exchange, startMs, ready: player.ready, onUse: player.begin }),
    states: player.state$.asObservable(),
    steer: player.steer,
    // A large file takes longer than a call may: whoever asks again is told of the same reading.
    survey: () => (surveyed ??= survey(source)),
    follow(engine) {
      exchange.signedIn$.subscribe((isIn) => {
        if (isIn) void engine.signInDemo();
      });
    },
    stop: player.stop,
  };
}
