import { connectNats } from '../bus/nats.ts';
import { systemClock } from '../clock.ts';
import type { NodeRole } from '../config/cluster.ts';
import { LISTEN_MS, listenPresence, type Present } from './presence.ts';

const PATIENCE_MS = 5_000;
const pause = (ms: number) =>
  new Promise<undefined>((resolve) => systemClock.after(ms, () => resolve(undefined)));

/** Asks the broker who is present, without being a part of the exchange. @returns undefined if it is out of reach */
export async function lookAlone({ nats }: Pick<NodeRole, 'nats'>): Promise<readonly Present[] | undefined> {
  const ignore = () => undefined;
  const connecting = connectNats({
    settings: nats,
    role: 'operator',
    name: `operator ${process.pid}`,
    clock: systemClock,
    report: ignore,
    onAway: ignore,
  });
  const bus = await Promise.race([connecting, pause(PATIENCE_MS)]);
  if (bus === undefined) return undefined;
  const presence = listenPresence(bus, systemClock, ignore);
  await pause(LISTEN_MS);
  const present = presence.list();
  await bus.close();
  return present;
}
