import { pointValue } from '../../shared/domain/pnl.ts';
import { pointsPerUnit } from '../../shared/domain/price.ts';
import type { Account } from './account.ts';
import type { ExactTerms } from './contracts.ts';

/** The account's positions for arithmetic of other kinds; prices go by the place of the instrument in the list. */
export function exactTerms({ instruments, positions }: Account): readonly ExactTerms[] {
  const placeById = new Map<number, number>(instruments.map(({ id }, at) => [id, at]));
  const placeByCode = new Map(instruments.map(({ code }, at) => [code, at]));
  return positions.map(({ instrumentId, openPrice, side, volume }) => {
    const quoteAt = placeById.get(instrumentId) ?? -1;
    const instrument = instruments[quoteAt];
    if (instrument === undefined) throw new Error('a position of an instrument that is not listed');
    const { settle, contractSize, precision } = instrument;
    const terms = {
      opened: openPrice,
      isBuy: side === 'buy',
      quoteAt,
      ...pointValue(volume, contractSize, precision),
    };
    if (settle.status === 'none') return terms;
    const at = placeByCode.get(settle.code) ?? -1;
    const unit = pointsPerUnit(instruments[at]?.precision ?? 0);
    return { ...terms, rate: { at, unit, isInverse: settle.status === 'inverse' } };
  });
}
