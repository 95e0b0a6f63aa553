import { expect, it } from 'vitest';
import { captureOf } from '../../../replay/import/capture.ts';
import { importCapture } from '../../../replay/import/import-capture.ts';
import { mappedVenue, parseStreamMap } from '../../../replay/import/stream-map.ts';
import { eventsOf, type Venue } from '../../../replay/import/venue.ts';
import { imported, linesFrom, quoteRows, START_MS } from './importing.ts';

function mapped(map: object): Venue {
  const read = parseStreamMap(JSON.stringify(map));
  if (!read.ok) throw new Error(read.error);
  return mappedVenue(read.value);
}

const pricesIn = (map: object, frame: string) =>
  eventsOf(mapped(map), frame).map((event) => ('price' in event ? event.price : event));

const TRADE = { s: 'EUR/USD', p: '1.25' };
const text = JSON.stringify(TRADE);
const PLAIN = { symbol: 's', price: 'p' };
const LISTED = { symbol: '[1].s', price: '[1].p' };
const SIGNALR = { symbol: 'arguments[0].s', price: 'arguments[0].p' };

it.each([
  ['Socket.IO', LISTED, `42["trade",${text}]`],
  ['Socket.IO with a namespace and a number', LISTED, `42/market,17["trade",${text}]`],
  ['Engine.IO, two packets', LISTED, `42["trade",${text}]\x1e42["trade",${text}]`],
  ['SignalR', SIGNALR, `{"type":1,"target":"t","arguments":[${text}]}\x1e`],
  ['SockJS', PLAIN, `a${JSON.stringify([text, text])}`],
  ['lines in one frame', PLAIN, `${text}\n${text}\n`],
])('messages that %s wraps are read', (_name, map, frame) => {
  const prices = pricesIn(map, frame);
  expect(new Set(prices)).toEqual(new Set(['1.25']));
});

it.each(['3probe', 'hello', '\x1e', `42["trade",{]`])('%j is a frame that is no JSON', (frame) => {
  expect(pricesIn(LISTED, frame)).toEqual([{ kind: 'ignored', what: 'frame that is no JSON' }]);
});

it('lines of a time and a wrapped message are a capture', async () => {
  const lines = [`${START_MS}000 42["trade",${text}]`, `${START_MS + 50}000: 42["trade",${text}]`];
  const { entries, report } = await importCapture(mapped(LISTED), captureOf(linesFrom(lines)));
  for await (const _ of entries);
  expect([report.cut, Object.fromEntries(report.taken)]).toEqual([undefined, { trade: 2 }]);
});

it("Kraken's second protocol is read, trades and tickers, of pairs in small letters, too", async () => {
  const at = (ms: number) => new Date(START_MS + ms).toISOString();
  const trade = (symbol: string, price: number, ms: number) => ({ symbol, price, qty: 1, timestamp: at(ms) });
  const frames = [
    { channel: 'status', type: 'update', data: [{ system: 'online' }] },
    {
      channel: 'trade',
      type: 'snapshot',
      data: [trade('BTC/USD', 61_000.1, 5), trade('BTC/USD', 61_000.2, 9)],
    },
    { channel: 'trade', type: 'update', data: [trade('AAPLx/USD', 0.0000001, 20)] },
    { channel: 'ticker', type: 'update', data: [{ symbol: 'EUR/USD', last: 1.08, bid: 1, ask: 2 }] },
    { channel: 'heartbeat' },
  ];
  const lines = frames.map((frame, i) => `${START_MS + i * 100} ${JSON.stringify(frame)}`);
  const { entries, report } = await imported('kraken', linesFrom(lines));
  expect(Object.fromEntries(report.taken)).toEqual({ trade: 3, ticker: 1 });
  expect(new Set(quoteRows(entries).map(([, close]) => close))).toEqual(new Set([61_000.2, 0.0000001, 1.08]));
});

it('a map whose condition lies in the message, beside `each`, is told how to write it', () => {
  const map = { each: 'data', where: { channel: 'trade' }, ...PLAIN };
  const frame = JSON.stringify({ channel: 'trade', data: [TRADE] });
  expect(pricesIn(map, frame)).toEqual([
    { kind: 'ignored', what: "item without channel ($.channel is the message's)" },
  ]);
  expect(pricesIn({ ...map, where: { '$.channel': 'trade' } }, frame)).toEqual(['1.25']);
});
