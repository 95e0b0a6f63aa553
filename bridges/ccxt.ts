import ccxt, { type Exchange } from 'ccxt';
import type { Failure, VenueClient } from './venue.ts';

/** The only file that knows ccxt. */

/** @returns what makes clients of a venue; undefined if ccxt has no sockets of it */
export function venueOf(name: string, settings: object = {}): (() => VenueClient) | undefined {
  const Venue = Object.entries(ccxt.pro).find(([id]) => id === name)?.[1] as
    | (new (
        settings: object,
      ) => Exchange)
    | undefined;
  // Prices stay as the venue writes them.
  return Venue && (() => Object.assign(new Venue(settings), { number: String }) as unknown as VenueClient);
}

export function failureOf(error: unknown, client: VenueClient): Failure {
  if (error instanceof ccxt.RateLimitExceeded || error instanceof ccxt.DDoSProtection)
    return { kind: 'limited', waitMs: retryAfterMs(client as unknown as Exchange) };
  const isFinal = [ccxt.NotSupported, ccxt.BadSymbol, ccxt.ArgumentsRequired, ccxt.AuthenticationError].some(
    (one) => error instanceof one,
  );
  return { kind: isFinal ? 'final' : 'passing' };
}

function retryAfterMs({ last_response_headers: headers }: Exchange): number | undefined {
  const said = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
  const seconds = Number(said);
  return said !== undefined && seconds >= 0 ? seconds * 1_000 : undefined;
}
