import { entryLine, headerLine, type RecordBody } from '../../replay/format/format.ts';
import { WIRE_PERIODS } from '../../shared/domain/period.ts';
import { type Chance, createChance } from '../sim/chance.ts';
import { INSTRUMENTS, order } from './play/replay-parts.ts';

const START_MS = Date.UTC(2026, 4, 6, 23, 58, 0);
const MINUTE_S = 60;
const CODES = ['EURUSD', 'BTCUSD', 'NOTLISTED'] as const;
const TOPICS = ['DAY_MARKET', 'FOREX_TRADE', 'FOREX_CLOSED', ...CODES.map((code) => `KLINE.${code}`)];
/** Numbers that are hard to print, parse or round. */
const ODD = [0, -0, 0.1 + 0.2, 1e-7, 5e-324, 1e21, 123_456_789.123_456_78, 2 ** 53, 9.999999999999999e22];
const LABELS = ['news', '«Ω» "quoted" \\ back', 'line\u2028separator', '🚀 rocket', 'tab\tand\nline'];
const RECORDS = 350;

/** A phone's traffic in the worst case: a recording's text, the same for the same seed. */
export function trafficOf(seed: number): string {
  const chance = createChance(seed);
  const lines = [headerLine(START_MS, 'traffic')];
  let at = 0;
  const source = createSource(chance);
  while (lines.length < RECORDS) {
    for (const body of source.next(START_MS + at)) lines.push(entryLine({ at, ...body }));
    at += pauseMs(chance);
  }
  return `${lines.join('\n')}\n`;
}

function pauseMs(chance: Chance): number {
  if (chance.happens(0.3)) return 0;
  if (chance.happens(0.01)) return chance.whole(10_000, 90_000);
  return chance.happens(0.1) ? chance.whole(1, 1_000) / 8 : chance.whole(1, 250);
}

function createSource(chance: Chance) {
  const seqs = new Map<string, number>();
  let held: RecordBody | undefined;
  const price = () =>
    chance.happens(0.03) ? odd(chance) : chance.whole(1, 200_000) / 10 ** chance.whole(0, 6);

  /** Numbered; sometimes lost, doubled or out of order. */
  function data(topic: string, ts: number, value: unknown): readonly RecordBody[] {
    const seq = (seqs.get(topic) ?? 0) + 1;
    seqs.set(topic, seq);
    const body: RecordBody = { kind: 'in', text: printed({ topic, seq, ts, data: value }, chance) };
    if (chance.happens(0.02)) return [];
    if (chance.happens(0.02) && held === undefined) {
      held = body;
      return [];
    }
    const all = [body, ...(chance.happens(0.03) ? [body] : []), ...(held === undefined ? [] : [held])];
    held = undefined;
    return all;
  }

  const market = (ms: number) => {
    const rows = Array.from({ length: chance.whole(1, 6) }, () => [
      chance.whole(1, 4),
      price(),
      price(),
      chance.whole(0, 1),
      ms - chance.whole(0, 500),
    ]);
    return data('DAY_MARKET', ms, rows);
  };
  /** Also a minute long past, and earlier states of one. */
  const minute = (ms: number) => {
    const code = chance.pick(CODES);
    const time = Math.floor(ms / 1000 / MINUTE_S - chance.whole(0, 4)) * MINUTE_S;
    return data(`KLINE.${code}`, ms, [time, price(), price(), price(), price(), chance.whole(1, 400)]);
  };
  const trade = (ms: number) => {
    const row = order(chance.whole(1, 9), chance.pick([0, 1, 1, 2, 3]) ?? 1, {
      Price: price(),
      Quantity: chance.whole(1, 500) / 100,
    });
    const account = { balance: chance.whole(0, 1e9) / 1e4, lock_balance: chance.whole(0, 1e6) / 100 };
    return data('FOREX_TRADE', ms, { orders: [row], account });
  };
  const closed = (ms: number) => data('FOREX_CLOSED', ms, { ids: [chance.whole(1, 9)] });

  return {
    next(ms: number): readonly RecordBody[] {
      const dice = chance.next();
      if (dice < 0.45) return market(ms);
      if (dice < 0.65) return minute(ms);
      if (dice < 0.72) return trade(ms);
      if (dice < 0.75) return closed(ms);
      if (dice < 0.82) return [answer(chance, ms, price)];
      if (dice < 0.86) return [garbage(chance)];
      if (dice < 0.9) return subscription(chance, () => seqs.clear());
      return [rarity(chance)];
    },
  };
}

