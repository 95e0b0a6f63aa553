/** The developer tools' format, with what the bench adds to it. Times in µs; lines from 0. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly startTime: number;
  readonly endTime: number;
  /** Ids of nodes, one a sample. */
  readonly samples: readonly number[];
  /** Time since the sample before. */
  readonly timeDeltas: readonly number[];
  readonly spans?: Spans;
}

export interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    readonly lineNumber: number;
    readonly columnNumber: number;
  };
  readonly children?: readonly number[];
}

/** ms by name of a span: decode, fold, derive, cross, paint. */
export type Spans = Readonly<Record<string, number>>;

/** Environment variable with the folder of the profiles. */
export const FOLDER_VARIABLE = 'PIPSTREAM_BENCH_PROFILES';
/** Global variable of page and worker in which a bench build sums up its spans. */
export const SPANS_VARIABLE = '__pipstreamSpans';
