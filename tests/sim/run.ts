import { createHash } from 'node:crypto';
import { auditBooks } from '../../server/audit/audit.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { type Chance, createChance } from './chance.ts';
import { createNetwork, type Network } from './network.ts';
import { envOf, settle } from './phone.ts';
import { createPlayer, everyInstrument, type Player } from './player.ts';
import { createWorld, type World } from './world.ts';

export interface Run {
  readonly world: World;
  readonly players: readonly Player[];
  /** The instruments that all of them watch; the first is on their charts. */
  readonly watched: readonly InstrumentId[];
  /** Everything that crossed the network, in order. */
  readonly digest: string;
  /** Invariants of the server beyond the ledger's rules. */
  readonly ledgerBreaks: readonly unknown[];
  stop(): Promise<void>;
}

const STEP_MS = 20;
const PLAYERS = 3;
const WATCHED = 6;

/**
 * The whole system from one seed: the real server and `PLAYERS` real engines on one clock, over a network that loses,
 * doubles, swaps, delays, refuses and falls silent, while the server crashes sometimes. The last part has no
 * faults; in it, everything must recover.
 * @param onPlayer called with each engine as soon as it runs
 */
export async function simulate(
  seed: number,
  stormySeconds: number,
  onPlayer: (player: Player) => void = () => undefined,
): Promise<Run> {
  const chance = createChance(seed);
  const world = createWorld(seed, temporaryFolder());
  const hash = createHash('sha256');
  const note = (line: string) => void hash.update(`${world.clock.now()} ${line}\n`);
  await world.boot();

  const networks: Network[] = [];
  const players = Array.from({ length: PLAYERS }, (_, i) => {
    const network = createNetwork(world, createChance(seed * 31 + i), note);
    networks.push(network);
    const player = createPlayer(
      envOf(world, network, createChance(seed * 17 + i)),
      createChance(seed * 7 + i),
      `player-${i}`,
    );
    onPlayer(player);
    return player;
  });

  const busy = () => networks.some((network) => network.busy > 0);
  const run = async (seconds: number, each: (step: number) => Promise<void> | void = () => undefined) => {
    for (let step = 0; step < (seconds * 1000) / STEP_MS; step++) {
      await each(step);
      world.clock.advance(STEP_MS);
      await settle(busy);
    }
  };

  const isReady = (player: Player) => everyInstrument(player).length > 0;
  for (let waited = 0; !players.every(isReady) && waited < 60; waited++) await run(1);
  const watched = pickWatched(players, chance);
  for (const player of players) {
    player.engine.watch(watched);
    if (watched[0] !== undefined) player.openChart(watched[0]);
    void player.engine.signInDemo();
  }
  await run(5);
  await run(stormySeconds, (step) => storm(step, { chance, world, networks, players, watched }));

  if (world.life() === undefined) await world.boot();
  for (const network of networks) Object.assign(network.weather, FAIR);
  for (const player of players)
    for (const event of ['resume', 'visible'] as const) player.engine.pageEvent(event);
  // A silent link is found within 20 s; then the back-off follows.
  await run(45);
  // Only broken frames, so that no new connection hides errors in their numbers.
  for (const network of networks) network.weather.brokenFrame = 0.1;
  await run(15, () => {
    for (const player of players) if (chance.happens(0.04)) player.act(watched);
  });
  for (const network of networks) Object.assign(network.weather, FAIR);
  // A lost frame is found by the number of the next one, so the account's topic needs a next one.
  for (const player of players) {
    const made = player.orders().length;
    for (let tries = 0; player.orders().length === made && tries < 20; tries++) {
      player.submit(watched);
      await run(2);
    }
  }
  for (let tries = 0; players.some((player) => player.askAgain() > 0) && tries < 10; tries++) await run(12);
  await world.life()?.market.stop();
  await run(8);

  const store = world.life()?.store;
  return {
    world,
    players,
    watched,
    digest: hash.digest('hex'),
    ledgerBreaks: store === undefined ? ['no server'] : await auditBooks(store.read),
    stop: () => world.stop(),
  };
}

const FAIR = { link: 'up', lostReply: 0, doubledRequest: 0, brokenFrame: 0 } as const;

interface Storm {
  readonly chance: Chance;
  readonly world: World;
  readonly networks: readonly Network[];
  readonly players: readonly Player[];
  readonly watched: readonly InstrumentId[];
}

async function storm(step: number, { chance, world, networks, players, watched }: Storm): Promise<void> {
  for (const player of players) if (chance.happens(0.02)) player.act(watched);
  if (step % 50 !== 0) return;
  for (const network of networks) {
    network.weather.link = chance.happens(0.12)
      ? (chance.pick(['refusing', 'silent'] as const) ?? 'up')
      : 'up';
    network.weather.lostReply = chance.happens(0.3) ? 0.4 : 0;
    network.weather.doubledRequest = chance.happens(0.3) ? 0.4 : 0;
    network.weather.brokenFrame = chance.happens(0.3) ? 0.02 : 0;
  }
  for (const player of players) {
    if (chance.happens(0.05))
      player.engine.pageEvent(chance.pick(['hidden', 'visible', 'freeze', 'resume'] as const) ?? 'visible');
    else player.engine.pageEvent('visible');
  }
  if (world.life() === undefined) await world.boot();
  else if (chance.happens(0.04)) {
    await world.crash();
    for (const network of networks) network.cutAll();
  }
}

function pickWatched(players: readonly Player[], chance: Chance): readonly InstrumentId[] {
  const all = players[0] === undefined ? [] : everyInstrument(players[0]);
  return Array.from({ length: WATCHED }, () => chance.pick(all)).filter((id) => id !== undefined);
}
