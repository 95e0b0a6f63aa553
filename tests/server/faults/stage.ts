import { timestampMs } from '../../../shared/domain/time.ts';
import { createManualClock, type ManualClock } from '../../helpers/manual-clock.ts';
import { openRim, type Rim, type SocketClient, sharedRim } from '../rim.ts';

/** The real server with the fault console, on a clock that the test controls. */
export interface Stage {
  readonly rim: Rim;
  readonly clock: ManualClock;
  set(kind: string, more?: Readonly<Record<string, string>>): Promise<void>;
  clear(): Promise<void>;
  list(): Promise<readonly { readonly kind: string; readonly struck: number }[]>;
  /** A client that has received its first quotes. */
  watcher(): Promise<SocketClient>;
  /** This number of ticks, each in its own frame. */
  ticks(count: number): void;
}

/** For all tests of a file. */
export function sharedStage(): Stage {
  const clock = createManualClock(NOON);
  return stageOn(sharedRim(SETTINGS, { clock }), clock);
}

/** For this test. */
export async function openStage(): Promise<Stage> {
  const clock = createManualClock(NOON);
  return stageOn(await openRim(SETTINGS, { clock }), clock);
}

const NOON = timestampMs(Date.UTC(2026, 2, 4, 12));
const SETTINGS = { FAULTS: 'on' };

function stageOn(rim: Rim, clock: ManualClock): Stage {
  const { operator } = rim;
  const ticks = (count: number) => {
    for (let i = 0; i < count; i++) clock.advance(100);
  };
  return {
    rim,
    clock,
    ticks,
    set: async (kind, more) => void (await operator.rows('faults', 'set', { kind, ...more })),
    clear: async () => void (await operator.rows('faults', 'clear')),
    list: () => operator.rows('faults', 'list'),
    async watcher() {
      const client = await rim.socket();
      client.send({ cmd: 'sub', topic: 'DAY_MARKET' });
      await client.ack('sub', 'DAY_MARKET');
      ticks(1);
      await client.data('DAY_MARKET');
      return client;
    },
  };
}

/** Waits until everything sent so far has arrived: answers keep their place among the frames. */
export async function caughtUp(client: SocketClient): Promise<void> {
  const topic = `MARK.${++marks}`;
  client.send({ cmd: 'unsub', topic });
  await client.ack('unsub', topic);
}

let marks = 0;

/** The frames of quotes so far. */
export const quotesOf = (client: SocketClient) =>
  client.frames.filter(({ topic, seq }) => topic === 'DAY_MARKET' && seq !== undefined);
