import type { PageClock } from '../../src/clock.ts';
import type { TextStore } from '../../src/link/storage.ts';

export interface ManualClock extends PageClock {
  /** Advances the time, running due timers in their order. */
  pass(ms: number): Promise<void>;
  /** Advances the time and runs nothing, as on a sleeping device. */
  sleep(ms: number): void;
  /** Paints a frame. */
  paint(): void;
}

/** A clock that only a test advances. */
export function manualClock(startMs = 1_700_000_000_000): ManualClock {
  let now = startMs;
  let timers: { readonly due: number; readonly run: () => void }[] = [];
  let frames: (() => void)[] = [];
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const frame = (run: () => void) => {
    frames.push(run);
    return () => {
      frames = frames.filter((other) => other !== run);
    };
  };
  return {
    nowMs: () => now,
    wallMs: () => now,
    after(delayMs, run) {
      const timer = { due: now + delayMs, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    frame,
    tickFrame: frame,
    async pass(ms) {
      const end = now + ms;
      await settle();
      for (;;) {
        const next = timers.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0];
        if (!next) break;
        timers = timers.filter((other) => other !== next);
        now = Math.max(now, next.due);
        next.run();
        await settle();
      }
      now = end;
    },
    sleep(ms) {
      now += ms;
    },
    paint() {
      const due = frames;
      frames = [];
      for (const run of due) run();
    },
  };
}

/** A store like the browser's, in a Map. */
export function memoryStore(content: Readonly<Record<string, string>> = {}): TextStore {
  const texts = new Map(Object.entries(content));
  return {
    get: (key) => texts.get(key) ?? null,
    set: (key, value) => {
      texts.set(key, value);
    },
    remove: (key) => {
      texts.delete(key);
    },
    keys: (prefix) => [...texts.keys()].filter((key) => key.startsWith(prefix)),
  };
}
