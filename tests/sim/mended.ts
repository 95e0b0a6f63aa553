import type { Step } from './steps.ts';

/** What was left of failing runs, each mended since: steps in full, since a seed's own steps change when kinds are added. */
export const MENDED: readonly {
  readonly what: string;
  readonly seed: number;
  readonly steps: readonly Step[];
}[] = [
  {
    what: 'an order held up, from a phone whose clock was set',
    seed: 202,
    steps: [
      { at: 76, do: 'sleep', who: 0, ms: 24441, pick: 221, waitMs: 336 },
      { at: 78, do: 'clock', who: 0, size: 3203861, pick: 277, waitMs: 787 },
      { at: 81, do: 'link', how: 'silent', who: 0, ms: 6723, pick: 892, waitMs: 141 },
      { at: 85, do: 'order', how: 'sell', who: 0, size: 32, pick: 261, waitMs: 0 },
      { at: 93, do: 'stops', who: 0, size: 252, pick: 762, waitMs: 379 },
      { at: 94, do: 'clock', who: 0, size: -2609128, pick: 590, waitMs: 806 },
      { at: 99, do: 'clock', who: 0, size: 2152179, pick: 908, waitMs: 8740 },
    ],
  },
  {
    what: 'a snapshot that came after the next one was asked for',
    seed: 1923,
    steps: [
      { at: 3, do: 'order', how: 'sell', who: 0, size: 54, pick: 284, waitMs: 390 },
      { at: 4, do: 'order', how: 'buy', who: 2, size: 1, pick: 433, waitMs: 552 },
      { at: 5, do: 'order', how: 'buy', who: 1, size: 1, pick: 831, waitMs: 365 },
      { at: 6, do: 'chart', how: '5min', who: 0, pick: 8, waitMs: 572 },
      { at: 7, do: 'sleep', who: 2, ms: 11776, pick: 407, waitMs: 9479 },
      { at: 8, do: 'order', how: 'buy', who: 2, size: 14, pick: 421, waitMs: 92 },
      { at: 9, do: 'lag', who: 0, size: 5377, ms: 7058, pick: 884, waitMs: 334 },
      { at: 10, do: 'lag', who: 2, size: 8076, ms: 9669, pick: 817, waitMs: 0 },
      { at: 11, do: 'stops', who: 2, size: 366, pick: 427, waitMs: 7371 },
      { at: 14, do: 'ticks', who: 0, size: 10, pick: 545, waitMs: 9575 },
    ],
  },
  {
    what: 'an order whose reply was lost, sent again after another account had signed in',
    seed: 12603,
    steps: [
      { at: 26, do: 'order', how: 'buy', who: 0, size: 9, pick: 460, waitMs: 231 },
      { at: 34, do: 'disk', how: 'failing', who: 1, ms: 7621, pick: 55, waitMs: 0 },
      { at: 49, do: 'pending', how: 'buy', who: 0, size: -11, pick: 622, waitMs: 389 },
      { at: 55, do: 'logout', who: 0, pick: 66, waitMs: 513 },
      { at: 61, do: 'login', who: 0, pick: 201, waitMs: 0 },
    ],
  },
  {
    what: 'an order from a phone whose clock was set a moment ago, held up',
    seed: 5040,
    steps: [
      { at: 26, do: 'page', how: 'hidden', who: 1, ms: 34487, pick: 240, waitMs: 0 },
      { at: 27, do: 'order', how: 'sell', who: 2, size: 3, pick: 223, waitMs: 305 },
      { at: 35, do: 'clock', who: 1, size: 1923824, pick: 508, waitMs: 0 },
      { at: 36, do: 'pending', how: 'sell', who: 2, size: -30, pick: 551, waitMs: 3772 },
      { at: 37, do: 'order', how: 'sell', who: 1, size: 60, pick: 307, waitMs: 403 },
      { at: 43, do: 'order', how: 'buy', who: 1, size: 11, pick: 367, waitMs: 100 },
      { at: 44, do: 'cut', who: 1, pick: 7, waitMs: 0 },
      { at: 52, do: 'requests', how: 'late', who: 1, ms: 8431, pick: 383, waitMs: 0 },
      { at: 53, do: 'link', how: 'silent', who: 1, ms: 19636, pick: 768, waitMs: 0 },
      { at: 54, do: 'order', how: 'buy', who: 2, size: 58, pick: 515, waitMs: 100 },
      { at: 57, do: 'order', how: 'buy', who: 1, size: 25, pick: 501, waitMs: 0 },
      { at: 58, do: 'order', how: 'sell', who: 2, size: 25, pick: 140, waitMs: 173 },
      { at: 59, do: 'gap', who: 0, size: -63, pick: 258, waitMs: 10762 },
      { at: 81, do: 'gap', who: 1, size: -91, pick: 311, waitMs: 8732 },
    ],
  },
  {
    what: 'a late snapshot for a gap, beside one asked for later',
    seed: 20099,
    steps: [
      { at: 0, do: 'requests', how: 'lost', who: 2, ms: 1000, pick: 530, waitMs: 830 },
      { at: 5, do: 'lag', who: 2, size: 14174, ms: 1000, pick: 371, waitMs: 710 },
      { at: 6, do: 'lag', who: 0, size: 3468, ms: 8341, pick: 558, waitMs: 742 },
      { at: 7, do: 'lag', who: 2, size: 11036, ms: 3776, pick: 81, waitMs: 303 },
      { at: 8, do: 'order', how: 'buy', who: 0, size: 55, pick: 620, waitMs: 203 },
      { at: 12, do: 'reload', who: 2, pick: 183, waitMs: 654 },
      { at: 13, do: 'reload', who: 1, pick: 925, waitMs: 0 },
      { at: 17, do: 'lag', who: 1, size: 776, ms: 1000, pick: 842, waitMs: 818 },
      { at: 23, do: 'order', how: 'sell', who: 1, size: 15, pick: 96, waitMs: 721 },
      { at: 24, do: 'operator', how: 'approve', who: 1, pick: 688, waitMs: 406 },
      { at: 27, do: 'requests', how: 'doubled', who: 2, ms: 1000, pick: 292, waitMs: 852 },
      { at: 28, do: 'close', how: 'all', who: 1, pick: 130, waitMs: 483 },
      { at: 29, do: 'operator', how: 'reject deposit', who: 0, pick: 57, waitMs: 523 },
      { at: 30, do: 'order', how: 'sell', who: 1, size: 21, pick: 522, waitMs: 873 },
      { at: 31, do: 'lag', who: 0, size: 14106, ms: 8761, pick: 558, waitMs: 476 },
      { at: 44, do: 'requests', how: 'doubled', who: 0, ms: 1000, pick: 371, waitMs: 7470 },
      { at: 45, do: 'frames', how: 'swapped', who: 2, ms: 1000, pick: 88, waitMs: 11618 },
    ],
  },
  {
    what: 'an order that waited for its turn while the clock of its phone was set back',
    seed: 688,
    steps: [
      { at: 47, do: 'disk', how: 'failing', who: 0, ms: 5663, pick: 735, waitMs: 0 },
      { at: 50, do: 'order', how: 'sell', who: 1, size: 25, pick: 987, waitMs: 0 },
      { at: 51, do: 'order', how: 'buy', who: 1, size: 54, pick: 870, waitMs: 0 },
      { at: 53, do: 'pending', how: 'sell', who: 1, size: -41, pick: 231, waitMs: 571 },
      { at: 54, do: 'pending', how: 'buy', who: 1, size: -51, pick: 312, waitMs: 338 },
      { at: 70, do: 'order', how: 'buy', who: 1, size: 22, pick: 763, waitMs: 0 },
      { at: 71, do: 'login', who: 0, pick: 500, waitMs: 501 },
      { at: 72, do: 'order', how: 'buy', who: 1, size: 9, pick: 795, waitMs: 422 },
      { at: 80, do: 'link', how: 'silent', who: 1, ms: 5508, pick: 172, waitMs: 0 },
      { at: 83, do: 'clock', who: 1, size: -1441539, pick: 571, waitMs: 0 },
      { at: 85, do: 'order', how: 'buy', who: 0, size: 30, pick: 591, waitMs: 4696 },
    ],
  },
];
