import { createAlertBook } from '../../server/alerts/alert-book.ts';
import { decide } from '../../server/exchange/decide.ts';
import type { AccountState } from '../../server/exchange/state.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { moneyFromWire, ZERO_MONEY } from '../../shared/domain/money.ts';
import { orderId } from '../../shared/domain/order.ts';
import { price } from '../../shared/domain/price.ts';
import { INSTRUMENTS, START, ticket } from '../../tests/helpers/dealing.ts';
import { createScriptedMarket } from '../../tests/helpers/scripted-market.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { comparedCalls } from '../engine/compared-calls.ts';
import { besides, type Figure } from '../figures/figure.ts';
import { collectGarbage } from '../growth/memory.ts';

const COUNT = 100_000;
/** The price goes up and down by this much; half of the alerts are on each side of its middle. */
const MIDDLE = 120_000;
const SWING = 20;
const TICKS = 1_000;
/** Now and then the compiler, or a collection of the book's garbage, takes part in several turns: the median leaves them out. */
const ROUNDS = { warmUps: 8, counted: 15 };

export const ALERTS_NAME = `judging a tick among ${COUNT} alerts vs deciding an order`;

/**
 * A tick among a hundred thousand alerts of one instrument, half at a price and half at a move of the day, some of which
 * the price crosses again and again; compared with deciding one market order. In this process, by CPU time.
 */
export async function alertFigures(): Promise<readonly Figure[]> {
  const [instrument] = INSTRUMENTS;
  if (instrument === undefined) throw new Error('nothing is listed');
  const book = createAlertBook();
  for (let at = COUNT; at > 0; at--) {
    const isAbove = at % 2 === 0;
    const distance = Math.floor(at / 4) + 1;
    const away = isAbove ? distance : -distance;
    book.put(
      {
        id: at,
        instrumentId: instrument.id,
        target:
          at % 4 < 2 ? { kind: 'price', price: price(MIDDLE + away) } : { kind: 'percent', hundredths: away },
        side: isAbove ? 'above' : 'below',
        repeats: true,
        isArmed: true,
      },
      0,
    );
  }
  const prices = Array.from({ length: TICKS }, (_, at) =>
    Math.round(MIDDLE + SWING * Math.sin((2 * Math.PI * at) / TICKS)),
  );
  let fired = 0;
  const judge = (call: number): void => {
    const changes = book.take(instrument.id, { price: prices[call % TICKS] ?? MIDDLE, open: MIDDLE, day: 0 });
    fired += changes.length;
  };

  const market = createScriptedMarket([instrument], START);
  market.tick(instrument.code, MIDDLE / 100_000);
  const state: AccountState = {
    id: 1 as AccountId,
    book: 'demo',
    n: 0,
    isCalled: false,
    standing: { balance: moneyFromWire(1_000_000), advance: ZERO_MONEY, hold: ZERO_MONEY },
    orders: new Map(),
  };
  const settings = { stopOutPercent: 50, feeType: 'of-margin', demoBalance: ZERO_MONEY } as const;
  const command = { type: 'submit', order: ticket(instrument.code, 'buy') } as const;
  const context = { now: market.now(), wall: market.wall(), prices: market, settings, newId: orderId(1) };
  collectGarbage();
  const comparison = await comparedCalls(ROUNDS, judge, 'decision', () => decide(state, command, context));
  return [
    {
      name: ALERTS_NAME,
      unit: 'µs',
      ...besides(comparison, 'decision', 'decision of one market order'),
      goal: budgets.server.alertsToDecision,
      details: { 'alerts in the book': book.size, 'changes seen': fired },
    },
  ];
}
