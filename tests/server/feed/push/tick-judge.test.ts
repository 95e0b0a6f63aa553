import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../server/seeded-random.ts';
import {
  countTouches,
  judgedFeed,
  LIES,
  type Lie,
  playGaps,
  readTape,
  type TrueTick,
} from '../../../helpers/price-lies.ts';
import { recordedData } from '../../../helpers/recorded-data.ts';

const T = 1_790_000_000_000;
const at = (ms: number, bid: number): TrueTick => ({ ms: T + ms, bid, ask: bid + 1 });
/** A session with a price: three ticks decide. */
function begun(sources = 1, bid = 100_000) {
  const feed = judgedFeed(sources);
  for (const ms of [0, 10, 20]) feed.tick(0, at(ms, bid));
  return feed;
}
const bidsOf = ({ accepted }: ReturnType<typeof judgedFeed>) => accepted.map(({ bid }) => bid);

describe('one source', () => {
  it('decides a session by its first three ticks that agree', () => {
    const feed = judgedFeed(1);
    expect([at(0, 100_000), at(1, 100_001)].map((tick) => feed.tick(0, tick))).toEqual(['held', 'held']);
    expect(feed.tick(0, at(2, 100_002))).toBe('accepted');
    expect(bidsOf(feed)).toEqual([100_000, 100_001, 100_002]);
  });

  it('takes ticks in the order of their times, of one millisecond in the order they come', () => {
    const feed = begun();
    expect(feed.tick(0, at(30, 100_003))).toBe('accepted');
    expect(feed.tick(0, at(30, 100_004))).toBe('accepted');
    expect(feed.tick(0, at(29, 100_005))).toBe('old');
    expect(feed.tick(0, at(2_100, 100_005), T + 40)).toBe('future');
    expect(feed.tick(0, at(50, 100_005), T + 11_000)).toBe('old');
  });

  it('drops one and two ticks beyond the bound, and believes the third', () => {
    const feed = begun();
    expect(feed.tick(0, at(30, 110_000))).toBe('held');
    expect(feed.tick(0, at(40, 110_001))).toBe('held');
    expect(feed.tick(0, at(50, 100_001))).toBe('accepted');
    expect(bidsOf(feed)).not.toContain(110_000);
    for (const ms of [60, 70]) expect(feed.tick(0, at(ms, 110_000))).toBe('held');
    expect(feed.tick(0, at(80, 110_010))).toBe('accepted');
    expect(bidsOf(feed).slice(-3)).toEqual([110_000, 110_000, 110_010]);
  });

  it('does not believe three ticks that differ from each other, nor a quote crossed beyond the bound', () => {
    const feed = begun();
    for (const [i, bid] of [110_000, 120_000, 130_000, 110_000].entries())
      expect(feed.tick(0, at(30 + i, bid))).toBe('held');
    for (const ms of [50, 51, 52, 53])
      expect(feed.tick(0, { ms: T + ms, bid: 101_000, ask: 100_000 })).toBe('dropped');
    expect(bidsOf(feed)).toEqual([100_000, 100_000, 100_000]);
  });

  it('moves nothing while its market stands still', () => {
    const feed = begun();
    feed.judge.halt(0, 0, true);
    expect(feed.judge.isHalted(0)).toBe(true);
    expect(feed.tick(0, at(30, 100_001))).toBe('dropped');
    feed.judge.halt(0, 0, false);
    expect(feed.tick(0, at(40, 100_002))).toBe('accepted');
  });
});

