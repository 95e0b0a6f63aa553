import { backoffMs, type Clock, pause } from './clock.ts';
import type { Link } from './link.ts';
import type { Mapping, Target } from './mapping.ts';
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
  readonly bidsasks: BySymbol<Quote>;
  readonly tickers: BySymbol<Quote>;
  readonly orderbooks: BySymbol<Book>;
  /** @param again false: the outcome of the first call, a failure included */
  loadMarkets(again: boolean): Promise<unknown>;
  setMarkets(markets: BySymbol<unknown>): unknown;
  watchBidsAsks(symbols: string[]): Promise<object>;
  watchTickers(symbols: string[]): Promise<object>;
  watchTicker(symbol: string): Promise<object>;
  watchOrderBook(symbol: string): Promise<object>;
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
/** A venue that says nothing for so long is connected anew; twice as long each time, as a market may be quiet. */
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

  const decimalsOf = ({ code, decimals }: Target) => decimals ?? link.decimals(code);
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
      let heardMs = clock.wall();
      const seen = new Map<string, string>();
      const times = new Map<string, number>();
      /** @param isNews whether the venue said something of it; else it may be what a burst left behind */
      const take = (symbol: string, isNews: boolean): void => {
        const target = map.get(symbol);
        const quote = quoteOf(client, kind, symbol);
        if (target === undefined || quote === undefined) return;
        const key = [quote.bid, quote.ask, quote.timestamp, quote.nonce].join(' ');
        if (!isNews && seen.get(symbol) === key) return;
        seen.set(symbol, key);
        if (quote.bid === undefined && kind === 'tickers' && !isTicking && client.has['watchOrderBook'])
          reject(new NoBids());
        // A ticker may have the time of the last trade, which is not that of its bid.
        const said = (kind === 'tickers' ? undefined : quote.timestamp) ?? clock.wall();
        // Some venues cut their times to seconds, some of the time.
        const behindMs = (times.get(symbol) ?? 0) - said;
        const timeMs = behindMs > 0 && behindMs < 1_000 ? said + behindMs : said;
        times.set(symbol, timeMs);
        const tick = tickOf(target.code, decimalsOf(target), quote.bid, quote.ask, timeMs);
        if (tick === undefined) return void counts().skipped++;
        [heardMs, failures, silentMs] = [clock.wall(), 0, SILENT_MS];
        if (!isTicking) {
          isTicking = true;
          fillGap();
        }
        pending.push(tick);
      };
      const repeat = async (ask: () => Promise<object>, of: readonly string[]): Promise<void> => {
        while (client === current) {
          const news = await ask();
          if (client !== current) return;
          for (const symbol of of) if (of.length === 1 || symbol in news) take(symbol, true);
        }
      };
      for (const [ask, of] of callsOf(client, kind, symbols)) repeat(ask, of).catch(reject);
      const stop = clock.every(SEND_MS, () => {
        if (client !== current) return stop();
        for (const symbol of symbols) take(symbol, false);
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
    client.setMarkets(markets);
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

type Call = readonly [() => Promise<object>, readonly string[]];

/** One call for all symbols where the venue has it. */
function callsOf(client: VenueClient, kind: PriceKind, symbols: string[]): readonly Call[] {
  if (kind === 'quotes') return [[() => client.watchBidsAsks(symbols), symbols]];
  if (kind === 'tickers' && client.has['watchTickers'] === true)
    return [[() => client.watchTickers(symbols), symbols]];
  return symbols.map((symbol) => [
    () => (kind === 'tickers' ? client.watchTicker(symbol) : client.watchOrderBook(symbol)),
    [symbol],
  ]);
}

/** The newest that the client keeps: of a burst a call returns the first. */
function quoteOf(
  client: VenueClient,
  kind: PriceKind,
  symbol: string,
): (Quote & { nonce?: unknown }) | undefined {
  if (kind === 'quotes') return client.bidsasks[symbol];
  if (kind === 'tickers') return client.tickers[symbol];
  const book = client.orderbooks[symbol];
  const [bid, ask] = [book?.bids[0]?.[0], book?.asks[0]?.[0]];
  // A book without a side is not loaded yet.
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
