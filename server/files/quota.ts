import type { AccountId } from '../../shared/domain/account.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import type { FileUsage, fileRepository } from './file-repository.ts';

export interface Uploader {
  readonly accountId: AccountId;
  /** A visitor can open any number of demo accounts. */
  readonly isDemo: boolean;
}

interface Quota {
  readonly pictures: number;
  readonly bytes: number;
}

const DAY_MS = 86_400_000;
const MB = 1_000_000;

/** Limits of stored pictures within any 24 hours. */
export const QUOTAS = {
  real: { pictures: 200, bytes: 200 * MB },
  demo: { pictures: 20, bytes: 20 * MB },
  /** All demo accounts together, so that opening more of them does not fill the disk. */
  demos: { pictures: 20_000, bytes: 2_000 * MB },
} as const satisfies Record<string, Quota>;

/**
 * Seconds to wait until a picture of this size may be stored; 0 for now.
 * @param size 0 while it is unknown
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

/** Until the oldest counted picture is a day old and no longer counts. */
function waitFor(
  { pictures, bytes, first }: FileUsage,
  quota: Quota,
  now: TimestampMs,
  size: number,
): number {
  if (first === undefined || (pictures < quota.pictures && bytes + size <= quota.bytes)) return 0;
  return Math.max(1, Math.ceil((first + DAY_MS - now) / 1_000));
}
