import { CODE } from '../../shared/contract/codes.ts';
import { PRIVATE_TOPICS } from '../../shared/contract/socket.ts';
import { orderId } from '../../shared/domain/order.ts';
import { fieldsOf, isFields, listOf, parseJson } from '../../shared/json.ts';
import type { RecordBody } from '../format/format.ts';
import { createOrderRows, isOrderRow } from '../format/order-rows.ts';

/** The records that a recording starting now needs first, to be complete without earlier ones. */
export interface ResumeState {
  /**
   * Takes a record after redaction, but no answer of a call that changes something.
   * @param isOfAccount an answer that only the account gets: it goes with the account
   */
  keep(body: RecordBody, isOfAccount?: boolean): void;
  /** Takes a market frame, which is not parsed again. */
  sawMarket(seq: number): void;
  head(): readonly RecordBody[];
}

/** The row of every instrument as on the wire. */
export type MarketRowsNow = () => readonly (readonly number[])[];

type Answer = Extract<RecordBody, { kind: 'http' }>;
interface Seen {
  readonly seq: number;
  readonly ts: number;
  readonly data: unknown;
}

/** Number of answers kept, the latest of each call; of the account's as many again. */
const MAX_ANSWERS = 48;
const MARKET = 'DAY_MARKET';
/** Later pages are not needed to start a recording. */
const isLasting = ({ query }: Answer): boolean =>
  query['end'] === undefined && Number(query['page'] ?? 1) === 1;

export function createResumeState(marketRows: MarketRowsNow): ResumeState {
  const answers = new Map<string, Answer>();
  const ofAccount: typeof answers = new Map();
  const seen = new Map<string, Seen>();
  const orders = createOrderRows();
  let account: unknown;
  let isOpen = false;
  /** The screen that is shown. */
  let route: RecordBody | undefined;
  const choices = new Map<string, RecordBody>();
  let marketSeq = 0;

  function forgetAccount(): void {
    orders.clear();
    ofAccount.clear();
    account = undefined;
    for (const topic of PRIVATE_TOPICS) seen.delete(topic);
  }

  function keepTrades(data: unknown, isSnapshot: boolean): void {
    if (!isFields(data) || !Array.isArray(data['orders'])) return;
    account = data['account'];
    const rows = data['orders'].filter(isOrderRow);
    if (isSnapshot) orders.replaceAll(rows);
    else orders.change(rows);
  }

  function keepFrame(text: string): void {
    const frame = fieldsOf(parseJson(text));
    if (frame['cmd'] === 'login' && frame['code'] === CODE.sessionExpired) forgetAccount();
    const { topic, seq, ts, data } = frame;
    if (typeof topic !== 'string' || typeof seq !== 'number' || typeof ts !== 'number') return;
    if (topic === MARKET) {
      marketSeq = seq;
      return;
    }
    // The first frame of a subscription is a snapshot.
    if (topic === 'FOREX_TRADE') keepTrades(data, !seen.has(topic));
    if (topic === 'FOREX_CLOSED')
      orders.remove(listOf(fieldsOf(data)['ids']).map((id) => orderId(Number(id))));
    seen.set(topic, { seq, ts, data });
  }

  function keepSent(text: string): void {
    const { cmd, topic } = fieldsOf(parseJson(text));
    if (cmd === 'logout') forgetAccount();
    if (cmd !== 'sub' && cmd !== 'unsub') return;
    if (topic === MARKET) marketSeq = 0;
    else if (typeof topic === 'string') seen.delete(topic);
  }

  function keepAnswer(answer: Answer, kept: typeof answers): void {
    if (!isLasting(answer)) return;
    const key = `${answer.path} ${JSON.stringify(answer.query)}`;
    kept.delete(key);
    kept.set(key, answer);
    const oldest = kept.keys().next();
    if (kept.size > MAX_ANSWERS && !oldest.done) kept.delete(oldest.value);
  }

  const snapshot = (topic: string, { seq, ts, data }: Seen) => ({
    topic,
    seq,
    text: JSON.stringify({ topic, seq, ts, data }),
  });

  /** The last state of each topic as a snapshot frame. */
  function snapshots() {
    const others = [...seen].map(([topic, last]) => {
      if (topic === 'FOREX_TRADE')
        return snapshot(topic, { ...last, data: { orders: orders.rows(), account } });
      return snapshot(topic, topic === 'FOREX_CLOSED' ? { ...last, data: { ids: [] } } : last);
    });
    if (marketSeq === 0) return others;
    const data = marketRows();
    const ts = data.reduce((latest, row) => Math.max(latest, row[4] ?? 0), 0);
    return [snapshot(MARKET, { seq: marketSeq, ts, data }), ...others];
  }

  return {
    keep(body, isOfAccount) {
      if (body.kind === 'open' || body.kind === 'close') {
        isOpen = body.kind === 'open';
        seen.clear();
        marketSeq = 0;
      }
      if (body.kind === 'in') keepFrame(body.text);
      if (body.kind === 'out') keepSent(body.text);
      if (body.kind === 'http') keepAnswer(body, isOfAccount ? ofAccount : answers);
      // signIn, signInDemo, signOut
      if (body.kind === 'command' && body.name.startsWith('sign')) forgetAccount();
      if (body.kind === 'page' && body.event === 'route') route = body;
      if (body.kind === 'page' && body.event === 'choice') choices.set(body.name, body);
    },
    sawMarket(seq) {
      marketSeq = seq;
    },
    head() {
      const known: RecordBody[] = [
        ...answers.values(),
        ...ofAccount.values(),
        ...(route ? [route] : []),
        ...choices.values(),
      ];
      if (!isOpen) return known;
      const topics = snapshots();
      return [
        ...known,
        { kind: 'open' },
        { kind: 'command', name: 'resume', args: topics.map(({ topic, seq }) => ({ topic, seq })) },
        ...topics.map(({ text }): RecordBody => ({ kind: 'in', text })),
      ];
    },
  };
}
