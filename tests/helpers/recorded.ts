import { openRecording } from '../../replay/cli/entries.ts';
import { type Facts, playEngine } from '../../replay/cli/played-engine.ts';
import { readInto } from '../../replay/cli/recording-files.ts';
import { lookOf, momentOf, type Values } from '../../replay/cli/tool-arguments.ts';
import { type DigestedState, digestedState } from '../../replay/fold/digested-state.ts';
import { createFold } from '../../replay/fold/fold.ts';
import { createReader } from '../../replay/fold/recording-reader.ts';
import type { RecordEntry } from '../../replay/format/format.ts';

/** In ms, or as the player shows it: `0:12.5`. */
type Moment = number | string;

/** A received data frame. */
export interface RecordedFrame<Data = unknown> {
  readonly at: number;
  readonly seq: number;
  readonly ts: number;
  readonly data: Data;
}

/** A recording, for the tests of what was reported with it; docs/recordings.md, "It must not happen again". */
export interface Recorded {
  entries(): Promise<readonly RecordEntry[]>;
  /** @typeParam Data what the test expects of the topic; it is not checked */
  frames<Data = unknown>(topic: string): Promise<readonly RecordedFrame<Data>[]>;
  /** What `replay FILE --state` prints, by default after the last record. */
  stateAt(moment?: Moment): Promise<DigestedState>;
  /** What the app's engine shows its page, by path: `(await report.engineAt('0:12.5'))['account.equity']`. */
  engineAt(moment: Moment): Promise<Facts>;
  /**
   * The engine's facts and the screen's texts, as `replay FILE --test` writes them. In Chromium, with the built app.
   * @param look as the options of `shots`: `{ screen: '/order' }`
   */
  seenAt(moment: Moment, look?: Pick<Values, 'screen' | 'viewport' | 'theme' | 'lang'>): Promise<string>;
}

/** @param file a recording, or the ZIP of a report */
export function recorded(file: string): Recorded {
  const msOf = (moment: Moment): number => momentOf('A moment', String(moment));
  async function entries(): Promise<readonly RecordEntry[]> {
    const all: RecordEntry[] = [];
    const recording = await openRecording(file);
    for await (const { entry } of recording.entries) all.push(entry);
    return all;
  }
  return {
    entries,
    async frames(topic) {
      return (await entries()).flatMap((entry) =>
        entry.kind === 'in' && entry.text.startsWith(`{"topic":"${topic}"`)
          ? [{ at: entry.at, ...JSON.parse(entry.text) }]
          : [],
      );
    },
    async stateAt(moment) {
      const fold = createFold();
      const untilMs = moment === undefined ? undefined : msOf(moment);
      const { failure } = await readInto(file, createReader({ fold, untilMs }));
      if (failure !== undefined) throw new Error(`${file}, line ${failure.line}: ${failure.reason}`);
      return digestedState(fold);
    },
    engineAt: (moment) => playEngine(file, { untilMs: msOf(moment) }),
    async seenAt(moment, look = {}) {
      // Tests of states alone need no browser's package.
      const { seenOf } = await import('../../replay/cli/seen.ts');
      const [seen] = await seenOf(file, [msOf(moment)], lookOf(look));
      return seen ?? '';
    },
  };
}
