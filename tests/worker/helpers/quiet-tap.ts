import type { Tap } from '../../../replay/record/recorder.ts';

/** For parts that are tried without a recorder. */
export const quietTap: Tap = {
  opened() {},
  closed() {},
  sent() {},
  received() {},
  answered() {},
  asked() {},
};
