import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react';
import { type Price, pointsPerUnit, price } from '../../shared/domain/price.ts';
import { lasting, type TextStore } from '../link/storage.ts';
import { DRAWING_KINDS } from './drawing-kinds.ts';

/** A place on a chart. A time, not an index, so that all periods share it; it may lie between candles or after them. */
export interface Anchor {
  /** Epoch seconds. */
  readonly time: number;
  readonly price: Price;
}

/** What the user has drawn on a chart. A retracement has 0 % at `to` and 100 % at `from`. */
export type Drawing =
  | { readonly kind: 'horizontal'; readonly price: Price }
  | { readonly kind: 'trend' | 'fibonacci'; readonly from: Anchor; readonly to: Anchor };

export const MAX_DRAWINGS = 50;

/** What the drawings of an instrument are kept by: its code, and the decimals of its prices. */
interface Drawn {
  readonly code: string;
  readonly precision: number;
}

export interface DrawingStore {
  has(code: string): boolean;
  of(instrument: Drawn): ReadonlySignal<readonly Drawing[]>;
  /** Keeps the first `MAX_DRAWINGS` of the list. */
  save(instrument: Drawn, list: readonly Drawing[]): void;
}

/**
 * The drawings of each instrument in `store`; what cannot be read there counts as absent.
 * @param onOther calls its second argument when another tab has changed the text of the key
 */
export function createDrawingStore(
  store: TextStore,
  onOther: (key: string, run: () => void) => void = () => {},
): DrawingStore {
  const lists = new Map<string, Signal<readonly Drawing[]>>();
  const listOf = ({ code, precision }: Drawn): Signal<readonly Drawing[]> => {
    const name = `${code} ${precision}`;
    const known = lists.get(name);
    if (known) return known;
    const key = keyOf(code);
    const read = () => parseDrawings(store.get(key) ?? '', precision);
    const list = signal(read());
    // The next drawing of this tab is saved with those that it knows.
    onOther(key, () => {
      list.value = read();
    });
    lists.set(name, list);
    return list;
  };
  return {
    has: (code) => store.get(keyOf(code)) !== null,
    of: listOf,
    save(instrument, list) {
      const kept = list.slice(0, MAX_DRAWINGS);
      listOf(instrument).value = kept;
      const key = keyOf(instrument.code);
      if (kept.length === 0) store.remove(key);
      else store.set(key, formatDrawings(kept, instrument.precision));
    },
  };
}

/** The drawings on this device. */
export const drawings: DrawingStore = createDrawingStore(lasting, (key, run) =>
  // Tests without a browser have no such event.
  globalThis.addEventListener?.('storage', (event) => event.key?.endsWith(key) && run()),
);

const keyOf = (code: string): string => `drawings.${code}`;

/** The decimals of the prices, then each drawing as the first letter of its kind and its numbers: `5;h 112345;t 1795132800 112345 1795136400 112400`. */
function formatDrawings(list: readonly Drawing[], precision: number): string {
  const parts = list.map((one) =>
    one.kind === 'horizontal'
      ? [one.kind[0], one.price]
      : [one.kind[0], one.from.time, one.from.price, one.to.time, one.to.price],
  );
  return [precision, ...parts.map((part) => part.join(' '))].join(';');
}

function parseDrawings(text: string, precision: number): readonly Drawing[] {
  const [written, ...parts] = text.split(';');
  const before = Number(written);
  if (!Number.isInteger(before) || before < 0 || before > 8) return [];
  // An operator may give an instrument another number of decimals.
  const scale = pointsPerUnit(precision) / pointsPerUnit(before);
  return parts.flatMap((part) => parseDrawing(part, scale) ?? []).slice(0, MAX_DRAWINGS);
}

function parseDrawing(text: string, scale: number): Drawing | undefined {
  const [letter, ...texts] = text.split(' ');
  const kind = DRAWING_KINDS.find((one) => one[0] === letter);
  const [a, b, c, d, more] = texts.map(Number);
  const points = (value: number | undefined) => price(Math.round((value ?? Number.NaN) * scale));
  const isWhole = texts.every((one) => Number.isSafeInteger(Number(one)) && one !== '');
  if (!isWhole || more !== undefined || a === undefined || kind === undefined) return undefined;
  if (kind === 'horizontal') return b === undefined ? { kind, price: points(a) } : undefined;
  if (b === undefined || c === undefined || d === undefined) return undefined;
  return { kind, from: { time: a, price: points(b) }, to: { time: c, price: points(d) } };
}
