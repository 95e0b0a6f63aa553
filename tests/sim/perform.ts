import { type InstrumentId, instrumentId } from '../../shared/domain/instrument.ts';
import { price } from '../../shared/domain/price.ts';
import { closingPrice, openingPrice } from '../../shared/domain/quote.ts';
import { volumeFromWire } from '../../shared/domain/volume.ts';
import type { CrashKind, Disk, DiskState } from './disk.ts';
import { FAIR, type FrameFault, type Network } from './network.ts';
import type { Step, StepKind } from './steps.ts';
import type { Tally } from './tally.ts';
import type { User } from './user.ts';
import type { Venue } from './venue.ts';
import type { Promises } from './witness.ts';
import type { World } from './world.ts';

/** What the steps of a run act on. */
export interface Scene {
  readonly world: World;
  readonly disk: Disk;
  readonly venue: Venue;
  readonly users: readonly User[];
  readonly tally: Tally;
  readonly promises: Promises;
  /** Restarts the crashed server then; undefined while it runs. */
  bootAtMs: number | undefined;
}

type Act = (step: Step, scene: Scene, user: User) => unknown;

const OFTEN = 0.5;

const ACTS: Readonly<Record<StepKind, Act>> = {
  order({ how, size = 1, pick }, { venue }, user) {
    const id = instrumentOf(venue, pick);
    const seen = user.player().quote(id);
    if (seen === undefined || Number.isNaN(seen.close)) return;
    const side = how === 'buy' ? 'buy' : 'sell';
    user.submit({
      instrumentId: id,
      side,
      volume: volumeFromWire(size / 100),
      multiple: 100,
      kind: { type: 'market', seenPrice: openingPrice(side, seen), deviationPoints: 100_000 },
    });
  },
  pending({ how, size = 1, pick }, { venue }, user) {
    const id = instrumentOf(venue, pick);
    const seen = user.player().quote(id);
    if (seen === undefined || Number.isNaN(seen.close)) return;
    const side = how === 'buy' ? 'buy' : 'sell';
    user.submit({
      instrumentId: id,
      side,
      volume: volumeFromWire(0.1),
      multiple: 100,
      kind: { type: 'pending', targetPrice: price(openingPrice(side, seen) + size) },
    });
  },
  close({ how, pick }, _, user) {
    const position = chosen(heldBy(user).positions, pick);
    if (position === undefined) return;
    const lots = Math.floor(position.volume / volumeFromWire(0.01) / 2) / 100;
    user.close(position.id, how === 'part' && lots > 0 ? volumeFromWire(lots) : undefined);
  },
  cancel({ pick }, _, user) {
    const pending = chosen(heldBy(user).pending, pick);
    if (pending) user.cancel(pending.id);
  },
  stops({ size = 20, pick }, _, user) {
    const position = chosen(heldBy(user).positions, pick);
    if (position === undefined) return;
    const away = size * (position.side === 'buy' ? 1 : -1);
    const seen = user.player().quote(position.instrumentId);
    const now = seen ? closingPrice(position.side, seen) : position.openPrice;
    user.setStops(position.id, { stopLoss: price(now - away), takeProfit: price(now + away) });
  },
  draw: ({ size = 10 }, _, user) => user.draw(size),
  operator: ({ how, pick }, scene) => void decidePayment(how, pick, scene).catch(() => undefined),
  reset: (_step, _scene, user) => user.account.kind === 'demo' && user.resetDemo(),
  ticks: ({ size = 1, pick }, { venue }) => venue.burst(pick, size),
  gap: ({ size = 1, pick }, { venue }) => venue.gap(pick, size),
  halt({ ms = 0, pick }, { venue, world }) {
    venue.halt(pick, true);
    world.clock.after(ms, () => venue.halt(pick, false));
  },
  cut: (_step, _scene, { network }) => network.cutAll(),
  link: ({ how, ms = 0 }, scene, { network }) =>
    weather(scene, network, ms, { link: how === 'silent' ? 'silent' : 'refusing' }),
  requests: ({ how, ms = 0 }, scene, { network }) =>
    weather(scene, network, ms, {
      lostReply: how === 'lost' ? OFTEN : 0,
      doubledRequest: how === 'doubled' ? OFTEN : 0,
      lateCopy: how === 'late' ? OFTEN : 0,
    }),
  frames: ({ how, ms = 0 }, scene, { network }) =>
    weather(scene, network, ms, { brokenFrame: 0.1, frameFault: how as FrameFault }),
  lag: ({ size = 300, ms = 0 }, scene, { network }) => weather(scene, network, ms, { maxDelayMs: size }),
  async crash({ how, ms = 0 }, scene) {
    const { world, users } = scene;
    if (world.life() === undefined) return;
    await world.crash(how as CrashKind);
    for (const { network } of users) network.cutAll();
    scene.bootAtMs = world.clock.now() + ms;
  },
  disk({ how, ms = 0 }, { disk, world }) {
    disk.state = how as DiskState;
    world.clock.after(ms, () => {
      if (disk.state === how) disk.state = 'fine';
    });
  },
  clock: ({ size = 0 }, _, user) => user.jump(size),
  page({ how, ms = 0 }, { world }, user) {
    const ends = { hidden: 'visible', freeze: 'resume', offline: 'online' } as const;
    const event = how as keyof typeof ends;
    user.player().engine.pageEvent(event);
    world.clock.after(ms, () => user.player().engine.pageEvent(ends[event]));
  },
  sleep({ ms = 0 }, { world }, user) {
    user.suspend();
    world.clock.after(ms, user.resume);
  },
  'worker crash': (_step, _scene, user) => user.replaceWorker(),
  reload: (_step, _scene, user) => user.reload(),
  logout: (_step, _scene, user) => void user.signOut(),
  login: (_step, _scene, user) => void user.signIn(),
  chart: ({ how, pick }, { venue }, user) =>
    user.player().openChart(instrumentOf(venue, pick), how === '1min' ? '1min' : '5min'),
  idle: () => undefined,
};

