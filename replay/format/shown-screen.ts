import type { RecordEntry } from './format.ts';

/** The trade screen shows the instrument that was opened last where its address names none. */
const TRADE = '/trade';

/**
 * The address of the screen that is open, once its first candles were asked for: then it is known which instrument the
 * trade screen shows. On another device it would show another one.
 */
export function shownScreen(path: string, entry: RecordEntry): string {
  if (path !== TRADE || entry.kind !== 'command' || entry.name !== 'candles') return path;
  const [id] = entry.args;
  return typeof id === 'number' ? `${TRADE}?id=${id}` : path;
}
