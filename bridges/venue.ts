import { backoffMs, type Clock, pause, STABLE_MS } from './clock.ts';
import type { Link } from './link.ts';
import type { Mapping } from './mapping.ts';
import { gapOf, minuteRows } from './minutes.ts';
import type { PriceKind } from './options.ts';
import type { Counts } from './report.ts';
import { type Tick, tickOf } from './tick.ts';

/*
 * Sends a venue's bids and asks. Each connection to the venue is a client of its own, so that no book of the one before is taken
 * for a price; the first client stays for past minutes. Nothing here knows ccxt: `ccxt.ts` makes the clients.
 */

type Price = number | string | undefined;
interface Quote {
  readonly bid?: Price;
  readonly ask?: Price;
  readonly timestamp?: number | undefined;
  readonly nonce?: number | undefined;
}
interface Book {
  readonly bids: readonly (readonly Price[])[];
  readonly asks: readonly (readonly Price[])[];
  readonly timestamp?: number | undefined;
  readonly nonce?: number | undefined;
}
type BySymbol<T> = Readonly<Record<string, T | undefined>>;

/** What is used of an exchange of ccxt: its methods, and the newest of each symbol, which they keep. */
export interface VenueClient {
  readonly has: BySymbol<unknown>;
  readonly markets: BySymbol<unknown> | undefined;
  bidsasks: BySymbol<Quote>;
  tickers: BySymbol<Quote>;
  readonly orderbooks: BySymbol<Book>;
  /** @param again false: the outcome of the first call, a failure included */
  loadMarkets(again: boolean): Promise<unknown>;
  setMarketsFromExchange(other: VenueClient): unknown;
  watchBidsAsks(symbols: string[]): Promise<unknown>;
  watchTickers(symbols: string[]): Promise<unknown>;
  watchTicker(symbol: string): Promise<unknown>;
  watchOrderBook(symbol: string): Promise<unknown>;
  fetchOHLCV(
    symbol: string,
    period: '1m',
    sinceMs: number,
    limit: number,
  ): Promise<readonly (readonly unknown[])[]>;
  close(): Promise<unknown>;
}

/** Why a call failed: `final` will not pass; `limited` asks to wait, ms if the venue says how long. */
export type Failure =
  | { readonly kind: 'passing' | 'final' }
  | { readonly kind: 'limited'; readonly waitMs: number | undefined };

export interface VenueDeps {
  readonly clock: Clock;
  readonly link: Link;
  chance(): number;
  say(line: string): void;
  counts(): Counts;
  openClient(): VenueClient;
  failureOf(error: unknown, client: VenueClient): Failure;
}

export interface VenueBridge {
  /** Resolves with a sentence if it cannot go on. */
  readonly ended: Promise<string>;
  /** To be called when the exchange is connected: past minutes are sent then. */
  exchangeOpened(): void;
  close(): void;
}

const SEND_MS = 20;
/** After so long without a price the venue is connected again; twice as long each time, as a market may be quiet. */
const SILENT_MS = 30_000;
const MOST_SILENT_MS = 480_000;
/** Without a word of the venue how long its limit lasts. */
const LIMITED_MS = 60_000;
const MOST_LIMITED_MS = 3_600_000;
const CANDLES = 500;
const ATTEMPTS = 5;

