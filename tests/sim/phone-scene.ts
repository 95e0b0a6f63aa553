import type { Instrument } from '../../shared/domain/instrument.ts';
import { createChance } from './chance.ts';
import { type Drowsy, drowsy } from './drowsy.ts';
import { createNetwork, type Network } from './network.ts';
import { envOf, settle } from './phone.ts';
import { createPlayer, type Player } from './player.ts';
import { type Tape, writeTapes } from './tape.ts';
import { createWorld, type World } from './world.ts';

/** One phone connected to the real server, on one clock, while the phone records. */
export interface PhoneScene {
  readonly world: World;
  readonly network: Network;
  readonly phone: Player;
  readonly sleep: Pick<Drowsy, 'suspend' | 'resume'>;
  /** The instruments on the phone's screen; the first is on its chart. */
  readonly instruments: readonly Instrument[];
  run(seconds: number): Promise<void>;
  /** The recording, packed. */
  recorded(): Promise<Uint8Array>;
}

export interface PhoneSceneOptions {
  readonly seed: number;
  readonly tapes: readonly Tape[];
  /** How long the exchange runs before the phone connects. */
  readonly past?: number;
  readonly settings?: Readonly<Record<string, string>>;
}

const STEP_MS = 20;
const DISK_MS = 1;

/** @param folder empty; the caller removes it */
export async function openPhoneScene(
  { seed, tapes, past = 0, settings = {} }: PhoneSceneOptions,
  folder: string,
): Promise<PhoneScene> {
  const FEED = writeTapes(tapes, folder, createChance(seed * 13));
  const world = createWorld(seed, folder, { ...settings, FEED });
  await world.boot();
  const network = createNetwork(world, createChance(seed * 31));
  const busy = () => network.busy > 0;
  const run = async (seconds: number) => {
    for (let step = 0; step < (seconds * 1000) / STEP_MS; step++) {
      world.clock.advance(STEP_MS);
      await settle(busy);
      // Work that no call waits for, such as a stop-out, is waiting for the disk.
      await new Promise((resolve) => setTimeout(resolve, DISK_MS));
    }
  };
  for (let second = 0; second < past; second++) {
    world.clock.advance(1_000);
    await settle(busy);
  }
  const { env, ...sleep } = drowsy(envOf(world, network, createChance(seed * 17)));
  const phone = createPlayer(env, 'phone');
  await phone.engine.startRecording();
  await run(2);
  const market = phone.market();
  if (market.status !== 'ready') throw new Error(`the market is ${market.status}`);
  const { instruments } = market;
  phone.engine.watch(instruments.map(({ id }) => id));
  const [charted] = instruments;
  if (charted !== undefined) phone.openChart(charted.id);
  void phone.engine.signInDemo();
  await run(3);
  return {
    world,
    network,
    phone,
    sleep,
    instruments,
    run,
    async recorded() {
      const saved = await phone.engine.saveRecording('long');
      if (!saved.ok) throw new Error('nothing was recorded');
      return new Uint8Array(await (saved.value.file as Blob).arrayBuffer());
    },
  };
}
