import type { Observable } from 'rxjs';
import type { ReplayCommand, ReplaySpeed, ReplayState, ReplaySurvey } from '../../shared/bridge/recording.ts';
import type { Engine } from '../../shared/bridge/worker-api.ts';
import type { Result } from '../../shared/result.ts';
import type { Env } from '../../worker/env.ts';
import type { TextSource } from '../format/lines.ts';
import { createPlayer, type Player } from './player.ts';
import { recordedEnv } from './recorded-env.ts';
import { createRecordedExchange, type RecordedExchange } from './recorded-exchange.ts';
import { sliced } from './sliced.ts';
import { survey } from './survey.ts';
import { foresee } from './text-source.ts';
import type { RealTime } from './virtual-time.ts';

/*
 * Recordings are played here: the exchange that a recording is, the player with its virtual clock, and the environment
 * in which the real engine runs. The replay worker (`entry.ts`) and `--serve` create it. It runs in browsers and under
 * Node, so it imports nothing of either.
 */

export interface ReplayOptions {
  readonly source: TextSource;
  readonly real: RealTime;
  readonly atMs: number;
  readonly speed: ReplaySpeed;
  readonly isPaused: boolean;
  readonly stopAtMs?: number | undefined;
}

/** A recording in place of the exchange; it starts playing with the first connection or call. */
export interface Replay {
  /** The engine's environment. Its stored token may be any text: the recording decides who is signed in. */
  readonly env: Env;
  readonly states: Observable<ReplayState>;
  readonly exchange: RecordedExchange;
  readonly player: Player;
  steer(command: ReplayCommand): void;
  survey(): Promise<Result<ReplaySurvey>>;
  /** Signs the engine in whenever the recording signs in again. */
  follow(engine: Pick<Engine, 'signInDemo'>): void;
  stop(): void;
}

const MOVING: readonly ReplayState['status'][] = ['playing', 'seeking'];

/** Resolves once the header is read; a file that is not a recording ends in the state `failed`. */
export async function createReplay({ source: whole, atMs, ...options }: ReplayOptions): Promise<Replay> {
  const { real } = options;
  const source = sliced(whole, real);
  const { hasAccount, categories, fromMs } = await foresee(source, atMs);
  const exchange = createRecordedExchange(
    () => player.time.at(),
    () => MOVING.includes(player.state$.value.status),
  );
  const player: Player = createPlayer({
    ...options,
    source,
    atMs,
    fromMs,
    take: exchange.take,
    onEnd: exchange.end,
  });
  player.state$.subscribe(exchange.moved);
  if (hasAccount) exchange.expectAccount();
  if (categories !== undefined) exchange.expectAnswer(categories);
  const header = await player.header;
  const startMs = header === undefined ? 0 : Date.parse(header.started_at);
  exchange.startAt(startMs);
  let surveyed: Promise<Result<ReplaySurvey>> | undefined;
  return {
    exchange,
    player,
    env: recordedEnv({
      real,
      time: player.time,
      exchange,
      startMs,
      ready: player.ready,
      onUse: player.begin,
    }),
    states: player.state$.asObservable(),
    steer: player.steer,
    // A large file takes longer than a call may: repeated calls share one survey.
    survey: () => (surveyed ??= survey(source)),
    follow(engine) {
      exchange.signedIn$.subscribe((isIn) => {
        if (isIn) void engine.signInDemo();
      });
    },
    stop: player.stop,
  };
}
