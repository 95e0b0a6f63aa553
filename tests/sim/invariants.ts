import { StoreError, UnavailableError } from '../../server/store/errors.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { Books } from './books.ts';
import type { Scene } from './perform.ts';
import type { User } from './user.ts';
import type { Witness } from './witness.ts';

export interface Checked extends Scene {
  readonly witnesses: readonly Witness[];
  /** Undefined while the server is down. */
  readonly books: Books | undefined;
  /** When the night is that positions pay for; undefined without rates. */
  readonly nightAtMs: number | undefined;
}

/** A call has a deadline of 10 s, a second attempt included; a call beyond it would never settle. */
const CALL_MS = 30_000;
/** A new snapshot is asked for at once, or when the answer to an earlier request is overdue. */
const GAP_MS = 8_000;
const NEWEST_CANDLES = 3;

/** What must hold after every step. @returns what does not, in words */
export async function breaksAfterStep(scene: Checked): Promise<readonly string[]> {
  const { users, books, world, promises } = scene;
  return [
    ...world.faults
      .filter((fault) => !isExpected(fault))
      .map((fault) => `the server reported ${wordsOf(fault)}`),
    ...(books?.breaks(
      promises,
      users.flatMap(({ intents }) => intents),
    ) ?? []),
    ...(await memoryBreaks(scene)),
    ...users.flatMap((user, at) => [...userBreaks(user, scene, scene.witnesses[at])]),
  ];
}

const wordsOf = (fault: unknown): string =>
  fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);

/** Background work that a faulty disk, or the end of the process, did not let finish. */
const isExpected = (fault: unknown): boolean =>
  fault instanceof UnavailableError ||
  fault instanceof StoreError ||
  (fault instanceof Error && /^EIO|the process ended/.test(fault.message));

/** What the server believes is what is stored, whenever nothing is being stored. */
async function memoryBreaks({ world, disk, books }: Checked): Promise<readonly string[]> {
  const life = world.life();
  if (life === undefined || books === undefined) return [];
  if (life.store.writing() !== undefined || disk.state !== 'fine' || life.exchange.waiting() > 0) return [];
  const breaks: string[] = [];
  for (const account of books.accounts()) {
    const stored = books.figures(account);
    const held = await life.exchange.figures(account as AccountId);
    if (held.balance !== stored.balance || held.lockBalance !== stored.lockBalance)
      breaks.push(
        `account ${account} is ${JSON.stringify(held)} in memory and ${JSON.stringify(stored)} in the store`,
      );
  }
  return breaks;
}

function* userBreaks(user: User, { world, venue }: Checked, witness: Witness | undefined) {
  const { name, network } = user;
  const now = world.clock.now();
  const player = user.player();
  yield* player.problems;
  if (network.sockets > 1) yield `${name} has ${network.sockets} sockets open`;
  for (const call of user.calls())
    if (!user.isAsleep() && now - call.sinceMs > CALL_MS)
      yield `${name}: ${call.name} is pending since ${now - call.sinceMs} ms`;
  for (const gap of witness?.gaps() ?? []) {
    if (user.isAsleep()) gap.sinceMs = now;
    if (now - gap.sinceMs > GAP_MS) yield `${name} did not notice lost frames of ${gap.topic}`;
  }
  const chart = player.chart();
  if (chart === undefined) return;
  const reference = venue.candles(chart.id, chart.period === '1min' ? 60 : 300);
  for (const [time, , high, low, , volume] of player.candles().slice(-NEWEST_CANDLES)) {
    const [, , top = 0, bottom = 0, , ticks = 0] = reference.get(time) ?? [];
    if (high > top || low < bottom || volume > ticks)
      yield `${name} shows a candle at ${time} beyond the prices there were: ${high} ${low} ${volume}, not ${top} ${bottom} ${ticks}`;
  }
}
