import { type ReadonlySignal, signal } from '@preact/signals-react';
import { FRESHNESS, HEADER, HEADER_LENGTH, QUOTE, QUOTE_LENGTH } from '../../shared/bridge/market-frame.ts';
import { type InstrumentId, instrumentId } from '../../shared/domain/instrument.ts';
import { parseJson } from '../../shared/json.ts';
import { later } from '../clock.ts';
import { addTicking, live } from './live.ts';

/*
 * What the exchange wrote into the page (`server/page`): the first rows of the list, their quotes, and the answers that
 * the worker would ask for first. The page of the service worker, and of other back ends, has nothing of it.
 */

interface FirstPage {
  readonly answers: Readonly<Record<string, unknown>>;
  /** Quote rows of a market frame without the day's low and high; what is not known is null. */
  readonly quotes: readonly (readonly (number | null)[])[];
}

/** Of these rows; then they are grey, see `boot.js`. */
const FRESH_MS = 3_000;

const { dataset } = document.documentElement;
/** `boot.js` has decided whether these are the rows that this device shows. */
const page =
  dataset['first'] === undefined
    ? undefined
    : (parseJson(document.getElementById('first-data')?.textContent ?? '') as FirstPage | undefined);
let answers = page?.answers;
const awaited = signal(page !== undefined);

/** The rows in the page, as elements; null where it has none. */
export const firstRows: HTMLElement | null = page ? document.getElementById('first') : null;

const covered = signal(page !== undefined);

/** Whether they stand before the app's own. */
export const areCovered: ReadonlySignal<boolean> = covered;

/** A copy of an instrument's mini chart in the page, for the app's rows that are made while it stands before them. */
export function firstLine(id: InstrumentId): Node | undefined {
  if (!covered.peek()) return undefined;
  const at = page?.quotes.findIndex(([one]) => one === id) ?? -1;
  return firstRows?.querySelectorAll('.quote-spark')[at]?.firstChild?.cloneNode(true);
}

export const uncover = (): void => {
  covered.value = false;
};

/** Whether the prices shown are the page's: nothing can be dealt on them. */
export const areFirst: ReadonlySignal<boolean> = awaited;

/** The answers, for the first worker of the page alone. */
export function takeFirstAnswers(): FirstPage['answers'] | undefined {
  const taken = answers;
  answers = undefined;
  return taken;
}

/** Shows the page's quotes until the worker knows a price. */
export function startFirstPage(): void {
  if (page === undefined) return;
  const frame = new Float64Array(HEADER_LENGTH + page.quotes.length * QUOTE_LENGTH).fill(Number.NaN);
  frame[HEADER.quotes] = page.quotes.length;
  page.quotes.forEach((row, nth) => {
    const known = row.map((value) => value ?? Number.NaN);
    frame.set(known, HEADER_LENGTH + nth * QUOTE_LENGTH);
  });
  for (const [id] of page.quotes) live.quotes.of(instrumentId(id ?? 0));
  const show = (): void => {
    if (!awaited.peek()) return;
    if (dataset['past'] !== undefined)
      for (let at = HEADER_LENGTH; at < frame.length; at += QUOTE_LENGTH)
        frame[at + QUOTE.freshness] = FRESHNESS.stale;
    live.quotes.apply(frame);
  };
  addTicking({
    watched: 0,
    // Until then its frames say of each row that the price is not known.
    apply(engine) {
      if (awaited.peek() && knowsPrice(engine)) awaited.value = false;
      show();
    },
  });
  show();
  later(FRESH_MS, show);
}

function knowsPrice(frame: Float64Array): boolean {
  const end = HEADER_LENGTH + (frame[HEADER.quotes] ?? 0) * QUOTE_LENGTH;
  for (let at = HEADER_LENGTH; at < end; at += QUOTE_LENGTH)
    if (!Number.isNaN(frame[at + QUOTE.close] ?? Number.NaN)) return true;
  return false;
}
