import type { Language } from '../../shared/contract/language.ts';
import type { WireCandle, WireInstrument, WireQuote } from '../../shared/contract/market.ts';
import type { CandleRow } from '../../shared/domain/candle.ts';
import { rateToWire } from '../../shared/domain/financing.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import { price, priceToWire } from '../../shared/domain/price.ts';
import { changeOf, type Quote } from '../../shared/domain/quote.ts';
import { volumeToWire } from '../../shared/domain/volume.ts';
import type { PointsRow } from '../../shared/stream/delta-frame.ts';
import { instrumentName } from '../catalogue/names.ts';
import type { Market } from '../feed/market.ts';

/** An instrument with its latest prices and its name in a language, as the trade list has it. */
export function wireInstrument(
  instrument: Instrument,
  quote: Quote | undefined,
  language: Language,
): WireInstrument {
  const { market, settle, precision } = instrument;
  return {
    Id: instrument.id,
    Code: instrument.code,
    ShowCode: instrument.showCode,
    Logo: instrument.logo,
    CategoryId: instrument.categoryId,
    MarketStatus: market.status === 'open' ? 1 : 0,
    PricePrecision: precision,
    Pip: volumeToWire(instrument.lotStep),
    ForexMinCont: volumeToWire(instrument.minVolume),
    ForexContNum: instrument.contractSize,
    ForexFeeRate: instrument.feeRateMillionths / 1_000_000,
    MarginMode: instrument.marginMode === 'fixed' ? 1 : 0,
    HasForexMultiple: instrument.multiples.map((Value) => ({ Value })),
    ForexQuotations: {
      Open: quote ? priceToWire(quote.open, precision) : 0,
      Close: quote ? priceToWire(quote.close, precision) : 0,
      Change: quote ? (changeOf(quote.close, quote.open) ?? 0) / 100 : 0,
      ...(quote && quote.ask !== quote.close ? { Ask: priceToWire(quote.ask, precision) } : {}),
    },
    QuoteCurrency: instrument.quoteCurrency,
    SettleCode: settle.status === 'none' ? '' : settle.code,
    ...(market.status === 'closed' && market.opensAt !== undefined ? { NextOpenTime: market.opensAt } : {}),
    Mode: market.status === 'closed' && market.why === 'halted' ? 'halted' : instrument.mode,
    ...(market.status === 'closed' && market.why === 'stale' ? { Stale: 1 as const } : {}),
    ...wireRates(instrument),
    Name: instrumentName(instrument, language),
  };
}

/** Only where nights cost or bring anything. */
function wireRates({ longRate = 0, shortRate = 0, tripleDay }: Instrument) {
  if (longRate === 0 && shortRate === 0) return {};
  return {
    LongRate: rateToWire(longRate),
    ShortRate: rateToWire(shortRate),
    ...(tripleDay === undefined ? {} : { TripleDay: tripleDay }),
  };
}

/** Undefined before the first price: zeros would read as a price. */
export function pointsRow(market: Market, { id, precision }: Instrument): PointsRow | undefined {
  const quote = market.quote(id);
  if (quote === undefined) return undefined;
  const { close, ask, open, marketOpen, time } = quote;
  return { id, precision, close, open, status: marketOpen ? 1 : 0, timeMs: time, ask };
}

/** @param hasAsk whether the row has the ask where it differs from the bid */
export function wireQuote(row: PointsRow, hasAsk: boolean): WireQuote {
  const { id, precision, close, open, status, timeMs, ask } = row;
  const wire = (points: number) => wirePoints(points, precision);
  return hasAsk && ask !== close
    ? [id, wire(close), wire(open), status, timeMs, wire(ask)]
    : [id, wire(close), wire(open), status, timeMs];
}

/** The rows of DAY_MARKET, with the bid alone. */
export const wireQuotes = (market: Market, instruments: Iterable<Instrument>): readonly WireQuote[] =>
  [...instruments].flatMap((one) => {
    const row = pointsRow(market, one);
    return row === undefined ? [] : [wireQuote(row, false)];
  });

export const wireCandle = (row: CandleRow, precision: number): WireCandle => [
  row[0],
  wirePoints(row[1], precision),
  wirePoints(row[2], precision),
  wirePoints(row[3], precision),
  wirePoints(row[4], precision),
  row[5],
];

export const wirePoints = (points: number, precision: number): number =>
  priceToWire(price(points), precision);
