import type { Instrument } from '../../../../shared/domain/instrument.ts';
import { type StopOut, stopOutIn } from '../../../../shared/domain/instrument-stop-out.ts';
import { subMoney, withinMoney } from '../../../../shared/domain/money.ts';
import type { Side } from '../../../../shared/domain/order.ts';
import { pointValue } from '../../../../shared/domain/pnl.ts';
import { openingPrice } from '../../../../shared/domain/quote.ts';
import { parseVolume } from '../../../format/parse.ts';
import { referenceOf, type TicketDraft } from '../../shared/ticket-draft.ts';
import { type LiveFacts, previewOf } from './ticket-preview.ts';

/**
 * The price at which the account would be stopped out after an order of `side`, with all other positions at their present
 * prices; `none` if there is no such price, undefined while that is unknown.
 */
export const stopOutOf = (
  side: Side,
  draft: TicketDraft,
  instrument: Instrument,
  facts: LiveFacts,
): StopOut | 'none' | undefined =>
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
    const { contractSize, precision } = instrument;
    const at = stopOutIn(instrument, {
      held: exposures,
      order: { side, openPrice: opensAt, value: pointValue(size.value, contractSize, precision) },
      equity: subMoney(equity, fee),
      margin: after.margin,
      percent,
      now,
      rate,
    });
    return at ?? 'none';
  });