export async function perform(step: Step, scene: Scene): Promise<void> {
  const user = scene.users[step.who % scene.users.length];
  if (user === undefined) return;
  scene.tally.count('step', step.how === undefined ? step.do : `${step.do}: ${step.how}`);
  await ACTS[step.do](step, scene, user);
}

const instrumentOf = ({ ids }: Venue, pick: number): InstrumentId =>
  ids[pick % ids.length] ?? instrumentId(0);

const chosen = <T>(from: readonly T[], pick: number): T | undefined => from[pick % Math.max(1, from.length)];

function heldBy(user: User) {
  const working = user.player().working();
  return working.status === 'ready' ? working : { positions: [], pending: [] };
}

/** Changes the weather for a while; a later change of the same thing goes on to its own end. */
function weather({ world }: Scene, network: Network, ms: number, change: Partial<Network['weather']>): void {
  Object.assign(network.weather, change);
  world.clock.after(ms, () => {
    for (const name of Object.keys(change) as (keyof typeof change)[])
      if (network.weather[name] === change[name]) Object.assign(network.weather, { [name]: FAIR[name] });
  });
}

async function decidePayment(
  how: string | undefined,
  pick: number,
  { world, tally, promises }: Scene,
): Promise<void> {
  const payments = world.life()?.payments;
  if (payments === undefined) return;
  const isDeposit = how === 'approve' || how === 'reject deposit';
  const { list } = isDeposit
    ? await payments.deposits.list({ status: 'unchecked' }, 1)
    : await payments.withdrawals.list({ status: 'pending' }, 1);
  const one = chosen<{ readonly id: number }>(list, pick);
  if (one === undefined) return;
  const decided = await {
    approve: () => payments.deposits.approve(one.id),
    'reject deposit': () => payments.deposits.reject(one.id, 'no'),
    pay: () => payments.withdrawals.pay(one.id),
    reject: () => payments.withdrawals.reject(one.id, 'no'),
  }[how as 'pay']();
  if (!decided.ok) return;
  tally.count('done', String(how));
  promises.payments.set(`${isDeposit ? 'deposits' : 'withdrawals'} ${one.id}`, decided.value.status);
}
