import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { jumpingClock } from '../../replay/cli/jumping-clock.ts';
import { stateOf } from '../../replay/fold/digested-state.ts';
import { survey } from '../../replay/play/survey.ts';
import { blobSource } from '../../replay/play/text-source.ts';
import { type Chance, createChance } from '../sim/chance.ts';
import { foldOf, playedDigest, readDigest } from './digests.ts';
import { sourceOf } from './play/replay-parts.ts';
import { trafficOf } from './traffic.ts';

const COUNT = Number(process.env['SEEDS'] ?? 40);
const SEEDS = Array.from({ length: COUNT }, (_, i) => i + 1);

function* cutAnywhere(text: string, chance: Chance): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const length = chance.happens(0.5) ? chance.whole(1, 9) : chance.whole(1, 8_000);
    yield text.slice(at, at + length);
    at += length;
  }
}

/** Every way to compute the state, by name. */
async function digestsOf(text: string, chance: Chance): Promise<Readonly<Record<string, unknown>>> {
  const packed = await survey(blobSource(new Blob([gzipSync(text)])));
  return {
    whole: await readDigest([text]),
    'cut anywhere': await readDigest(cutAnywhere(text, chance)),
    'with the line ends of Windows': await readDigest([text.replaceAll('\n', '\r\n')]),
    'without its last line end': await readDigest([text.trimEnd()]),
    'at 1x': await playedDigest(sourceOf(text, chance.whole(50, 9_000)), 1, jumpingClock()),
    'at 100x': await playedDigest(sourceOf(text, chance.whole(50, 9_000)), 100, jumpingClock()),
    'at max': await playedDigest(sourceOf(text, chance.whole(50, 9_000)), 'max', jumpingClock()),
    'surveyed, packed': packed.ok ? packed.value.digest : packed.error,
  };
}

describe('the digest of a recording', () => {
  it(
    'is the same for every split of its text, folded or replayed, at any speed',
    async () => {
      const differing: unknown[] = [];
      for (const seed of SEEDS) {
        const digests = await digestsOf(trafficOf(seed), createChance(seed * 7));
        if (new Set(Object.values(digests)).size > 1) differing.push({ seed, ...digests });
      }
      expect(differing).toEqual([]);
    },
    10_000 + COUNT * 2_000,
  );

  it('differs between seeds', async () => {
    const digests = await Promise.all(SEEDS.map((seed) => readDigest([trafficOf(seed)])));
    expect(new Set(digests).size).toBe(COUNT);
  });

  it('covers traffic with every counted fault, with orders, candles and unusual numbers', () => {
    const all = SEEDS.map((seed) => stateOf(foldOf([trafficOf(seed)])));
    const sum = (name: keyof (typeof all)[number]['counters']) =>
      all.reduce((total, { counters }) => total + counters[name], 0);
    const faults = ['gap', 'duplicate', 'unheld', 'malformedJson', 'malformedFrame', 'malformedRow'] as const;
    expect(faults.filter((name) => sum(name) === 0)).toEqual([]);
    expect(all.filter(({ orders }) => orders.length > 0).length).toBeGreaterThan(COUNT / 4);
    expect(all.filter(({ account }) => account.net_value !== null).length).toBeGreaterThan(0);
    expect(all.every(({ candles }) => Object.keys(candles).length > 0)).toBe(true);
    expect(JSON.stringify(all)).toMatch(/1e\+21|9\.999999999999999e\+22/);
  });
});