describe('a quote that is too wide', () => {
  const wide = (ms: number, points: number, bid = 100_000): TrueTick => ({
    ms: T + ms,
    bid,
    ask: bid + points,
  });
  const spreads = ({ accepted }: ReturnType<typeof judgedFeed>) => accepted.map(({ ask, bid }) => ask - bid);

  it('is held, with its followers, and believed at the third that is as wide', () => {
    const feed = judgedFeed(1, 20);
    for (const ms of [0, 10, 20]) feed.tick(0, wide(ms, 1));
    expect(feed.tick(0, wide(30, 20))).toBe('accepted');
    expect([wide(40, 58), wide(50, 59)].map((tick) => feed.tick(0, tick))).toEqual(['held', 'held']);
    expect(feed.tick(0, wide(60, 1))).toBe('accepted');
    expect(spreads(feed).slice(-2)).toEqual([20, 1]);
    for (const ms of [70, 80]) expect(feed.tick(0, wide(ms, 100))).toBe('held');
    expect(feed.tick(0, wide(90, 104))).toBe('accepted');
    // From then on only one that is wider still is held.
    expect(feed.tick(0, wide(100, 104))).toBe('accepted');
    expect(feed.tick(0, wide(110, 900))).toBe('held');
    expect(feed.tick(0, wide(120, 2))).toBe('accepted');
    expect(feed.tick(0, wide(130, 900))).toBe('held');
  });

  it('is held again where steps have led far from what was believed', () => {
    const feed = begun();
    for (let i = 0; i < 1_000; i++) feed.tick(0, wide(i, 1));
    for (const ms of [1_000, 1_001, 1_002]) feed.tick(0, wide(ms, 100));
    const steps = [109, 118, 128].map((points, i) => feed.tick(0, wide(1_010 + i, points)));
    expect(steps).toEqual(['accepted', 'held', 'held']);
    for (const ms of [1_020, 1_021, 1_022]) feed.tick(0, wide(ms, 118));
    expect(feed.tick(0, wide(1_030, 127))).toBe('accepted');
  });

  it('is not believed while its asks differ', () => {
    const feed = begun();
    for (let i = 0; i < 1_000; i++) feed.tick(0, wide(30 + i, 1));
    for (const [i, points] of [300, 900, 2_000, 300, 900].entries())
      expect(feed.tick(0, wide(1_030 + i, points))).toBe('held');
    for (const ms of [1_050, 1_051, 1_052]) feed.tick(0, wide(ms, 300));
    expect(spreads(feed).at(-1)).toBe(300);
  });

  it('is one wider than ten times the mean of the last hour, at least 20 points', () => {
    const feed = begun();
    expect(feed.tick(0, wide(30, 21))).toBe('held');
    // A mean of 9.
    for (let i = 0; i < 1_000; i++) feed.tick(0, wide(1_000 + 100 * i, 9));
    expect(feed.tick(0, wide(110_000, 89))).toBe('accepted');
    expect(feed.tick(0, wide(110_100, 92))).toBe('held');
    // An hour later the spread of that time counts alone.
    const later = 110_100 + 60 * 60_000;
    for (let i = 0; i < 10; i++) feed.tick(0, wide(later + 100 * i, 3), T + later + 100 * i);
    expect(feed.tick(0, wide(later + 2_000, 31))).toBe('held');
    expect(feed.tick(0, wide(later + 2_100, 30))).toBe('accepted');
  });

  it('is one wider than the operator says', () => {
    const feed = judgedFeed(1, 5);
    for (const ms of [0, 10, 20]) feed.tick(0, wide(ms, 1));
    expect(feed.tick(0, wide(30, 5))).toBe('accepted');
    expect(feed.tick(0, wide(40, 6))).toBe('held');
  });

  it('is believed at once when another source is as wide, and not at all while one that sends asks is not', () => {
    const agreed = begun(2);
    agreed.tick(1, wide(30, 80));
    expect(agreed.tick(0, wide(40, 82))).toBe('accepted');
    const denied = begun(2);
    for (let ms = 30; ms < 1_000; ms += 20) {
      denied.tick(1, wide(ms, 1));
      expect(denied.tick(0, wide(ms + 10, 80))).toBe('held');
    }
    const silent = begun(2);
    silent.tick(1, wide(30, Number.NaN));
    expect([40, 50, 60].map((ms) => silent.tick(0, wide(ms, 80)))).toEqual(['held', 'held', 'accepted']);
  });
});

describe('two sources', () => {
  it('follows the first, and only compares the other', () => {
    const feed = begun(2);
    expect(feed.tick(1, at(30, 100_005))).toBe('witness');
    expect(bidsOf(feed)).toHaveLength(3);
  });

  it('accepts a jump at once when both see it, in either order', () => {
    const first = begun(2);
    first.tick(1, at(30, 110_005));
    expect(first.tick(0, at(40, 110_000))).toBe('accepted');
    const second = begun(2);
    second.tick(1, at(30, 100_001));
    expect(second.tick(0, at(40, 110_000))).toBe('held');
    second.tick(1, at(50, 110_001));
    expect(bidsOf(second).at(-1)).toBe(110_000);
  });

  it('never believes what the other contradicts', () => {
    const feed = begun(2);
    for (let i = 0; i < 40; i++) {
      feed.tick(0, at(100 + i * 100, 110_000));
      feed.tick(1, at(110 + i * 100, 100_002));
    }
    expect(bidsOf(feed).every((bid) => bid < 100_010)).toBe(true);
  });

  it('gives the instrument to the other within 1.5 s of silence, with all that it has sent meanwhile, none twice', () => {
    const feed = begun(2);
    for (let i = 0; i < 20; i++) {
      feed.tick(0, at(100 + i * 50, 100_000 + (i % 3)));
      // The other repeats the first, 20 ms later.
      feed.tick(1, at(100 + i * 50, 100_000 + (i % 3)), T + 120 + i * 50);
    }
    const silentFrom = 100 + 20 * 50;
    for (let i = 20; i < 60; i++) feed.tick(1, at(100 + i * 50, 100_000 + (i % 3)), T + 120 + i * 50, [1]);
    expect(feed.judge.leader(0)).toBe(1);
    const times = feed.accepted.slice(3).map(({ ms }) => ms - T);
    expect(times).toEqual(Array.from({ length: 60 }, (_, i) => 100 + i * 50));
    const takenOver = feed.accepted.find(({ source }) => source === 1);
    expect((takenOver?.atMs ?? 0) - T - silentFrom).toBeLessThan(2_000);
  });

  it('takes over without a tick of its own, by the last that it sent', () => {
    const feed = begun(2);
    feed.tick(1, at(400, 100_002));
    feed.sweep(T + 1_000, [1]);
    expect(feed.judge.leader(0)).toBe(0);
    feed.sweep(T + 2_000, [1]);
    expect(feed.judge.leader(0)).toBe(1);
    expect(bidsOf(feed).at(-1)).toBe(100_002);
  });

  it('gives it back after 5 s of the first, when both agree', () => {
    const feed = begun(2);
    for (let ms = 100; ms < 3_000; ms += 100) feed.tick(1, at(ms, 100_000), T + ms, [1]);
    expect(feed.judge.leader(0)).toBe(1);
    for (let ms = 3_000; ms < 7_900; ms += 100) {
      feed.tick(0, at(ms, 100_000));
      feed.tick(1, at(ms + 10, 100_000));
    }
    expect(feed.judge.leader(0)).toBe(1);
    for (let ms = 7_900; ms < 8_500; ms += 100) {
      feed.tick(0, at(ms, 100_000));
      feed.tick(1, at(ms + 10, 100_000));
    }
    expect(feed.judge.leader(0)).toBe(0);
  });

  it('stays with the other while the first is beyond the bound', () => {
    const feed = begun(2);
    for (let ms = 100; ms < 3_000; ms += 100) feed.tick(1, at(ms, 100_000), T + ms, [1]);
    for (let ms = 3_000; ms < 30_000; ms += 100) {
      feed.tick(0, at(ms, 105_000));
      feed.tick(1, at(ms + 10, 100_000));
    }
    expect(feed.judge.leader(0)).toBe(1);
    expect(bidsOf(feed).every((bid) => bid === 100_000)).toBe(true);
  });
});

