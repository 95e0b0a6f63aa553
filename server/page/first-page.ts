import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { FRESHNESS } from '../../shared/bridge/market-frame.ts';
import type { Language } from '../../shared/contract/language.ts';
import { ROUTES, type RouteName } from '../../shared/contract/routes.ts';
import { changeOf } from '../../shared/domain/quote.ts';
import { usualOpening } from '../../shared/domain/usual-opening.ts';
import type { Result } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import type { Market } from '../feed/market.ts';
import { envelopeOf } from '../texts/envelope.ts';
import { type FirstRow, rowsMarkup } from './first-rows.ts';

/** How long a page is given to everybody of its language. */
const LASTS_MS = 250;
const ROWS = 10;
/** Of Brotli: above it a page takes longer to compress than it saves on the way. */
const QUALITY = 5;
/** A longer list would delay the first paint by more than the app saves. */
const MOST_LISTED = 40;

const CALLED = ['getTradeList', 'getCategories', 'getBasicInfo'] as const;

interface FirstPageDeps {
  /** The built page. */
  readonly page: string;
  readonly clock: Pick<Clock, 'wall' | 'steady'>;
  readonly market: Pick<Market, 'instruments' | 'quote' | 'sparkline'>;
  /** Runs a call of the contract for somebody who is not signed in. */
  readonly run: (name: RouteName, language: Language) => Promise<Result<unknown> | undefined>;
}

interface FirstPage {
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

export interface FirstPages {
  /** The page with the first rows; undefined while no instrument has a price, or the usual markets are closed. */
  of(language: Language): Promise<FirstPage | undefined>;
}

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

/**
 * The app's page with the first rows of the list, and with the answers that the app would ask for first, so that a visitor
 * sees prices before any script has run. Made at most every 250 ms for everybody of a language.
 * @param deps a page that lacks a place to write to has no first rows
 */
export function createFirstPages(deps: FirstPageDeps): FirstPages {
  const made = new Map<Language, { readonly at: number; readonly page: Promise<FirstPage | undefined> }>();
  const parts = partsOf(deps.page);
  return {
    async of(language) {
      if (parts === undefined) return undefined;
      const now = deps.clock.steady();
      const known = made.get(language);
      if (known !== undefined && now - known.at < LASTS_MS) return known.page;
      const page = make(deps, parts, language);
      made.set(language, { at: now, page });
      return page;
    },
  };
}

const PLACES = ['<meta charset="utf-8"', '<div id="first" aria-hidden="true">', '</body>'] as const;

type Parts = readonly [string, string, string, string];

/** The page cut before its first place, behind its second, and before its third one; undefined if it lacks one. */
function partsOf(page: string): Parts | undefined {
  const [head, rows, end] = PLACES.map((place) => page.indexOf(place)) as [number, number, number];
  if (head < 0 || rows < head || end < rows) return undefined;
  const behind = rows + PLACES[1].length;
  return [page.slice(0, head), page.slice(head, behind), page.slice(behind, end), page.slice(end)];
}

async function make(
  { market, run, clock }: FirstPageDeps,
  [start, head, middle, end]: Parts,
  language: Language,
): Promise<FirstPage | undefined> {
  const at = clock.wall();
  const listed = market.instruments();
  const rows = listed.slice(0, ROWS).flatMap((instrument): FirstRow[] => {
    const quote = market.quote(instrument.id);
    return quote === undefined ? [] : [{ instrument, quote, line: market.sparkline(instrument.id) }];
  });
  // While the usual markets are closed the app shows the open ones first.
  if (rows.length === 0 || usualOpening(listed) !== undefined) return undefined;
  const answers: Record<string, unknown> = {};
  for (const name of CALLED) {
    if (name === 'getTradeList' && listed.length > MOST_LISTED) continue;
    const answer = await run(name, language);
    if (answer?.ok) answers[ROUTES[name].path] = envelopeOf(answer, language);
  }
  const data = { answers, quotes: rows.map(quoteOf) };
  const text = [
    start,
    `<meta name="first" content="${at} ${language}" />`,
    head,
    rowsMarkup(rows, language),
    middle,
    `<script type="application/json" id="first-data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
    end,
  ].join('');
  const plain = Buffer.from(text);
  const [br, zipped] = await Promise.all([
    toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
    toGzip(plain),
  ]);
  return { plain, br, gzip: zipped };
}

/** In the order of `QUOTE` in `shared/bridge/market-frame.ts`, as far as the ask; JSON has no NaN. */
const quoteOf = ({ instrument: { id }, quote: { close, open, ask, marketOpen, time } }: FirstRow) => [
  id,
  close,
  open,
  changeOf(close, open) ?? null,
  marketOpen ? 1 : 0,
  time,
  FRESHNESS.live,
  ask,
];
