import { describe, expect, it } from 'vitest';
import { readMapping } from '../../bridges/mapping.ts';
import { readOptions, tokenOf } from '../../bridges/options.ts';

const read = (line: string) => readOptions(line.split(' '));
const common = { url: 'ws://127.0.0.1:8090/v1/feed', tokenFile: undefined };

describe('the command line', () => {
  it('reads a venue with its symbols', () => {
    expect(read('venue binance --map BTC/USDT=BTCUSD:2,ETH/USDT:USDT=ETHUSD --prices books')).toEqual({
      ok: true,
      value: {
        ...common,
        kind: 'venue',
        venue: 'binance',
        source: 'binance',
        prices: 'books',
        map: new Map([
          ['BTC/USDT', { code: 'BTCUSD', decimals: 2 }],
          ['ETH/USDT:USDT', { code: 'ETHUSD', decimals: undefined }],
        ]),
      },
    });
  });

  it('reads a file', () => {
    const line =
      'csv ticks.csv --follow --code EURUSD --source b --to wss://x.example/v1/feed --token-file t';
    expect(read(line)).toEqual({
      ok: true,
      value: {
        kind: 'csv',
        file: 'ticks.csv',
        follows: true,
        code: 'EURUSD',
        map: undefined,
        source: 'b',
        url: 'wss://x.example/v1/feed',
        tokenFile: 't',
      },
    });
  });

  it.each([
    ['', 'Say venue NAME or csv FILE'],
    ['venue', 'Say venue NAME or csv FILE'],
    ['csv a b', 'Say venue NAME or csv FILE'],
    ['venue binance', 'Say which symbol is which instrument'],
    ['venue binance --map BTC/USDT', '--map has SYMBOL=CODE'],
    ['venue binance --map A=B:9', '--map has SYMBOL=CODE'],
    ['venue binance --map A=B,A=C', '--map has A twice'],
    ['venue binance --map A=C,B=C', '--map has C twice'],
    ['venue binance --map A=B --prices best', '--prices is quotes, tickers, books, not "best"'],
    ['venue binance --map A=B --follow', '--follow and --code belong to csv'],
    ['csv f --prices books', '--prices belongs to a venue'],
    ['csv f --bogus', "Unknown option '--bogus'. --help tells more."],
    ['csv f --to 127.0.0.1', '--to is an address'],
    ['csv f --to http://127.0.0.1', '--to begins with ws: or wss:'],
    ['csv f --to wss://u:p@x.example', '--to has no name, password or parameters'],
    ['csv f --to wss://x.example?token=t', '--to has no name, password or parameters'],
    ['csv f --to ws://x.example', '--to is wss: for another machine'],
    ['csv f --to ws://127.0.0.1.example', '--to is wss: for another machine'],
    ['csv f --token secret', 'A token is not for the command line'],
    ['csv f --token=secret', 'A token is not for the command line'],
  ])('refuses "%s" in a sentence', (line, sentence) => {
    const options = readOptions(line === '' ? [] : line.split(' '));
    expect(!options.ok && options.error).toContain(sentence);
    expect(JSON.stringify(options)).not.toContain('secret');
  });

  it('takes an address of this machine without TLS', () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect(read(`csv f --to ws://${host}:1/`).ok).toBe(true);
  });
});

it('a mapping may have spaces after its commas', () => {
  const mapping = readMapping('A=B, C=D');
  expect(mapping.ok && [...mapping.value.keys()]).toEqual(['A', 'C']);
});

describe('the token', () => {
  it.each([
    ['one', 'one'],
    [' one\n', 'one'],
    ['a:one,b:two', 'two'],
    ['a:one, b:two', 'two'],
  ])('of source b in "%s" is %s', (setting, token) => {
    expect(tokenOf(setting, 'b')).toEqual({ ok: true, value: token });
  });

  it.each([undefined, '', ' ', 'a:secret', 'ab:secret'])(
    'is missing in "%s", which is not repeated',
    (setting) => {
      const token = tokenOf(setting, 'b');
      expect(token.ok).toBe(false);
      expect(JSON.stringify(token)).not.toContain('secret');
    },
  );
});
