import { WebSocket } from 'ws';
import type { WireOrder } from '../../../shared/contract/order-row.ts';
import { type ClientFrame, SOCKET_PATH } from '../../../shared/contract/socket.ts';
import { ORDER_FIELDS } from '../../../shared/domain/order.ts';
import type { Note } from './drill-recording.ts';

/** Traded around the clock. */
export const BITCOIN = 401;
const DAY_MARKET = 'DAY_MARKET';
const PAUSE_MS = 250;
const QUOTES_HZ = 4;

interface SocketDeps {
  readonly origin: string;
  readonly localAddress: string | undefined;
  readonly token: string;
  readonly onQuote: ((time: number) => void) | undefined;
  readonly note: Note | undefined;
}

/** The open positions as the socket shows them. Reconnects when the connection ends; subscribes again after a gap. */
export function followAccount({ origin, localAddress, token, onQuote, note }: SocketDeps) {
  const positions = new Map<number, WireOrder>();
  let socket: WebSocket | undefined;
  let isEnded = false;
  const address = `${origin.replace('http', 'ws')}${SOCKET_PATH}`;

  const connect = () => {
    if (isEnded) return;
    const mine = new WebSocket(address, localAddress === undefined ? {} : { localAddress });
    socket = mine;
    const seqs = new Map<string, number>();
    let isSnapshot = true;
    let isOpen = false;
    const send = (frame: ClientFrame) => {
      const text = JSON.stringify(frame);
      note?.({ kind: 'out', text });
      mine.send(text);
    };
    mine.on('open', () => {
      isOpen = true;
      note?.({ kind: 'open' });
      send({ cmd: 'login', params: { token } });
      for (const topic of ['FOREX_CLOSED', 'FOREX_TRADE']) send({ cmd: 'sub', topic });
      if (onQuote) send({ cmd: 'sub', topic: DAY_MARKET, params: { rows: [BITCOIN], hz: QUOTES_HZ } });
    });
    mine.on('message', (text) => {
      note?.({ kind: 'in', text: String(text) });
      const frame = JSON.parse(String(text));
      if (typeof frame.seq !== 'number') return;
      const isGap = seqs.has(frame.topic) && frame.seq !== (seqs.get(frame.topic) ?? 0) + 1;
      seqs.set(frame.topic, frame.seq);
      if (frame.topic === DAY_MARKET)
        for (const [id, , , , time] of frame.data as readonly (readonly number[])[])
          if (id === BITCOIN) onQuote?.(time ?? 0);
      if (isGap && frame.topic !== DAY_MARKET) {
        isSnapshot = true;
        send({ cmd: 'sub', topic: 'FOREX_TRADE' });
        return;
      }
      if (frame.topic === 'FOREX_CLOSED') for (const id of frame.data.ids) positions.delete(id);
      if (frame.topic !== 'FOREX_TRADE') return;
      if (isSnapshot) positions.clear();
      isSnapshot = false;
      for (const order of frame.data.orders as readonly WireOrder[])
        if (order.Status === 1) positions.set(order.Id, order);
        else positions.delete(order.Id);
    });
    mine.on('error', () => undefined);
    mine.on('close', (code) => {
      if (isOpen) note?.({ kind: 'close', code });
      setTimeout(connect, PAUSE_MS);
    });
  };
  connect();
  return {
    positions: (): ReadonlyMap<number, WireOrder> => positions,
    end() {
      isEnded = true;
      socket?.terminate();
    },
  };
}

/** What an open position has that does not move with the prices. */
const FIXED = Object.values(ORDER_FIELDS.open).flatMap((field) => ('isListed' in field ? [] : field.wire));

export const isSameOrder = (shown: WireOrder | undefined, stored: WireOrder): boolean =>
  shown !== undefined && FIXED.every((field) => shown[field] === stored[field]);
