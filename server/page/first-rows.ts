import { type Language, LOCALES } from '../../shared/contract/language.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import { changeOf, type Quote } from '../../shared/domain/quote.ts';
import {
  endOfDigits,
  numberText,
  percentText,
  type Separators,
  separatorsOf,
  sharedDigits,
} from '../../shared/number-text.ts';
import { instrumentName } from '../catalogue/names.ts';

/** A row of the first page. */
export interface FirstRow {
  readonly instrument: Instrument;
  readonly quote: Quote;
  /** [time (epoch s), close (points)], oldest first. */
  readonly line: readonly (readonly [number, number])[];
}

/** Of the app's mini charts, in CSS pixels. */
const [WIDTH, HEIGHT] = [52, 28];

/**
 * Rows of the home screen as markup, as `src/screens/Home/HomeRow.tsx` draws them: logo, code, name, mini chart, price and
 * change. Nothing in them can be tapped.
 */
export function rowsMarkup(rows: readonly FirstRow[], language: Language): string {
  const separators = separatorsOf(LOCALES[language]);
  return rows.map((row) => rowMarkup(row, language, separators)).join('');
}

function rowMarkup(
  { instrument, quote, line }: FirstRow,
  language: Language,
  separators: Separators,
): string {
  const { showCode, logo, precision, market } = instrument;
  // A market whose prices are old counts as closed, too.
  const isOpen = quote.marketOpen && market.status === 'open';
  const percent = changeOf(quote.close, quote.open);
  const tone = percent === undefined ? '' : percent >= 0 ? 'up' : 'down';
  const price = numberText(separators, quote.close, precision);
  const strongFrom = endOfDigits(price, sharedDigits(quote.open, quote.close, precision));
  const code = showCode.split(/(?<=\S\/)(?=\S)/).map(escaped);
  const change = percent === undefined ? '--' : percentText(separators, percent, 2, '+');
  return [
    `<div class="first-row"><div class="row quote-row"${isOpen ? '' : ' data-closed'}>`,
    `<span class="quote-logo">${logo === '' ? '' : `<img src="${escaped(logo)}" alt="" width="32" height="32">`}</span>`,
    `<span class="grow quote-name"><span class="one-line strong quote-code" translate="no">${code.join('<wbr>')}</span>`,
    `<span class="tiny quote-mark">${escaped(instrumentName(instrument, language))}</span></span>`,
    `<span class="quote-spark">${isOpen ? pathMarkup(line) : ''}</span>`,
    '<span class="number-end quote-numbers">',
    `<span class="price quote-price" dir="ltr" translate="no">${price.slice(0, strongFrom)}<b>${price.slice(strongFrom)}</b></span>`,
    `<span class="faint quote-change" dir="ltr" translate="no" data-tone="${tone}">${change}</span>`,
    '</span></div></div>',
  ].join('');
}

/** The last hour as an area, in half pixels; its sides and base lie outside. */
function pathMarkup(line: FirstRow['line']): string {
  const [first, last] = [line[0], line.at(-1)];
  if (first === undefined || last === undefined || line.length < 2) return '';
  const closes = line.map(([, close]) => close);
  const [low, high] = [Math.min(...closes), Math.max(...closes)];
  const x = (time: number) => Math.round(((time - first[0]) / (last[0] - first[0])) * 2 * WIDTH);
  const y = (close: number) =>
    Math.round(4 + (1 - (close - low) / Math.max(1, high - low)) * (2 * HEIGHT - 6));
  const points = line.map(([time, close]) => `${x(time)} ${y(close)}`).join(' ');
  const [right, base] = [2 * WIDTH + 4, 2 * HEIGHT + 4];
  return (
    `<svg class="first-line" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${2 * WIDTH} ${2 * HEIGHT}">` +
    `<path d="M-4 ${base}L-4 ${y(first[1])} ${points} ${right} ${y(last[1])} ${right} ${base}"/></svg>`
  );
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
