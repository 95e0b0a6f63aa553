import type { Tap } from '../../../replay/record/recorder.ts';

/** For modules tested without a recorder. */
export const quietTap: Tap = {
  opened() {},
  closed() {},
  sent() {},
  received() {},
  answered() {},
  asked() {},
};
