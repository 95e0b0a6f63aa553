import type { Frame } from '../../shared/stream/frame-decoder.ts';

/** Hears every input of the engine, in the order in which it is taken. */
export interface Tap {
  opened(): void;
  closed(code?: number): void;
  sent(text: string): void;
  /** `frame` as it was decoded; undefined for one that was dropped. */
  received(text: string, frame: Frame | undefined): void;
  /** `path` without the host; `body` is the envelope, undefined when there was none. */
  answered(path: string, query: Readonly<Record<string, string>>, body: unknown): void;
  asked(name: string, args: readonly unknown[]): void;
}
