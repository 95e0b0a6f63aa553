import type { Instrument } from '../../../shared/domain/instrument.ts';

/** Letters and digits only, so that `eurusd` finds `EUR/USD`. */
const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Instruments of a category (undefined: all) whose name or code contains the keyword. */
export function filterInstruments(
  instruments: readonly Instrument[],
  keyword: string,
  category: number | undefined,
): readonly Instrument[] {
  const wanted = bare(keyword);
  return instruments.filter(
    ({ code, showCode, categoryId }) =>
      (category === undefined || categoryId === category) &&
      (bare(code).includes(wanted) || bare(showCode).includes(wanted)),
  );
}
