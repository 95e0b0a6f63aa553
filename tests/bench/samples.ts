import type { Figure } from '../../bench/figures/figure.ts';
import { judged } from '../../bench/figures/judge.ts';
import { ratioOf, spread } from '../../bench/figures/method.ts';
import { seeded } from '../../bench/figures/seeded.ts';
import type { Result, Run } from '../../bench/report/run-result.ts';

/** The default conditions of the samples. */
export const RUN: Run = {
  suites: ['engine', 'size'],
  date: '2026-01-02T03:04:05.000Z',
  commit: '0123456789ab',
  dirty: false,
  machine: {
    cpu: 'a processor',
    cores: 2,
    memoryGb: 8,
    platform: 'linux x64',
    loadAtStart: 0.1,
    loadAtEnd: 1.2,
  },
  versions: { node: 'v24.0.0', v8: '13' },
  options: { repetitions: 7, minutes: 60, peers: true },
};

/** Repetitions around a value, at most `width` of it to each side, the same for the same seed. */
export function around(value: number, width = 0.05, count = 7, seed = 1): number[] {
  const random = seeded(seed);
  return Array.from({ length: count }, () => value * (1 + (random() * 2 - 1) * width));
}

/** A figure with this ratio to a peer that costs 10. */
export function compared(name: string, ratio: number, width = 0.02, seed = 1): Figure {
  const peer = around(10, width, 7, seed + 100);
  const product = peer.map((cost, i) => cost * (around(ratio, width, 7, seed)[i] ?? Number.NaN));
  return {
    name,
    unit: 'µs',
    product: spread(product),
    peer: { name: 'JSON.parse', cost: spread(peer) },
    ratio: ratioOf(product, peer),
    goal: 1.3,
  };
}

export const weight = (name: string, bytes: number): Figure => ({
  name,
  unit: 'B',
  product: spread([bytes]),
  once: true,
  goal: 1_000,
});

/** A run with these figures, by suite. */
export const resultOf = (
  figures: Readonly<Record<string, readonly Figure[]>>,
  other: Partial<Run> = {},
): Result => ({
  format: 'pipstream-bench',
  version: 3,
  runs: [{ ...RUN, suites: Object.keys(figures), ...other }],
  figures: Object.entries(figures).flatMap(([suite, list]) => list.map((figure) => judged(suite, figure))),
});
