import { parseArgs } from 'node:util';
import { err, ok, type Result } from '../shared/result.ts';
import { type Mapping, readMapping } from './mapping.ts';

/** Where a venue's bids and asks come from. */
const PRICE_KINDS = ['quotes', 'tickers', 'books'] as const;
export type PriceKind = (typeof PRICE_KINDS)[number];

interface Common {
  readonly url: string;
  readonly source: string;
  /** A file with the token; else the environment has it. */
  readonly tokenFile: string | undefined;
}

export type Options =
  | (Common & {
      readonly kind: 'venue';
      readonly venue: string;
      readonly map: Mapping;
      /** The first that the venue has, if it is not said. */
      readonly prices: PriceKind | undefined;
    })
  | (Common & {
      readonly kind: 'csv';
      readonly file: string;
      readonly follows: boolean;
      /** Of all rows, for a file without a column of codes. */
      readonly code: string | undefined;
      readonly map: Mapping | undefined;
    });

export const HELP = `npm run bridge -- venue NAME --map SYMBOL=CODE[:DECIMALS],… [--prices quotes|tickers|books]
npm run bridge -- csv FILE [--follow] [--code CODE] [--map NAME=CODE[:DECIMALS],…]

  Sends prices of a venue (by ccxt) or of a file to an exchange with FEED=push. docs/prices.md tells more.

  --to URL           of the exchange, default ws://127.0.0.1:8090/v1/feed; beyond this machine wss:
  --source NAME      the name of this source, default the venue's, or csv
  --token-file FILE  the source's token; without it FEED_TOKEN of the environment or of .env

npm run bridge -- venue binance --map BTC/USDT=BTCUSD:2,ETH/USDT=ETHUSD:2
npm run bridge -- csv ticks.csv --follow`;

const text = { type: 'string' } as const;

/** @returns a sentence for a command line that it cannot carry out */
export function readOptions(args: readonly string[]): Result<Options | 'help', string> {
  if (args.some((arg) => /^--?token(=|$)/.test(arg)))
    return err('A token is not for the command line, which others can read: use FEED_TOKEN or --token-file.');
  const parsed = parsedArgs(args);
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  if (values.help) return ok('help');
  const [kind, name, ...more] = positionals;
  if ((kind !== 'venue' && kind !== 'csv') || name === undefined || more.length > 0)
    return err('Say venue NAME or csv FILE. --help tells more.');
  const url = readUrl(values.to ?? 'ws://127.0.0.1:8090/v1/feed');
  if (!url.ok) return url;
  const map = values.map === undefined ? ok(undefined) : readMapping(values.map);
  if (!map.ok) return map;
  const common = {
    url: url.value,
    source: values.source ?? (kind === 'csv' ? kind : name),
    tokenFile: values['token-file'],
  };
  if (kind === 'csv') {
    if (values.prices !== undefined) return err('--prices belongs to a venue.');
    const { follow: follows = false, code } = values;
    return ok({ ...common, kind, file: name, follows, code, map: map.value });
  }
  if (values.follow !== undefined || values.code !== undefined)
    return err('--follow and --code belong to csv.');
  if (map.value === undefined)
    return err('Say which symbol is which instrument, for example --map BTC/USDT=BTCUSD.');
  const prices = PRICE_KINDS.find((one) => one === values.prices);
  if (values.prices !== undefined && prices === undefined)
    return err(`--prices is ${PRICE_KINDS.join(', ')}, not "${values.prices}".`);
  return ok({ ...common, kind, venue: name, map: map.value, prices });
}

function parsedArgs(args: readonly string[]) {
  try {
    return ok(
      parseArgs({
        args: [...args],
        allowPositionals: true,
        options: {
          help: { type: 'boolean' },
          to: text,
          source: text,
          'token-file': text,
          map: text,
          prices: text,
          follow: { type: 'boolean' },
          code: text,
        },
      }),
    );
  } catch (error) {
    const [sentence = ''] = error instanceof Error ? error.message.split('. ') : [];
    return err(`${sentence.replace(/\.$/, '')}. --help tells more.`);
  }
}

function readUrl(said: string): Result<string, string> {
  if (!URL.canParse(said))
    return err(`--to is an address such as wss://exchange.example/v1/feed, not "${said}".`);
  const { protocol, hostname, username, password, search } = new URL(said);
  if (protocol !== 'ws:' && protocol !== 'wss:') return err('--to begins with ws: or wss:.');
  if (username !== '' || password !== '' || search !== '')
    return err('--to has no name, password or parameters: the token goes in the first frame.');
  if (protocol === 'ws:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname))
    return err('--to is wss: for another machine: with ws: the token could be read on the way.');
  return ok(said);
}

/**
 * The token of a source out of a setting as the exchange has it: one token, or `name:token,name:token`.
 * @returns a sentence without the setting
 */
export function tokenOf(setting: string | undefined, source: string): Result<string, string> {
  const said = setting?.trim() ?? '';
  if (said === '') return err('There is no token: set FEED_TOKEN, or name a file by --token-file.');
  if (!said.includes(':')) return ok(said);
  const own = said.split(',').find((part) => part.trim().startsWith(`${source}:`));
  if (own === undefined)
    return err(`FEED_TOKEN has no token for the source ${source}; --source names another one.`);
  return ok(own.trim().slice(source.length + 1));
}
