import { instrumentId } from '../../shared/domain/instrument.ts';
import { PERIODS } from '../../shared/domain/period.ts';
import type { Env } from '../../worker/env.ts';
import { RecordingError } from '../format/format.ts';
import { type Charted, type Fact, watchEngine } from './engine-facts.ts';
import { createEngineRun } from './engine-run.ts';
import { openRecording } from './entries.ts';
import { textOf } from './recording-files.ts';

/**
 * Stands between the exchange and the engine: gets each frame, and delivers it as it is, later, otherwise, or not at all.
 * `after`: timers of the recording's clock.
 */
export type Line = (after: Env['after']) => (text: string, deliver: (text: string) => void) => void;

export interface PlayedOptions {
  /** The moment at which it stops, ms since the start; absent: the end. */
  readonly untilMs?: number;
  readonly line?: Line;
  /** Called when something changes on the page, at a moment of the recording. */
  readonly onFact?: (atMs: number, path: string, fact: Fact | undefined) => void;
}

/** All that the engine shows, by its path. */
export type Facts = Readonly<Record<string, Fact>>;

/** Plays a recording in the app's own engine, without a page and as fast as possible. @returns what it shows at the end */
export async function playEngine(file: string, options: PlayedOptions = {}): Promise<Facts> {
  const { untilMs, line, onFact = () => {} } = options;
  const charts = await chartsOf(file);
  const { replay, play } = await createEngineRun({
    source: () => textOf(file),
    stopAtMs: untilMs === undefined ? undefined : Math.ceil(untilMs),
    ...(line === undefined ? {} : { through: (env: Env) => through(env, line) }),
  });
  const facts = new Map<string, Fact>();
  const last = await play((engine) =>
    watchEngine(engine, charts, (path, fact) => {
      if (fact === undefined) facts.delete(path);
      else facts.set(path, fact);
      onFact(replay.player.time.at(), path, fact);
    }),
  );
  for (let turn = 0; turn < SETTLE_TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
  replay.stop();
  const failure = replay.player.failure();
  if (last.status === 'failed' || failure !== undefined)
    throw new RecordingError(`line ${failure?.line ?? 1}: ${failure?.reason ?? 'it is no recording'}`);
  return Object.fromEntries([...facts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A line for each thing that the engine shows: `quotes.EURUSD: close 1.08512, ask 1.0852, …`. */
export function factLines(facts: Facts): readonly string[] {
  const things = new Map<string, string[]>();
  for (const [path, fact] of Object.entries(facts)) {
    const dot = path.lastIndexOf('.');
    const thing = dot < 0 ? path : path.slice(0, dot);
    const words = things.get(thing) ?? [];
    words.push(dot < 0 ? String(fact) : `${path.slice(dot + 1)} ${fact}`);
    things.set(thing, words);
  }
  return [...things].map(([thing, words]) => `${thing}: ${words.join(', ')}`);
}

/** Tasks after which whatever the last record began has ended. */
const SETTLE_TURNS = 50;

function through(env: Env, line: Line): Env {
  const take = line(env.after);
  return {
    ...env,
    openSocket(url, handlers) {
      let isOpen = true;
      return env.openSocket(url, {
        ...handlers,
        message(data) {
          // A recorded exchange sends texts alone.
          if (typeof data !== 'string') handlers.message(data);
          else
            take(data, (text) => {
              if (isOpen) handlers.message(text);
            });
        },
        closed(code) {
          isOpen = false;
          handlers.closed(code);
        },
      });
    },
  };
}

/** The charts that were open some time, by the commands for them. */
async function chartsOf(file: string): Promise<readonly Charted[]> {
  const charts = new Map<string, Charted>();
  const { entries } = await openRecording(file);
  for await (const { entry } of entries) {
    if (entry.kind !== 'command' || entry.name !== 'candles') continue;
    const [id, name, indicators] = entry.args;
    const period = PERIODS.find((one) => one === name);
    if (typeof id !== 'number' || period === undefined) continue;
    const names = Array.isArray(indicators) ? indicators.map(String) : [];
    charts.set(`${id} ${period} ${names}`, { id: instrumentId(id), period, indicators: names });
  }
  return [...charts.values()];
}
