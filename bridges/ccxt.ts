import ccxt, { type Exchange } from 'ccxt';
import type { Failure, VenueClient } from './venue.ts';

/* The only file that knows ccxt. */

interface Settings {
  readonly options?: object;
}

/**
 * @param settings for ccxt's constructor
 * @returns what makes clients of a venue; undefined if ccxt has no sockets of it
 */
export function venueOf(name: string, settings: Settings = {}): (() => VenueClient) | undefined {
  const venues: Readonly<Record<string, unknown>> = ccxt.pro;
  const Venue = Object.hasOwn(venues, name) && (venues[name] as new (settings: Settings) => unknown);
  // A book that was refused is asked for again after the venue's limit, not three times at once.
  const options = { watchOrderBook: { maxRetries: 1 }, ...settings.options };
  return Venue ? () => new Venue({ ...settings, options }) as VenueClient : undefined;
}

export function failureOf(error: unknown, client: VenueClient): Failure {
  if (error instanceof ccxt.RateLimitExceeded || error instanceof ccxt.DDoSProtection)
    return { kind: 'limited', waitMs: retryAfterMs(client as unknown as Exchange) };
  const isFinal = [ccxt.NotSupported, ccxt.BadSymbol, ccxt.ArgumentsRequired, ccxt.AuthenticationError].some(
    (one) => error instanceof one,
  );
  return { kind: isFinal ? 'final' : 'passing' };
}

/**
 * ccxt sends what waited for its rate limit without awaiting it: if the connection broke meanwhile, nobody catches that error, and
 * the process would end. The calls that are awaited fail, too. Errors of our own still end it.
 */
export function outliveStrayErrors(): void {
  process.on('unhandledRejection', (error) => {
    const isStray =
      error instanceof ccxt.BaseError || /^WebSocket (is|was) (not open|closed)/.test(textOf(error));
    if (!isStray) throw error;
  });
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : '');

function retryAfterMs({ last_response_headers: headers }: Exchange): number | undefined {
  const said = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
  const seconds = Number(said);
  return said !== undefined && seconds >= 0 ? seconds * 1_000 : undefined;
}
