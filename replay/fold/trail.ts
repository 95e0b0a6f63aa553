import { canonicalJson } from '../../shared/canonical-json.ts';
import { WIRE_PERIODS } from '../../shared/domain/period.ts';
import { type MarketRows, ROW_LENGTH } from '../../shared/stream/market-scanner.ts';
import { createFold, type Fold, type FoldObserver } from './fold.ts';
import { createReader, type ReadOutcome } from './recording-reader.ts';

/** A hash of the state after a record: builds that agree have the same one. */
export interface TrailStep {
  readonly line: number;
  readonly at: number;
  readonly state: string;
}

export interface Trail {
  push(text: string): boolean;
  end(): ReadOutcome;
}

/** Reads a recording and reports a hash of the state after each record. */
export function createTrail(onStep: (step: TrailStep) => void, untilMs?: number): Trail {
  const sum = createSum();
  const fold: Fold = createFold(observerOf(sum, () => fold));
  return createReader({
    fold,
    untilMs,
    onRecord(line, at) {
      sum.set('counters', fold.counters);
      onStep({ line, at, state: sum.text() });
    },
  });
}

/** Reads every changed fact back from the fold, so that errors of the fold show. */
function observerOf(sum: FactSum, fold: () => Fold): Partial<FoldObserver> {
  return {
    quotes({ values, count }: MarketRows) {
      for (let row = 0; row < count; row++) {
        const id = values[row * ROW_LENGTH] ?? 0;
        sum.set(`quote ${id}`, fold().quotes.wireRow(id)?.slice(1));
      }
    },
    minute(code, timeS) {
      for (const period of WIRE_PERIODS) {
        const candle = fold().candles.liveCandle(code, period, timeS);
        sum.set(`candle ${code} ${period} ${candle?.[0]}`, candle);
      }
    },
    history: (id, period) => sum.set(`history ${id} ${period}`, fold().candles.history(id, period)),
    account() {
      const { orders } = fold();
      sum.set('account', [orders.orders(), orders.balance(), orders.lockBalance()]);
    },
  };
}

/** A hash over named facts that does not depend on the order in which they were set. */
export interface FactSum {
  set(name: string, value: unknown): void;
  /** 16 hexadecimal digits. */
  text(): string;
}

const HEX = 16;
const HALF_DIGITS = 8;

export function createSum(): FactSum {
  const hashes = new Map<string, readonly [number, number]>();
  let low = 0;
  let high = 0;
  const toggle = ([a, b]: readonly [number, number]) => {
    low ^= a;
    high ^= b;
  };
  return {
    set(name, value) {
      const before = hashes.get(name);
      if (before) toggle(before);
      const text = `${name}=${canonicalJson(value)}`;
      const hash = [fnv(text, 0x811c9dc5), fnv(text, 0x01000193)] as const;
      hashes.set(name, hash);
      toggle(hash);
    },
    text: () => [high, low].map((half) => (half >>> 0).toString(HEX).padStart(HALF_DIGITS, '0')).join(''),
  };
}

const FNV_PRIME = 0x01000193;

/** FNV-1a over a text's UTF-16 units (Fowler, Noll, Vo), 32 bits. */
function fnv(text: string, basis: number): number {
  let hash = basis;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return hash;
}
