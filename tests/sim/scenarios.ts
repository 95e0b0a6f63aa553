import type { Instrument } from '../../shared/domain/instrument.ts';
import type { Side } from '../../shared/domain/order.ts';
import { openingPrice } from '../../shared/domain/quote.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { volumeFromWire } from '../../shared/domain/volume.ts';
import { openPhoneScene, type PhoneScene, type PhoneSceneOptions } from './phone-scene.ts';
import type { Leg, Tape } from './tape.ts';

/** A scenario of the exchange for a recording. */
interface Scenario extends PhoneSceneOptions {
  play(scene: PhoneScene): Promise<void>;
}

const euro = (...legs: readonly Leg[]): Tape => ({ code: 'EURUSD', points: 108_500, decimals: 5, legs });
const gold = (...legs: readonly Leg[]): Tape => ({ code: 'XAUUSD', points: 241_000, decimals: 2, legs });
const yen = (...legs: readonly Leg[]): Tape => ({ code: 'USDJPY', points: 151_200, decimals: 3, legs });
const calm = (seconds: number): Leg => ({ seconds, rate: 1, jump: 3 });

const SCENARIOS = {
  'quiet-day': {
    seed: 1,
    past: 1_800,
    tapes: [euro({ seconds: 2_400, rate: 0.1, jump: 3 }), gold({ seconds: 2_400, rate: 0.05, jump: 8 })],
    async play(scene) {
      await scene.run(60);
      await deal(scene, 'EURUSD', 0.1);
      await scene.run(240);
      await closeFirst(scene);
      await scene.run(60);
    },
  },
  'news-burst': {
    seed: 2,
    past: 600,
    tapes: [euro, gold, yen].map((tape) =>
      tape(
        calm(620),
        { seconds: 6, rate: 120, jump: 12, drift: -40 },
        { seconds: 15, rate: 20, jump: 6 },
        calm(60),
      ),
    ),
    async play(scene) {
      await scene.run(5);
      await deal(scene, 'EURUSD', 0.5);
      scene.phone.engine.mark('before the news');
      await scene.run(45);
    },
  },
  'reconnect-with-a-gap': {
    seed: 3,
    past: 600,
    tapes: [euro, gold].map((tape) => tape({ seconds: 700, rate: 2, jump: 4 })),
    async play({ network, run, ...scene }) {
      await deal({ network, run, ...scene }, 'EURUSD', 0.2);
      network.weather.brokenFrame = 0.15;
      await run(15);
      Object.assign(network.weather, { brokenFrame: 0, link: 'refusing' });
      network.cutAll();
      await run(8);
      network.weather.link = 'up';
      await run(30);
    },
  },
  'stop-out': {
    seed: 4,
    past: 600,
    settings: { DEMO_BALANCE: '1000' },
    tapes: [
      euro(calm(620), { seconds: 20, rate: 5, jump: 4, drift: -40 }, calm(60)),
      gold({ seconds: 700, rate: 1, jump: 5 }),
    ],
    async play(scene) {
      await deal(scene, 'EURUSD', 2);
      await scene.run(45);
    },
  },
  'market-close': {
    seed: 5,
    past: 600,
    // The euro's quotes end while gold continues: the end of a week.
    tapes: [
      euro({ seconds: 630, rate: 2, jump: 3 }, { seconds: 172_800, rate: 0, jump: 0 }, calm(60)),
      gold({ seconds: 700, rate: 2, jump: 6 }),
    ],
    async play(scene) {
      await deal(scene, 'EURUSD', 0.3);
      await scene.run(30);
      await closeFirst(scene);
      await scene.run(10);
    },
  },
  'two-prices': {
    seed: 7,
    past: 600,
    settings: { FEED_SPREAD: 'feed' },
    tapes: [
      euro({ seconds: 700, rate: 2, jump: 4, spread: [2, 18] }),
      gold({ seconds: 700, rate: 2, jump: 6, spread: [0, 30] }),
    ],
    async play(scene) {
      await deal(scene, 'EURUSD', 0.2);
      await deal(scene, 'XAUUSD', 0.1, 'sell');
      await deal(scene, 'EURUSD', 0.1, 'sell');
      await scene.run(30);
      await closeFirst(scene);
      await scene.run(25);
    },
  },
  'suspended-phone': {
    seed: 6,
    past: 600,
    tapes: [euro, gold].map((tape) => tape({ seconds: 800, rate: 2, jump: 4 })),
    async play({ phone, sleep, run, ...scene }) {
      await deal({ phone, sleep, run, ...scene }, 'XAUUSD', 0.1);
      await run(10);
      // The phone itself sleeps, and sends the page no events.
      phone.engine.pageEvent('hidden');
      sleep.suspend();
      await run(45);
      sleep.resume();
      phone.engine.pageEvent('visible');
      await run(20);
    },
  },
} as const satisfies Readonly<Record<string, Scenario>>;

export type ScenarioName = keyof typeof SCENARIOS;
export const SCENARIO_NAMES = Object.keys(SCENARIOS) as readonly ScenarioName[];

/** Plays a scenario on the real server and engine. @returns the packed recording of the phone */
export async function recordScenario(name: ScenarioName, folder: string): Promise<Uint8Array> {
  const scenario: Scenario = SCENARIOS[name];
  const scene = await openPhoneScene(scenario, folder);
  await scenario.play(scene);
  const recording = await scene.recorded();
  await scene.world.stop();
  return recording;
}

async function deal(
  { phone, run, instruments, world }: PhoneScene,
  code: string,
  lots: number,
  side: Side = 'buy',
): Promise<void> {
  const instrument = instruments.find((one) => one.code === code);
  const seen = instrument && phone.quote(instrument.id);
  if (instrument === undefined || seen === undefined) throw new Error(`${code} has no quote`);
  const dealt = phone.engine.submitOrder(
    {
      cid: `${side}-${code}`.padEnd(16, '-'),
      instrumentId: instrument.id,
      side,
      volume: volumeFromWire(lots),
      multiple: largestMultiple(instrument),
      kind: { type: 'market', seenPrice: openingPrice(side, seen), deviationPoints: 100_000 },
    },
    timestampMs(Math.floor(world.clock.now())),
  );
  await run(2);
  const answer = await dealt;
  if (!answer.ok) throw new Error(`${code} was not dealt in: ${JSON.stringify(answer.error)}`);
}

const largestMultiple = ({ multiples }: Instrument): number => Math.max(...multiples);

async function closeFirst({ phone, run, world }: PhoneScene): Promise<void> {
  const working = phone.working();
  const [position] = working.status === 'ready' ? working.positions : [];
  if (position === undefined) throw new Error('there is no position');
  const closed = phone.engine.closeOrder(
    position.id,
    `close-${String(position.id).padStart(8, '0')}`,
    timestampMs(Math.floor(world.clock.now())),
  );
  await run(2);
  await closed;
}