export function openVenue(deps: VenueDeps, map: Mapping, prices: PriceKind | undefined): VenueBridge {
  const { clock, link, chance, say, counts } = deps;
  const symbols = [...map.keys()];
  /** For past minutes; it has the markets. */
  const first = deps.openClient();
  let current: VenueClient | undefined;
  let [isClosed, isTicking, failures, silentMs] = [false, false, 0, SILENT_MS];
  let kind: PriceKind = prices ?? 'quotes';
  let pending: Tick[] = [];
  /** Before when prices are missing; undefined: since the beginning. */
  let gap: { readonly since: number | undefined } | undefined = { since: undefined };
  let filling = Promise.resolve();

  const noteGap = () => (gap ??= { since: counts().lastTickMs });

  const fillGap = (): void => {
    if (!isTicking || !link.isOpen() || gap === undefined) return;
    filling = filling.then(async () => {
      const taken = gap;
      gap = undefined;
      if (taken && !(await fill(deps, first, map, taken.since, () => isClosed))) gap = taken;
    });
  };

  const watch = (client: VenueClient): Promise<never> =>
    new Promise((_, reject) => {
      const openedMs = clock.wall();
      let heardMs = openedMs;
      const seen = new Map<string, string>();
      const times = new Map<string, number>();
      const take = (symbol: string, quote: Quote): void => {
        const target = map.get(symbol);
        if (target === undefined || client !== current) return;
        seen.set(symbol, keyOf(quote));
        if (quote.bid === undefined && kind === 'tickers' && !isTicking && client.has['watchOrderBook'])
          reject(new NoBids());
        // A ticker may have the time of the last trade, which is not that of its bid.
        const said = (kind === 'tickers' ? undefined : quote.timestamp) ?? clock.wall();
        // Some venues cut their times to seconds, some of the time.
        const behindMs = (times.get(symbol) ?? 0) - said;
        const timeMs = behindMs > 0 && behindMs < 1_000 ? said + behindMs : said;
        times.set(symbol, timeMs);
        const tick = tickOf(
          target.code,
          target.decimals ?? link.decimals(target.code),
          quote.bid,
          quote.ask,
          timeMs,
        );
        if (tick === undefined) return void counts().skipped++;
        [heardMs, silentMs] = [clock.wall(), SILENT_MS];
        if (heardMs - openedMs > STABLE_MS) failures = 0;
        if (!isTicking) {
          isTicking = true;
          fillGap();
        }
        pending.push(tick);
      };
      const kept = observed(take);
      if (kind === 'quotes') client.bidsasks = kept;
      else if (kind === 'tickers') client.tickers = kept;
      const look = (symbol: string): void => {
        const quote = kind === 'books' ? bestOf(client.orderbooks[symbol]) : kept[symbol];
        if (quote !== undefined && seen.get(symbol) !== keyOf(quote)) take(symbol, quote);
      };
      // What a call returns is kept by the client, too, and of a burst it returns the first only.
      const repeat = async (call: () => Promise<unknown>): Promise<void> => {
        while (client === current) await call();
      };
      for (const call of callsOf(client, kind, symbols)) repeat(call).catch(reject);
      const stop = clock.every(SEND_MS, () => {
        if (client !== current) return stop();
        // Books change in place, and so do the quotes of some venues.
        for (const symbol of symbols) look(symbol);
        const ticks = pending;
        pending = [];
        if (ticks.length > 0) link.send(ticks);
        if (clock.wall() - heardMs <= silentMs) return;
        reject(new Error(`no price for ${silentMs / 1_000} s`));
        silentMs = Math.min(MOST_SILENT_MS, silentMs * 2);
      });
    });

  const connect = async (): Promise<never> => {
    if (first.markets === undefined) await first.loadMarkets(true);
    const markets = first.markets ?? {};
    const unknown = symbols.filter((symbol) => markets[symbol] === undefined);
    if (unknown.length > 0) throw new Impossible(`It has no ${unknown.join(', ')}.`);
    if (prices === undefined && kind === 'quotes') kind = kindOf(first);
    const client = deps.openClient();
    client.setMarketsFromExchange(first);
    current = client;
    say(`venue: subscribing to ${kind} of ${symbols.join(', ')}`);
    return watch(client);
  };

  const run = async (): Promise<string> => {
    for (;;) {
      let failed: unknown;
      await connect().catch((error: unknown) => (failed = error));
      if (isClosed) return '';
      const client = current;
      if (isTicking) counts().sourceLost++;
      noteGap();
      [current, isTicking] = [undefined, false];
      client?.close().catch(() => undefined);
      if (failed instanceof Impossible) return failed.message;
      if (failed instanceof NoBids) {
        say('venue: its tickers have no bid; its order books have');
        kind = 'books';
        continue;
      }
      const failure = deps.failureOf(failed, client ?? first);
      if (failure.kind === 'final' && counts().lastTickMs === undefined) return textOf(failed);
      const delayMs = Math.max(limitMs(failure), backoffMs(++failures, chance()));
      say(`venue: ${textOf(failed)}; next try in ${(delayMs / 1_000).toFixed(1)} s`);
      await pause(clock, delayMs);
    }
  };

  return {
    ended: run(),
    exchangeOpened() {
      noteGap();
      fillGap();
    },
    close() {
      isClosed = true;
      for (const client of [first, current]) client?.close().catch(() => undefined);
      current = undefined;
    },
  };
}