const odd = (chance: Chance): number => chance.pick(ODD) ?? 0;

/** Mostly in the server's format; sometimes with the spaces or escapes of another printer. */
function printed(frame: unknown, chance: Chance): string {
  if (chance.happens(0.03)) return JSON.stringify(frame, undefined, 1);
  const text = JSON.stringify(frame);
  return chance.happens(0.02) ? text.replace('topic', '\\u0074opic') : text;
}

function answer(chance: Chance, ms: number, price: () => number): RecordBody {
  const http = (path: string, data: unknown, query = {}, code = 1): RecordBody => ({
    kind: 'http',
    path,
    query,
    body: { code, msg: '', data },
  });
  const dice = chance.next();
  if (dice < 0.5) {
    const first = Math.floor(ms / 1000 / MINUTE_S - chance.whole(0, 30)) * MINUTE_S;
    const rows = Array.from({ length: chance.whole(0, 8) }, (_, i) => {
      const time = first + i * MINUTE_S * (chance.pick([1, 5]) ?? 1);
      return [time, price(), price(), price(), price(), chance.whole(1, 400)];
    });
    const query = { forex_id: String(chance.whole(1, 2)), period: chance.pick(WIRE_PERIODS) };
    return http('/v1/api/forex/kline', rows, query);
  }
  if (dice < 0.75) return http('/v1/api/forex/trade_list', { list: INSTRUMENTS });
  if (dice < 0.95)
    return http('/v1/api/main/account/forexDetail', { balance: price(), lock_balance: chance.whole(0, 99) });
  return http('/api/user/info', null, {}, 999);
}

function garbage(chance: Chance): RecordBody {
  const whole = JSON.stringify({ topic: 'DAY_MARKET', seq: 3, ts: 5, data: [[1, 1.5, 1.5, 1, 9]] });
  const texts = [
    whole.slice(0, chance.whole(0, whole.length)),
    `${whole}${whole}`,
    whole.replace('1.5', '01.5'),
    whole.replace('1.5', '"1.5"'),
    whole.replace('[[', '[[['),
    '{"topic":"KLINE.EURUSD","seq":1,"ts":1,"data":[60,1,1,1]}',
    '{"topic":"FOREX_TRADE","seq":1,"ts":1,"data":{"orders":[{"Id":"x"}]}}',
    'null',
    '\u0000🙂',
  ];
  return { kind: 'in', text: chance.pick(texts) ?? '' };
}

function subscription(chance: Chance, opened: () => void): readonly RecordBody[] {
  const topic = chance.pick(TOPICS) ?? '';
  const sent = (cmd: string): RecordBody => ({ kind: 'out', text: JSON.stringify({ cmd, topic }) });
  const said = (cmd: string): RecordBody => ({
    kind: 'in',
    text: JSON.stringify({ cmd, topic, code: 1, msg: '' }),
  });
  if (chance.happens(0.35)) {
    opened();
    return [{ kind: 'close', code: 1006 }, { kind: 'open' }];
  }
  if (chance.happens(0.5)) return [sent('sub'), said('sub')];
  return chance.happens(0.7) ? [sent('unsub'), sent('sub'), said('unsub'), said('sub')] : [sent('unsub')];
}

function rarity(chance: Chance): RecordBody {
  const dice = chance.next();
  if (dice < 0.3) return { kind: 'in', text: 'pong' };
  if (dice < 0.5) return { kind: 'out', text: 'ping' };
  if (dice < 0.8) return { kind: 'command', name: 'mark', args: [chance.pick(LABELS)] };
  if (dice < 0.9) {
    const args = [{ topic: chance.pick(TOPICS), seq: chance.whole(1, 40) }];
    return { kind: 'command', name: 'resume', args };
  }
  return { kind: 'command', name: 'signOut', args: [] };
}
