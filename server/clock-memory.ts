import { readFileSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Clock } from './clock.ts';

/*
 * How the machine's clock was set, kept over a restart of the exchange, so that a leap before it ends no hold. The machine's
 * time since its boot is the steady one that two processes share.
 */

/** The time since the boot of a machine, in ms, and which boot it was. */
export interface Boot {
  readonly id: string;
  readonly uptimeMs: number;
}

/** Undefined where the system does not name its boots: then a restart begins anew, as the first start does. */
function bootOfMachine(): Boot | undefined {
  try {
    const id = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { id, uptimeMs: Math.round(uptime() * 1_000) };
  } catch {
    return undefined;
  }
}

const memorySchema = v.object({
  boot: v.string(),
  uptime_ms: v.number(),
  /** The machine's clock less the time since the boot, and until when, since the boot; null: it lasts. */
  offsets: v.array(v.object({ ms: v.number(), ended_ms: v.nullable(v.number()) })),
});

type Memory = v.InferOutput<typeof memorySchema>;

const FILE = 'clock.json';

/**
 * Takes over what an earlier process in this folder has seen.
 * @returns writes down what has been seen by now
 */
export function recallClock(
  dataDir: string,
  clock: Pick<Clock, 'steady' | 'offsets' | 'recall'>,
  bootNow: () => Boot | undefined = bootOfMachine,
): () => void {
  const path = join(dataDir, FILE);
  const boot = bootNow();
  if (boot === undefined) return () => undefined;
  /** From the time since the boot to the steady one of this process. */
  const shift = clock.steady() - boot.uptimeMs;
  const earlier = read(path);
  // A container may count from its own start: its time since the boot is then smaller than before.
  if (earlier !== undefined && earlier.boot === boot.id && earlier.uptime_ms <= boot.uptimeMs)
    clock.recall(
      earlier.offsets.map(({ ms, ended_ms: endedMs }) => ({
        ms: ms - shift,
        endedAt: (endedMs ?? boot.uptimeMs) + shift,
      })),
    );
  const save = (): void => {
    const offsets = clock.offsets().map(({ ms, endedAt }) => ({
      ms: ms + shift,
      ended_ms: Number.isFinite(endedAt) ? endedAt - shift : null,
    }));
    const memory = { boot: boot.id, uptime_ms: bootNow()?.uptimeMs ?? boot.uptimeMs, offsets };
    try {
      writeFileSync(path, `${JSON.stringify(memory satisfies Memory)}\n`, { mode: 0o600 });
    } catch {
      // A full disk stops orders, and says so; what this process has seen is still in its memory.
    }
  };
  save();
  return save;
}

function read(path: string): Memory | undefined {
  try {
    const parsed = v.safeParse(memorySchema, JSON.parse(readFileSync(path, 'utf8')));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}
