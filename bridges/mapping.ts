import { err, ok, type Result } from '../shared/result.ts';

/** What a symbol of the source is on the exchange. */
interface Target {
  readonly code: string;
  /** Decimals of the instrument's price, if they are said. */
  readonly decimals: number | undefined;
}

/** By the source's symbol. */
export type Mapping = ReadonlyMap<string, Target>;

const PAIR = /^([^=\s]+)=([^=:\s]+)(?::([0-8]))?$/;

/** Reads `BTC/USDT=BTCUSD,ETH/USDT:USDT=ETHUSD:2`. @returns a sentence for what it cannot read */
export function readMapping(text: string): Result<Mapping, string> {
  const mapping = new Map<string, Target>();
  const codes = new Set<string>();
  for (const part of text.split(',').map((one) => one.trim())) {
    const [, symbol, code, decimals] = PAIR.exec(part) ?? [];
    if (symbol === undefined || code === undefined)
      return err(`--map has SYMBOL=CODE or SYMBOL=CODE:DECIMALS (0 to 8), not "${part}".`);
    if (mapping.has(symbol)) return err(`--map has ${symbol} twice.`);
    if (codes.has(code)) return err(`--map has ${code} twice: an instrument has one symbol of a source.`);
    codes.add(code);
    mapping.set(symbol, { code, decimals: decimals === undefined ? undefined : Number(decimals) });
  }
  return ok(mapping);
}
