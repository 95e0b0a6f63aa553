import { timestampMs } from '../../../shared/domain/time.ts';
import { createManualClock, type ManualClock } from '../../helpers/manual-clock.ts';
import { type HttpFixture, openHttp, type SocketClient, sharedHttp } from '../http-fixture.ts';

/** The real server with the fault console, on a clock that the test controls. */
export interface FaultsScene {
  readonly http: HttpFixture;
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
export function sharedFaults(): FaultsScene {
  const clock = createManualClock(NOON);
  return faultsOn(sharedHttp(SETTINGS, { clock }), clock);
}

/** For this test. */
export async function openFaults(): Promise<FaultsScene> {
  const clock = createManualClock(NOON);
  return faultsOn(await openHttp(SETTINGS, { clock }), clock);
}

const NOON = timestampMs(Date.UTC(2026, 2, 4, 12));
const SETTINGS = { FAULTS: 'on' };

function faultsOn(http: HttpFixture, clock: ManualClock): FaultsScene {
  const { operator } = http;
  const ticks = (count: number) => {
    for (let i = 0; i < count; i++) clock.advance(100);
  };
  return {
    http,
    clock,
    ticks,
    set: async (kind, more) => void (await operator.rows('faults', 'set', { kind, ...more })),
    clear: async () => void (await operator.rows('faults', 'clear')),
    list: () => operator.rows('faults', 'list'),
    async watcher() {
      const client = await http.socket();
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
