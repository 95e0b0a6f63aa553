import type { Instrument } from '../../../../shared/domain/instrument.ts';
import { addMoney, subMoney, withinMoney, ZERO_MONEY } from '../../../../shared/domain/money.ts';
import type { Side } from '../../../../shared/domain/order.ts';
import { floatingPnl, pointValue } from '../../../../shared/domain/pnl.ts';
import { type Price, price } from '../../../../shared/domain/price.ts';
import { closingPrice, openingPrice, spreadOf } from '../../../../shared/domain/quote.ts';
import { rateOf } from '../../../../shared/domain/rate.ts';
import { stopOutPrice } from '../../../../shared/domain/stop-out.ts';
import { parseVolume } from '../../../format/parse.ts';
import { referenceOf, type TicketDraft } from './ticket-draft.ts';
import { type LiveFacts, previewOf } from './ticket-preview.ts';

interface StopOut {
  /** What the side that loses there closes at. */
  readonly at: Price;
  /** The same price when the order opens. */
  readonly from: Price;
}

/**
 * The price at which the account would be stopped out after an order of `side`, with all other positions at their present
 * prices. Undefined while that is unknown, and if there is no such price.
 */
export const stopOutOf = (
  side: Side,
  draft: TicketDraft,
  instrument: Instrument,
  facts: LiveFacts,
): StopOut | undefined =>
  withinMoney(() => {
    const { quote, rate, equity, exposures, stopOutPercent: percent } = facts;
    const { close, ask } = quote;
    const size = parseVolume(draft.lots, instrument);
    if (!close || !ask) return undefined;
    const now = { close, ask };
    const opensAt = referenceOf(draft, instrument, openingPrice(side, now));
    const { fee, after } = previewOf(side, draft, instrument, facts) ?? {};
    if (!size.ok || opensAt === undefined || fee === undefined || after === undefined) return undefined;
    if (!rate || equity === undefined || !exposures || percent === undefined) return undefined;
    const { contractSize, precision, settle } = instrument;
    const profit = exposures.reduce(
      (sum, one) =>
        addMoney(sum, floatingPnl(one.side, one.openPrice, closingPrice(one.side, now), one.value, rate)),
      ZERO_MONEY,
    );
    const order = { side, openPrice: opensAt, value: pointValue(size.value, contractSize, precision) };
    const isOwnRate = settle.status !== 'none' && settle.code === instrument.code;
    const spread = spreadOf(now);
    const from = price(opensAt - openingPrice(side, { close: 0, ask: spread }));
    const at = stopOutPrice({
      exposures: [...exposures, order],
      rest: subMoney(subMoney(equity, fee), profit),
      margin: after.margin,
      percent,
      from,
      spread,
      rateAt: isOwnRate ? (at) => rateOf(settle, at, precision) : () => rate,
    });
    if (at === undefined) return undefined;
    const loser = at === from ? side : at > from ? 'sell' : 'buy';
    const closing = (bid: Price) => closingPrice(loser, { close: bid, ask: price(bid + spread) });
    return { at: closing(at), from: closing(from) };
  });
