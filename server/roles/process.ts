import type { Accounts } from '../accounts/accounts.ts';
import type { Passwords } from '../accounts/password.ts';
import type { CatalogueEntry } from '../catalogue/catalogue-entry.ts';
import { entriesOf, storedInstruments } from '../catalogue/instrument-repository.ts';
import type { Clock } from '../clock.ts';
import { systemClock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { claimCandles } from '../feed/candle-origin.ts';
import type { Market } from '../feed/market.ts';
import { rescalePrices } from '../feed/rescale.ts';
import type { Deadlines } from '../http/deadlines.ts';
import type { ListingsDeps } from '../listings/listings.ts';
import type { Log } from '../log.ts';
import { createLog, logFault } from '../log.ts';
import type { Store } from '../store/store.ts';

/** The source of the app's pages; without it the server offers only API and socket. */
export type Web =
  | { readonly kind: 'none' }
  | { readonly kind: 'built'; readonly dir: string }
  /** From the sources, with hot reload. */
  | { readonly kind: 'sources'; readonly root: string };

export interface StartDeps {
  readonly clock?: Clock;
  readonly web?: Web;
  /** Receives bugs; `where` contains no secret. Default: the log. */
  readonly onFault?: (where: string, error: unknown, requestId?: string) => void;
  /** Receives lines for the operator. Default: the log. */
  readonly log?: (line: string) => void;
  /** Default: a log as the settings say. */
  readonly logger?: Log;
  /** Password hashing. Default: scrypt at full cost. */
  readonly passwords?: Passwords;
  /** Times for requests to arrive. Default: of `config`, and half a minute for a body. */
  readonly deadlines?: Partial<Deadlines>;
  /**
   * Called once, with a sentence, when the database is lost permanently: the caller stops the exchange.
   * Default: a fault.
   */
  readonly onLost?: (sentence: string) => void;
}

export interface RunningServer {
  /** e.g. `http://127.0.0.1:8080` */
  readonly url: string;
  readonly port: number;
  readonly market: Market;
  readonly exchange: Exchange;
  readonly accounts: Accounts;
  /** Disconnects clients, stores pending state, releases the port and the data folder. */
  stop(): Promise<void>;
}

/** Why the exchange cannot start, as one sentence for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** A source of prices that can't be read or played. */
export function badFeed(error: unknown): never {
  throw new StartError(`FEED can't be played: ${error instanceof Error ? error.message : error}.`, {
    cause: error,
  });
}

/** @throws StartError if the stored candles are of another kind of prices */
export async function claimFor(
  { feed, publicOrigin }: Config,
  store: Store,
  clock: Clock,
  say: (sentence: string) => void,
): Promise<void> {
  const refused = await claimCandles(store, feed.kind, clock, say);
  if (refused !== undefined) badFeed(refused);
  if (feed.kind !== 'ticks') await rescalePrices(store);
  if (feed.kind === 'sim' && publicOrigin !== undefined)
    say('Prices are simulated (FEED=sim), and the app says so; FEED=push takes those of a market.');
}

/** Where instruments are from; of a cluster's parts a dealer takes the retired ones off the list. */
export const instrumentsOf = ({
  feed,
  role,
}: Pick<Config, 'feed' | 'role'>): NonNullable<ListingsDeps['instruments']> =>
  feed.kind === 'ticks' ? 'recorded' : role.name === 'all' || role.name === 'dealer' ? 'kept' : 'followed';

/** The instruments of the database; undefined where recorded prices bring their own. */
export const listedEntries = async (
  { feed }: Pick<Config, 'feed'>,
  store: Store,
  clock: Clock,
): Promise<readonly CatalogueEntry[] | undefined> =>
  feed.kind === 'ticks' ? undefined : entriesOf(await storedInstruments(store, clock.now()));

/** The steps that undo a start, the last one first. */
export type Undo = (() => Promise<unknown> | unknown)[];

/** `StartDeps` with every default. */
export type Given = Required<Pick<StartDeps, 'clock' | 'web' | 'onFault' | 'log' | 'logger' | 'onLost'>> & {
  readonly passwords: StartDeps['passwords'] | undefined;
  readonly deadlines: StartDeps['deadlines'] | undefined;
};

export function withDefaults(config: Pick<Config, 'log'>, deps: StartDeps): Given {
  const {
    clock = systemClock,
    web = { kind: 'none' },
    logger = createLog(config.log),
    passwords,
    deadlines,
  } = deps;
  const onFault: Given['onFault'] =
    deps.onFault ?? ((where, error, requestId) => logFault(logger, where, error, requestId));
  const {
    log = (line: string) => logger.info(line),
    onLost = (sentence: string) => onFault('store', sentence),
  } = deps;
  return { clock, web, logger, onFault, log, onLost, passwords, deadlines };
}
