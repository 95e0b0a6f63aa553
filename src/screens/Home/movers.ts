import { type InstrumentId, instrumentId } from '../../../shared/domain/instrument.ts';

export interface Mover {
  readonly id: InstrumentId;
  /** Hundredths of a percent. */
  readonly change: number;
}

/**
 * The largest changes either way, the largest first.
 * @param ranking by change: ids, the highest first, then as many changes
 */
export function moversOf(
  ranking: Float64Array,
  count: number,
  isWanted: (id: InstrumentId) => boolean,
): readonly Mover[] {
  const half = ranking.length >>> 1;
  const movers: Mover[] = [];
  let [up, down] = [0, half - 1];
  while (movers.length < count && up <= down) {
    const isUp = Math.abs(ranking[half + up] ?? 0) >= Math.abs(ranking[half + down] ?? 0);
    const at = isUp ? up++ : down--;
    const id = instrumentId(ranking[at] ?? 0);
    if (isWanted(id)) movers.push({ id, change: ranking[half + at] ?? 0 });
  }
  return movers;
}