/** An error that no other attempt will mend. */
class Impossible extends Error {}
class NoBids extends Error {}

const textOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, 200);

const limitMs = (failure: Failure): number =>
  failure.kind === 'limited' ? Math.min(MOST_LIMITED_MS, failure.waitMs ?? LIMITED_MS) : 0;

function kindOf({ has }: VenueClient): PriceKind {
  if (has['watchBidsAsks'] === true) return 'quotes';
  if (has['watchTickers'] === true || has['watchTicker'] === true) return 'tickers';
  if (has['watchOrderBook'] === true) return 'books';
  throw new Impossible('It has no socket for prices.');
}

/** One call for all symbols where the venue has it. */
function callsOf(
  client: VenueClient,
  kind: PriceKind,
  symbols: string[],
): readonly (() => Promise<unknown>)[] {
  if (kind === 'quotes') return [() => client.watchBidsAsks(symbols)];
  if (kind === 'tickers' && client.has['watchTickers'] === true) return [() => client.watchTickers(symbols)];
  const one = kind === 'tickers' ? 'watchTicker' : 'watchOrderBook';
  return symbols.map((symbol) => () => client[one](symbol));
}

/** A place for the newest quotes that tells of each one: calls alone miss those that come in one piece with another. */
const observed = (put: (symbol: string, quote: Quote) => void): Record<string, Quote> =>
  new Proxy<Record<string, Quote>>(
    {},
    {
      set(quotes, symbol, quote: Quote) {
        quotes[String(symbol)] = quote;
        put(String(symbol), quote);
        return true;
      },
    },
  );

const keyOf = ({ bid, ask, timestamp, nonce }: Quote): string => [bid, ask, timestamp, nonce].join(' ');

/** @returns undefined for a book without a bid: it is not loaded yet */
function bestOf(book: Book | undefined): Quote | undefined {
  const [bid, ask] = [book?.bids[0]?.[0], book?.asks[0]?.[0]];
  return book && bid !== undefined ? { bid, ask, timestamp: book.timestamp, nonce: book.nonce } : undefined;
}

/** Sends the minutes that are missing, one request after the other. @returns whether it has */
async function fill(
  { clock, link, chance, say, counts, failureOf }: VenueDeps,
  client: VenueClient,
  map: Mapping,
  since: number | undefined,
  isClosed: () => boolean,
): Promise<boolean> {
  const gap = gapOf(since, clock.wall());
  if (gap === undefined || client.has['fetchOHLCV'] !== true) return true;
  const before = counts().minutes;
  for (const [symbol, target] of map) {
    let [fromMs, failed] = [gap.fromMs, 0];
    while (fromMs < gap.toMs && !isClosed()) {
      try {
        const candles = await client.fetchOHLCV(symbol, '1m', fromMs, CANDLES);
        await link.room();
        link.sendMinutes(
          target.code,
          minuteRows(candles, gap, target.decimals ?? link.decimals(target.code)),
        );
        const last = Number(candles.at(-1)?.[0] ?? Number.NaN);
        fromMs = last >= fromMs ? last + 60_000 : gap.toMs;
      } catch (error) {
        const failure = failureOf(error, client);
        say(`venue: no past minutes of ${symbol}: ${textOf(error)}`);
        if (failure.kind === 'final' || ++failed === ATTEMPTS) return false;
        await pause(clock, Math.max(limitMs(failure), backoffMs(failed, chance())));
      }
    }
  }
  say(`venue: sent ${counts().minutes - before} past minutes`);
  return true;
}
