import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Subscription, Topic } from '../../../server/socket/audience.ts';
import { createHub } from '../../../server/socket/hub.ts';
import type { MarketParams } from '../../../shared/contract/socket.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { SOCKET_BUFFER_MAX_BYTES } from '../../../shared/limits.ts';
import { createDeltaDecoder, marketText } from '../../../shared/stream/delta-frame.ts';
import { createMarketRows } from '../../../shared/stream/market-scanner.ts';
import { INSTRUMENTS, START } from '../../helpers/dealing.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';
import { createScriptedMarket } from '../../helpers/scripted-market.ts';

const [TERMS] = INSTRUMENTS;
if (TERMS === undefined) throw new Error('no instrument');
const terms = TERMS;
/** In an order that is not that of the ids. */
const LISTED = [4, 1, 9, 7, 2, 5].map((id) => ({
  ...terms,
  id: instrumentId(id),
  code: `C${id}`,
  precision: id % 6,
}));

/** A reader whose buffer the test fills. `texts` are its frames, decoded where they are bytes. */
function reader(params: MarketParams) {
  const texts: string[] = [];
  const bodies: Buffer[] = [];
  const decode = createDeltaDecoder();
  const [head, rows] = [{ seq: 0, ts: 0 }, createMarketRows()];
  const one = { buffered: 0, texts, bodies };
  const subscription: Subscription = {
    topicJson: '"DAY_MARKET"',
    format: params.format,
    counter: { seq: 0 },
    state: 'new',
    sink: {
      bufferedBytes: () => one.buffered,
      send(start, body, kind) {
        bodies.push(body);
        if (kind === undefined) texts.push(start + body.toString());
        else {
          expect(decode(Buffer.concat([Buffer.from(start, 'latin1'), body]), head, rows)).toBe('rows');
          texts.push(marketText(head, rows));
        }
      },
    },
  };
  return Object.assign(one, { subscription });
}

function scene() {
  const clock = createManualClock(START);
  const market = createScriptedMarket(LISTED, START);
  const none = () => () => undefined;
  const hub = createHub({
    market: { ...market, wall: clock.now },
    clock,
    exchange: { onAccountEvent: none },
    chat: { onMessage: none },
    alerts: { onChange: none },
    onFault: (_: string, error: unknown) => {
      throw error;
    },
  } as unknown as Parameters<typeof createHub>[0]);
  return {
    clock,
    market,
    join(params: MarketParams) {
      const one = reader(params);
      hub.join(hub.find('DAY_MARKET', undefined, params) as Topic, one.subscription);
      return one;
    },
    pass(ms: number) {
      clock.advance(ms);
      market.pass(ms);
    },
  };
}

/** With its times rounded as in frames of few bytes. */
function rounded(text: string): string {
  const frame = JSON.parse(text);
  for (const row of frame.data) row[4] = frame.ts - Math.ceil((frame.ts - row[4]) / 20) * 20;
  return JSON.stringify(frame);
}

const SELECTIONS: readonly MarketParams[] = [
  {},
  { ask: 1 },
  { rows: [7, 2], hz: 4 },
  { rows: [1, 9, 4], hz: 7, ask: 1 },
];

const step = fc.record({
  ticks: fc.array(
    fc.record({
      at: fc.nat(LISTED.length - 1),
      close: fc.integer({ min: 1, max: 9_999 }),
      spread: fc.nat(2),
    }),
    { maxLength: 5 },
  ),
  ms: fc.integer({ min: 1, max: 900 }),
  event: fc.constantFrom('none', 'none', 'none', 'join', 'fill', 'drain', 'close', 'unlist', 'later'),
});

describe('DAY_MARKET in the format of few bytes', () => {
  it('stands for the very frames that a reader of texts gets, whoever joins, is slow or is unlisted', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SELECTIONS), fc.array(step, { maxLength: 40 }), (params, steps) => {
        const { market, join, pass } = scene();
        const pair = () => [join(params), join({ ...params, format: 'delta1' })] as const;
        const pairs = [pair()];
        pass(50);
        for (const { ticks, ms, event } of steps) {
          for (const { at, close, spread } of ticks) {
            const { code = '', precision = 0, id } = LISTED[at] ?? {};
            if (!market.instruments().some((one) => one.id === id)) continue;
            market.tick(code, close / 10 ** precision, (close + spread) / 10 ** precision);
          }
          if (event === 'join') pairs.push(pair());
          if (event === 'fill' || event === 'drain')
            for (const one of pairs[0] ?? []) one.buffered = event === 'fill' ? SOCKET_BUFFER_MAX_BYTES : 0;
          if (event === 'close' && market.instruments().length === LISTED.length)
            market.session('C4', { status: 'closed', why: 'hours' } as never);
          if (event === 'unlist') market.list(market.instruments().slice(0, 4));
          pass(event === 'later' ? 61_000 : ms);
        }
        pass(2_100);
        for (const [text, delta] of pairs) {
          expect(text.texts.length).toBeGreaterThan(0);
          expect(delta.texts).toEqual(text.texts.map(rounded));
        }
      }),
    );
  });

  it('is written once for all who have asked for the same', () => {
    const { market, join, pass } = scene();
    const [one, same, other] = [[7, 2], [2, 7], [7]].map((rows) => join({ rows, hz: 4, format: 'delta1' }));
    pass(50);
    market.tick('C7', 1.5);
    pass(300);
    expect(one?.bodies).toHaveLength(2);
    expect(one?.bodies[1]).toBe(same?.bodies[1]);
    expect(one?.bodies[1]).not.toBe(other?.bodies[1]);
  });
});
