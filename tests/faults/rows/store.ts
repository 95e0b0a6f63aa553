import { n, type Row, tested, without } from '../row.ts';

/** The database and its process. */
export const STORE_ROWS: readonly Row[] = [
  tested({
    id: 'G23',
    fault: 'kill -9 under load, at any moment',
    goal: 'nothing acknowledged is lost, no half order; 100 kills',
    trials: { full: 5, quick: 0 },
    files: ['tests/faults/kill.test.ts'],
    env: (trials, seed) => ({ KILLS: String(trials), SEED: String(seed) }),
    says: (trials, figure) =>
      `0 lost or changed in ${n(trials)} kills, ${figure(/(\d+) commands/)} commands; ready after at most ${figure(/after at most (\d+)/)} ms`,
  }),
  tested({
    id: 'G24',
    fault: 'power cut with a torn write; one page of the database damaged',
    goal: 'confirmed writes are there; 0 starts that deal on damage that can be known, 0 raw stacks',
    trials: { full: 5, quick: 0 },
    files: ['tests/faults/durability.test.ts', 'tests/faults/damaged-pages.test.ts'],
    env: (trials, seed) => ({ PAGES: String(trials), SEED: String(seed) }),
    says: (trials) =>
      `25 torn logs: 0 confirmed writes lost; ${n(trials)} damaged pages: 0 dealt on, 0 raw stacks`,
  }),
  tested({
    id: 'G46',
    fault:
      'the books are edited by somebody who has the program: a value, a row, the order of rows, seals and chains computed again',
    goal: 'against a noted line each edit is found; without one all but those that compute the end of a chain again; 10,000 edits',
    trials: { full: 10_000, quick: 300 },
    files: ['tests/server/audit/edits.test.ts'],
    env: (trials, seed) => ({ EDITS: String(trials), SEED: String(seed) }),
    says: (_, figure) =>
      `${figure(/(\d+) edits,/)} edits, ${figure(/(\d+) of them/)} with the end of a chain: all found`,
  }),
  tested({
    id: 'G25',
    fault: 'a second process on the data folder, or on the database',
    goal: 'it refuses and names the holder',
    trials: { full: 1, quick: 0 },
    files: [
      'tests/server/store/open.test.ts',
      'tests/server/store/postgres/hold.test.ts',
      'tests/server/main.test.ts',
    ],
    says: () => 'refused with the holder on both databases; free once the holder is killed',
  }),
  tested({
    id: 'G26',
    fault: 'the disk is full',
    goal: 'orders refused for good, reads go on, health 503 within 3 s, stored again within 10 s after there is space',
    trials: { full: 1, quick: 0 },
    files: ['tests/faults/full-disk.test.ts'],
    says: (_, figure) =>
      `all refused; 503 after ${figure(/503 after (\d+) ms/)} ms, stored again ${figure(/stored again (\d+) ms/)} ms after there was space`,
  }),
  tested({
    id: 'G27',
    fault: 'PostgreSQL hangs (SIGSTOP)',
    goal: '503 within 3 s and back within 3 s; orders refused within their validity, 0 carried out late',
    trials: { full: 1, quick: 0 },
    files: ['tests/faults/hung-database.test.ts'],
    says: (_, figure) =>
      `503 after ${figure(/503 after (\d+) ms/)} ms, an order refused after ${figure(/refused after (\d+) ms/)} ms, 200 again after ${figure(/200 after (\d+) ms/)} ms`,
  }),
  tested({
    id: 'G27n',
    fault: 'the network to PostgreSQL is cut: silence, resets, torn and lost bytes; a TCP proxy',
    goal: 'no answered order lost, 0 doubled, each cut order has one outcome, 503 within 3 s, orders again within 10 s',
    trials: { full: 6, quick: 0 },
    files: ['tests/faults/partition.test.ts'],
    env: (trials, seed) => ({ CUTS: String(trials), SEED: String(seed) }),
    says: (trials, figure) =>
      `0 lost or doubled of ${figure(/(\d+) orders/)} in ${n(trials)} cuts; 503 after at most ${figure(/503 after at most (\d+)/)} ms, orders again after at most ${figure(/again after at most (\d+)/)} ms`,
  }),
  without('G28', 'two nodes', 'does not apply to one process; parts of an exchange: S3 to S6 of cluster.md'),
];
