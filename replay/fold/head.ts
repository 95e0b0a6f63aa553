import { ROUTES } from '../../shared/contract/routes.ts';
import type { RecordBody } from '../format/format.ts';
import type { Fold } from './fold.ts';

/** What a head holds besides the fold's state. */
export interface HeadMoment {
  /** Ms since the recording's start. */
  readonly atMs: number;
  /** The exchange's clock, epoch ms. */
  readonly serverMs: number;
  /** How the last connection ended; undefined while it is open. */
  readonly close: Extract<RecordBody, { kind: 'close' }> | undefined;
  /** The last answers of other calls. */
  readonly answers: readonly RecordBody[];
}

type Frames = readonly (readonly [topic: string, data: unknown])[];

/**
 * The records that bring an empty fold to the state of this one, so that a recording may begin here. Earlier builds find
 * the same prices, candles, orders and account; this one also the same counters and the same judgement of later frames.
 */
export function headOf(fold: Fold, { atMs, serverMs, close, answers }: HeadMoment): readonly RecordBody[] {
  const frame = ([topic, data]: Frames[number], seq: number): RecordBody => ({
    kind: 'in',
    text: JSON.stringify({ topic, seq, ts: serverMs, data }),
  });
  const all = snapshotFrames(fold);
  const resumed = new Set(all.map(([topic]) => topic).filter((topic) => isLive(fold, topic)));
  // A snapshot of the orders forgets which were closed, so that these must follow it.
  if (fold.orders.closedIds().length > 0 && !resumed.has('FOREX_CLOSED')) resumed.delete('FOREX_TRADE');
  const snapshots = all.filter(([topic]) => resumed.has(topic));
  const others = [...minuteFrames(fold), ...all.filter(([topic]) => !resumed.has(topic))];
  return [
    ...answers,
    ...answersOf(fold),
    ...others.map(frame),
    ...(fold.counters.opened > 0 ? [{ kind: 'open' } as const] : []),
    command('resume', topicsOf(fold, resumed, atMs)),
    ...snapshots.map((one) => frame(one, fold.topics.get(one[0])?.order.highest ?? 0)),
    ...(close === undefined ? [] : [close]),
    // Last, since the records above are counted, too.
    command('counted', [{ ...fold.counters }]),
  ];
}

const command = (name: string, args: readonly unknown[]): RecordBody => ({ kind: 'command', name, args });
const isLive = ({ topics }: Fold, topic: string): boolean => topics.get(topic)?.order.phase === 'live';

/** Numbered as they come: what is sent before the opening belongs to no subscription. */
function* minuteFrames({ candles }: Fold): Iterable<Frames[number]> {
  for (const [code, rows] of candles.liveMinutes()) for (const row of rows) yield [`KLINE.${code}`, row];
}

function snapshotFrames({ quotes, orders }: Fold): Frames {
  const rows = quotes.wireRows();
  const working = orders.orders();
  const closed = orders.closedIds();
  const account = { balance: orders.balance(), lock_balance: orders.lockBalance() };
  return [
    ...(rows.length === 0 ? [] : [['DAY_MARKET', rows] as const]),
    ...(working === undefined ? [] : [['FOREX_TRADE', { orders: working, account }] as const]),
    ...(closed.length === 0 ? [] : [['FOREX_CLOSED', { ids: closed }] as const]),
  ];
}

function answersOf({ instruments, candles, orders }: Fold): readonly RecordBody[] {
  const history = [...candles.histories()].map(([id, period, rows]) =>
    answer(ROUTES.getKline.path, rows, { forex_id: String(id), period }),
  );
  const account = { balance: orders.balance(), lock_balance: orders.lockBalance() };
  const hasAccount = account.balance !== undefined || account.lock_balance !== undefined;
  return [
    ...(instruments.size === 0
      ? []
      : [answer(ROUTES.getTradeList.path, { list: [...instruments.values()] })]),
    ...history,
    ...(hasAccount ? [answer(ROUTES.getAccount.path, account)] : []),
  ];
}

const answer = (path: string, data: unknown, query: Readonly<Record<string, string>> = {}): RecordBody => ({
  kind: 'http',
  path,
  query,
  body: { code: 1, msg: '', data },
});

/** Where each topic stands. A topic whose snapshot is in the head needs its number alone, the others their phase as well. */
const topicsOf = ({ topics }: Fold, resumed: ReadonlySet<string>, atMs: number): readonly unknown[] =>
  [...topics].map(([topic, { order, subscribedAtMs }]) => {
    const { phase, highest, unacknowledged } = order;
    if (resumed.has(topic)) return { topic, seq: highest };
    const seq = Number.isFinite(highest) ? highest + 1 : null;
    return { topic, seq, phase, unacknowledged, at: subscribedAtMs - atMs };
  });
