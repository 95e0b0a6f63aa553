import { digestedState } from '../../replay/fold/digested-state.ts';
import { createFold, type Fold } from '../../replay/fold/fold.ts';
import { createReader } from '../../replay/fold/recording-reader.ts';
import type { TextSource } from '../../replay/format/lines.ts';
import { createPlayer } from '../../replay/play/player.ts';
import type { RealTime } from '../../replay/play/virtual-time.ts';
import type { ReplaySpeed } from '../../shared/bridge/recording.ts';

/** Folds a text that arrives in parts, as the command line reads it. */
export function foldOf(parts: Iterable<string>): Fold {
  const fold = createFold();
  const reader = createReader({ fold });
  for (const part of parts) reader.push(part);
  const { failure } = reader.end();
  if (failure !== undefined) throw new Error(`line ${failure.line}: ${failure.reason}`);
  return fold;
}

export async function readDigest(parts: Iterable<string>): Promise<string> {
  return (await digestedState(foldOf(parts))).digest;
}

/** The digest of a replayed recording. */
export async function playedDigest(source: TextSource, speed: ReplaySpeed, real: RealTime): Promise<string> {
  const fold = createFold();
  await new Promise<void>((onEnd) => {
    createPlayer({ source, real, atMs: 0, speed, isPaused: false, take: fold.take, onEnd }).begin();
  });
  return (await digestedState(fold)).digest;
}
