import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import type { FileUsage, fileRepository } from './file-repository.ts';
import type { Uploader } from './files.ts';

interface Quota {
  readonly pictures: number;
  readonly bytes: number;
}

const DAY_MS = 86_400_000;
const MB = 1_000_000;

/** What may be stored within any 24 hours, counted as it is stored. */
export const QUOTAS = {
  real: { pictures: 200, bytes: 200 * MB },
  demo: { pictures: 20, bytes: 20 * MB },
  /** Of all demo accounts together: opening more of them does not fill the disk. */
  demos: { pictures: 20_000, bytes: 2_000 * MB },
} as const satisfies Record<string, Quota>;

/**
 * The seconds to wait until a picture of this size may be stored; 0 when it may be now.
 * @param size 0 before it is known
 */
export async function secondsToWait(
  files: Pick<ReturnType<typeof fileRepository>, 'usage' | 'demoUsage'>,
  { accountId, isDemo }: Uploader,
  now: TimestampMs,
  size: number,
): Promise<number> {
  const since = timestampMs(now - DAY_MS);
  const own = await files.usage(accountId, since);
  const ownWait = waitFor(own, isDemo ? QUOTAS.demo : QUOTAS.real, now, size);
  if (ownWait > 0 || !isDemo) return ownWait;
  return waitFor(await files.demoUsage(since), QUOTAS.demos, now, size);
}

/** Until the oldest picture that counts is a day old: then at least it counts no longer. */
function waitFor(
  { pictures, bytes, first }: FileUsage,
  quota: Quota,
  now: TimestampMs,
  size: number,
): number {
  if (first === undefined || (pictures < quota.pictures && bytes + size <= quota.bytes)) return 0;
  return Math.max(1, Math.ceil((first + DAY_MS - now) / 1_000));
}