describe('two sources of a quiet instrument', () => {
  it.each([1, 2, 3, 4, 5])(
    'touches no stop by the step from one to the other in an hour, while they take turns (seed %i)',
    (seed) => {
      const random = seededRandom(`quiet ${seed}`);
      const feed = begun(2);
      const distance = 6;
      /** What each source last said when a price was last accepted. */
      let value = 100_000;
      const said = [value, value + distance];
      const heldAt = [...said];
      let touches = 0;
      let last = feed.accepted.at(-1);
      let source = 1;
      for (let ms = 6_000; ms < 3_600_000; ms += Math.floor(2_600 + 6_000 * random.next())) {
        value += Math.round(2 * random.gauss());
        source = 1 - source;
        said[source] = value + source * distance;
        feed.tick(source, at(ms, said[source] ?? 0));
        const now = feed.accepted.at(-1);
        if (now === last || now === undefined || last === undefined) continue;
        const own = (said[now.source] ?? 0) - (heldAt[now.source] ?? 0);
        // A stop anywhere between the prices is touched by the market only as far as the source itself has moved.
        if (now.source !== last.source && Math.abs(now.bid - last.bid) > Math.abs(own)) touches++;
        last = now;
        heldAt.splice(0, 2, ...said);
      }
      expect(feed.accepted.length).toBeGreaterThan(100);
      expect(touches).toBe(0);
    },
  );
});

describe('lies in recorded ticks', () => {
  const tape = (skip: Parameters<typeof recordedData>[0]) =>
    readTape(
      gunzipSync(readFileSync(recordedData(skip, 'ticks', 'oanda_eurusd_20140502.csv.gz'))).toString(),
      5,
    ).slice(0, 30_000);
  const TRIALS = Number(process.env['LIE_TRIALS'] ?? 100);
  const beyond = (Object.keys(LIES) as Lie[]).filter(
    (kind) => kind !== 'stale repeat' && kind !== 'within the bound',
  );

  it.for(beyond.flatMap((kind) => [1, 2].map((sources) => [kind, sources] as const)))(
    'one or two of the kind "%s" with %i sources touch nothing',
    ([kind, sources], { skip }) => {
      const ticks = tape(skip);
      for (const length of [1, 2])
        expect(countTouches(ticks, kind, { trials: TRIALS, length, sources, seed: 1 })).toBe(0);
    },
  );

  it.for([1, 2])('acts on a true gap within 500 ms or three ticks, with %i sources', (sources, { skip }) => {
    const figures = playGaps(tape(skip), { trials: TRIALS, sources, seed: 1 });
    expect(figures.gaps).toBe(TRIALS);
    expect(figures.late).toBe(0);
  });

  it('counts a lie that does become a price', ({ skip }) => {
    const ticks = tape(skip);
    expect(countTouches(ticks, 'crossed quote', { trials: 20, length: 3, sources: 1, seed: 1 })).toBe(0);
    expect(
      countTouches(ticks, 'decimal slip', { trials: 20, length: 3, sources: 1, seed: 1 }),
    ).toBeGreaterThan(0);
  });
});
