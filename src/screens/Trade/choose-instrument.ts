import type { Instrument, InstrumentId } from '../../../shared/domain/instrument.ts';

export type Choice =
  | { readonly status: 'found'; readonly instrument: Instrument }
  /** What was asked for is not on offer: this one is shown instead. */
  | { readonly status: 'replaced'; readonly instrument: Instrument }
  | { readonly status: 'none' };

/**
 * The instrument to show: the one of the address, else the one last opened, else the first.
 * @param asked the address's `id`, null when it has none
 */
export function chooseInstrument(
  instruments: readonly Instrument[],
  asked: string | null,
  last: InstrumentId | undefined,
): Choice {
  const found = asked === null ? undefined : instruments.find(({ id }) => String(id) === asked);
  if (found) return { status: 'found', instrument: found };
  const instead = instruments.find(({ id }) => id === last) ?? instruments[0];
  if (!instead) return { status: 'none' };
  return { status: asked === null ? 'found' : 'replaced', instrument: instead };
}
