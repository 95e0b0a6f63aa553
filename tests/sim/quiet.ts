import { auditBooks } from '../../server/audit/audit.ts';
import { HEADER, HEADER_LENGTH, QUOTE, QUOTE_LENGTH } from '../../shared/bridge/market-frame.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { instrumentId } from '../../shared/domain/instrument.ts';
import type { Checked } from './invariants.ts';
import type { User } from './user.ts';

/** What must hold once everything is quiet: every phone shows exactly what the exchange has. */
export async function breaksWhenQuiet(scene: Checked): Promise<readonly string[]> {
  const { world, users, books, nightAtMs } = scene;
  const life = world.life();
  if (life === undefined) return ['the server is down'];
  const breaks = (await auditBooks(life.store.read)).map((one) => `the audit found ${JSON.stringify(one)}`);
  for (const id of (nightAtMs !== undefined && books?.unbooked(nightAtMs)) || [])
    breaks.push(`the night of order ${id} is not booked`);
  for (const user of users)
    for await (const one of screenBreaks(user, scene)) breaks.push(`${user.name}: ${one}`);
  return breaks;
}

async function* screenBreaks(user: User, { world, venue }: Checked): AsyncGenerator<string, void, undefined> {
  const player = user.player();
  const life = world.life();
  const session = player.session();
  if (life === undefined || session.status !== 'signed-in') return yield `is ${session.status}`;
  if (user.waiting() > 0)
    yield `does not know what became of ${user.intents.find(({ word }) => word === 'waiting')?.cid}`;
  const account = (await life.accounts.session(session.token))?.accountId;
  if (account === undefined) return yield 'has no session';
  const working = player.working();
  const shown = working.status === 'ready' ? [...working.positions, ...working.pending] : [];
  const stored = (await life.exchange.working(account)).toSorted((a, b) => a.id - b.id);
  const orders = JSON.stringify(shown.toSorted((a, b) => a.id - b.id).map(sorted));
  if (orders !== JSON.stringify(stored.map(sorted)))
    yield `shows the orders ${orders}, the exchange has ${JSON.stringify(stored.map(sorted))}`;
  yield* accountBreaks(player.frame(), account, life, stored);
  const frame = player.frame();
  for (let row = 0; row < (frame[HEADER.quotes] ?? 0); row++) {
    const at = HEADER_LENGTH + row * QUOTE_LENGTH;
    const quote = life.market.quote(instrumentId(frame[at + QUOTE.id] ?? 0));
    const shown = [QUOTE.close, QUOTE.ask].map((column) => frame[at + column]);
    // In few bytes a time is rounded to the older side.
    const tooOldMs = (quote?.time ?? 0) - (frame[at + QUOTE.timeMs] ?? 0);
    if (shown[0] !== quote?.close || shown[1] !== quote?.ask || !(tooOldMs >= 0 && tooOldMs < 20))
      yield `shows ${frame[at + QUOTE.id]} at ${shown}, the prices are ${quote?.close} and ${quote?.ask}`;
  }
  const chart = player.chart();
  if (chart === undefined) return;
  const candles = player.candles();
  const reference = venue.candles(chart.id, chart.period === '1min' ? 60 : 300);
  const from = candles[0]?.[0] ?? 0;
  const expected = [...reference.values()].filter(([time]) => time >= from).toSorted((a, b) => a[0] - b[0]);
  if (candles.length < 40) yield `shows ${candles.length} candles`;
  if (JSON.stringify(candles) !== JSON.stringify(expected))
    yield `shows candles that differ from the ticks: ${differenceOf(candles, expected)}`;
}

type Life = NonNullable<ReturnType<Checked['world']['life']>>;

async function* accountBreaks(
  frame: Float64Array,
  account: AccountId,
  { exchange }: Life,
  stored: Awaited<ReturnType<Life['exchange']['working']>>,
) {
  const { balance } = await exchange.figures(account);
  let [margin, floating] = [0, 0];
  for (const order of stored) {
    if (order.status !== 'open') continue;
    margin += order.margin;
    floating += exchange.mark(order)?.pnl ?? Number.NaN;
  }
  for (const [name, expected] of Object.entries({ balance, margin, floatingPnl: floating }))
    if (frame[HEADER[name as 'balance']] !== expected)
      yield `shows ${name} ${frame[HEADER[name as 'balance']]}, it is ${expected}`;
}

const sorted = (order: object): object =>
  Object.fromEntries(Object.entries(order).toSorted(([a], [b]) => (a < b ? -1 : 1)));

function differenceOf(shown: readonly unknown[], expected: readonly unknown[]): string {
  const at = Math.max(
    0,
    expected.findIndex((row, i) => JSON.stringify(row) !== JSON.stringify(shown[i])),
  );
  return `${shown.length} and ${expected.length}, first ${JSON.stringify(shown[at])} and ${JSON.stringify(expected[at])}`;
}
