import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished, type TestContext } from 'vitest';
import { type Clock, systemClock } from '../../bridges/clock.ts';
import { readMapping } from '../../bridges/mapping.ts';
import type { PriceKind } from '../../bridges/options.ts';
import { type Failure, openVenue, type VenueClient } from '../../bridges/venue.ts';
import { root } from '../architecture/sources.ts';
import { recordedData } from '../helpers/recorded-data.ts';
import { type FakeVenue, type Protocol, readCapture, startVenue } from './fake-venue.ts';
import { linked } from './linked.ts';
import { binanceFutures, binanceSpot, bitstamp, gate } from './protocols.ts';
import { startReceiver } from './receiver.ts';

interface Ccxt {
  venueOf(name: string, settings?: object): (() => VenueClient) | undefined;
  failureOf(error: unknown, client: VenueClient): Failure;
}

/** `bridges/` has packages of its own: without them a test says so. */
export function ccxt(skip: TestContext['skip']): Promise<Ccxt> {
  if (!existsSync(join(root, 'bridges', 'node_modules', 'ccxt')))
    skip('bridges/ has no packages: npm ci --prefix bridges');
  return import(pathToFileURL(join(root, 'bridges', 'ccxt.ts')).href);
}

/** A bridge by ccxt between a venue that replays a capture and a receiver; ended with the test. @param map as of the command line */
export async function bridged(
  skip: TestContext['skip'],
  { name, file, protocol, speed }: { name: string; file: string; protocol: Protocol; speed: number },
  map: string,
  options: {
    prices?: PriceKind;
    clock?: Clock;
    decimals?: Record<string, number>;
    started?: (venue: FakeVenue) => void;
    /** An exchange in place of the receiver. */
    to?: string;
  } = {},
) {
  const { venueOf, failureOf } = await ccxt(skip);
  const venue = await startVenue(readCapture(recordedData(skip, 'ws', file)), protocol, speed);
  options.started?.(venue);
  const receiver = await startReceiver({ decimals: options.decimals ?? {} });
  const connection = linked(options.to ?? receiver.url, options.clock ? { clock: options.clock } : {});
  const openClient = venueOf(name, venue.settings);
  const mapping = readMapping(map);
  if (openClient === undefined || !mapping.ok) throw new Error('no such venue');
  const bridge = openVenue(
    {
      clock: options.clock ?? systemClock,
      link: connection.link,
      chance: () => 0,
      say: (line) => connection.said.push(line),
      counts: () => connection.counts,
      openClient,
      failureOf,
    },
    mapping.value,
    options.prices,
  );
  bridge.ended.then((sentence) => connection.said.push(`ended: ${sentence}`));
  connection.onOpened(() => bridge.exchangeOpened());
  onTestFinished(() => bridge.close());
  return { venue, receiver, bridge, ...connection };
}

export const spot = {
  name: 'binance',
  file: 'binance_spot_btcusdt_20240808.jsonl.gz',
  protocol: binanceSpot,
};
export const futures = {
  name: 'binanceusdm',
  file: 'binance_futures_1_20210722.jsonl.gz',
  protocol: binanceFutures,
};
export const gateTickers = { name: 'gate', file: 'gateio_1_20210422.jsonl.gz', protocol: gate };
export const bitstampBooks = { name: 'bitstamp', file: 'bitstamp_1_20220105.jsonl.gz', protocol: bitstamp };

/** A clock that a test sets forward; its timers are real. */
export function settableClock(aheadMs = 0) {
  let ahead = aheadMs;
  const clock: Clock = { ...systemClock, wall: () => Date.now() + ahead };
  return {
    clock,
    set: (ms: number) => {
      ahead = ms;
    },
  };
}

/** Refuses so many requests after the first one, which is for the markets. */
export function refuseLater({ requests, refuse }: FakeVenue, count: number): void {
  const timer = setInterval(() => {
    if (requests.length === 0) return;
    clearInterval(timer);
    refuse(count, 429, 1);
  }, 1);
}
