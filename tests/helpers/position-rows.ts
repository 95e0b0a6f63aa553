import { POSITION, POSITION_LENGTH } from '../../shared/bridge/market-frame.ts';
import type { PositionBook } from '../../shared/stream/position-book.ts';

/** One column of a book, in the order of its positions. */
export const columnOf = (
  { count, rows }: Pick<PositionBook, 'count' | 'rows'>,
  column: keyof typeof POSITION,
): readonly number[] =>
  Array.from({ length: count }, (_, row) => rows[row * POSITION_LENGTH + POSITION[column]] ?? Number.NaN);
