import { expect, it } from 'vitest';
import type { FrameSink, Topic } from '../../../server/socket/audience.ts';
import { beginBinaryFrame, deflated } from '../../../server/socket/frame-header.ts';
import { createHub } from '../../../server/socket/hub.ts';
import type { MarketParams } from '../../../shared/contract/socket.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { INSTRUMENTS, START } from '../../helpers/dealing.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';
import { createScriptedMarket } from '../../helpers/scripted-market.ts';

const SECONDS = 20;

/** 500 instruments with 10 changes a second each. @returns what one phone is sent */
function sent(params?: MarketParams) {
  const [terms] = INSTRUMENTS;
  if (terms === undefined) throw new Error('no instrument');
  const listed = Array.from({ length: 500 }, (_, i) => ({
    ...terms,
    id: instrumentId(i + 1),
    code: `C${i}`,
  }));
  const clock = createManualClock(START);
  const market = createScriptedMarket(listed, START);
  const none = () => () => undefined;
  const hub = createHub({
    market,
    clock,
    exchange: { onAccountEvent: none },
    chat: { onMessage: none },
    alerts: { onChange: none },
    onFault: (_: string, error: unknown) => {
      throw error;
    },
  } as unknown as Parameters<typeof createHub>[0]);
  const bodies: Buffer[] = [];
  let binary = 0;
  const sink: FrameSink = {
    bufferedBytes: () => 0,
    send(head, body, kind) {
      bodies.push(body);
      if (kind === 'binary') binary += beginBinaryFrame(head, body.length).length + body.length;
    },
  };
  hub.join(hub.find('DAY_MARKET', undefined, params) as Topic, {
    sink,
    topicJson: '"DAY_MARKET"',
    format: params?.format,
    counter: { seq: 0 },
    state: 'new',
  });
  let random = 1;
  const prices = listed.map((_, i) => 1 + i / 100);
  const step = () => {
    for (const [i, { code }] of listed.entries()) {
      random = (random * 48_271) % 2_147_483_647;
      prices[i] = (prices[i] ?? 1) * (1 + (random / 2_147_483_647 - 0.5) * 0.0004);
      market.tick(code, Math.round((prices[i] ?? 1) * 100_000) / 100_000);
    }
    clock.advance(100);
    market.pass(100);
  };
  // The first second has the snapshot.
  for (let i = 0; i < 10; i++) step();
  bodies.length = 0;
  binary = 0;
  for (let i = 0; i < 10 * SECONDS; i++) step();
  hub.stop();
  expect(market.now()).toBe(timestampMs(START + (SECONDS + 1) * 1_000));
  const sum = (sizes: readonly number[]) => sizes.reduce((all, one) => all + one, 0);
  return {
    binary,
    plain: sum(bodies.map(({ length }) => length)),
    deflated: sum(bodies.map((body) => deflated(body).length)),
  };
}

it('a phone with 24 rows on the screen gets at most 8 kB a second, of 500 instruments with 10 changes a second', () => {
  const rows = Array.from({ length: 24 }, (_, i) => i + 100);
  expect(sent({ rows, hz: 4 }).deflated / SECONDS).toBeLessThan(8_000);
});

it('in few bytes the same takes at most 1.5 kB a second on the line', () => {
  const rows = Array.from({ length: 24 }, (_, i) => i + 100);
  const { binary } = sent({ rows, hz: 4, format: 'delta1' });
  expect(binary).toBeGreaterThan(0);
  expect(binary / SECONDS).toBeLessThan(1_500);
});

it('all rows take at most 0.4 times the bytes when they are compressed', () => {
  const all = sent();
  expect(all.deflated / all.plain).toBeLessThan(0.4);
});
