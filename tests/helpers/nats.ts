import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import {
  launchNats,
  makePasswords,
  natsProgram,
  type Passwords,
  urlFor,
} from '../../bench/rig/nats-server.ts';
import { freePort } from '../../bench/rig/waiting.ts';
import type { Bus } from '../../server/bus/bus.ts';
import { connectNats, type NatsDeps } from '../../server/bus/nats.ts';
import { systemClock } from '../../server/clock.ts';
import { areEnginesRequired, installed } from './engines.ts';

const program = natsProgram();

/** Why tests with a broker cannot run here; undefined if they can, or must. */
export const natsMissing =
  program === undefined && !areEnginesRequired ? 'nats-server is not installed here' : undefined;
if (natsMissing !== undefined) console.warn(`Skipped: ${natsMissing}.`);

export interface TestBroker {
  readonly port: number;
  /** `NATS_URL` */
  readonly url: string;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  restart(): Promise<void>;
}

/** A broker on a free port of 127.0.0.1, ended with the test. */
export const startBroker = (): Promise<TestBroker> => startServer([]);

interface GuardedBroker extends TestBroker {
  /** `NATS_URL` of a role, with its password. */
  urlFor(role: 'feed' | 'dealer' | 'gateway'): string;
}

/** A broker with a user for each role, as the documents recommend it. */
export async function startGuardedBroker(): Promise<GuardedBroker> {
  const passwords = makePasswords();
  const broker = await startServer([], passwords);
  return { ...broker, urlFor: (role) => urlFor(role, [broker.url], passwords) };
}

/** The servers of one broker, ended with the test. */
export async function startBrokerOf(servers: number): Promise<readonly TestBroker[]> {
  const ports = await Promise.all(Array.from({ length: servers }, freePort));
  return Promise.all(ports.map((own) => startServer([own, ...ports.filter((port) => port !== own)])));
}

/**
 * Two servers of one broker, ended with the test.
 * @param linkTo a port that leads to the given one: how the second server reaches the first
 */
export async function startLinkedBroker(
  linkTo: (port: number) => Promise<number>,
): Promise<readonly [TestBroker, TestBroker]> {
  const [first, second] = [await freePort(), await freePort()];
  return [await startServer([first]), await startServer([second, await linkTo(first)])];
}

async function startServer(routes: readonly number[], passwords?: Passwords): Promise<TestBroker> {
  let running = await start(routes, undefined, passwords);
  const { port } = running;
  const kill = async () => {
    const { child } = running;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  onTestFinished(kill);
  return {
    port,
    url: `nats://127.0.0.1:${port}`,
    kill,
    async restart() {
      running = await start(routes, port, passwords);
    },
  };
}

interface BusOptions extends Partial<Pick<NatsDeps, 'report' | 'onAway'>> {
  readonly prefix?: string;
  /** Default: `test`. */
  readonly role?: string;
  /** Name and password. */
  readonly user?: readonly [string, string];
  /** Further servers of the broker. */
  readonly others?: readonly TestBroker[];
}

/** A bus through the broker, closed with the test. */
export async function busOf(broker: TestBroker, options: BusOptions = {}): Promise<Bus> {
  const { prefix = 'ps.test', role = 'test', user, others = [] } = options;
  const { report = () => undefined, onAway = () => undefined } = options;
  const servers = [broker, ...others].map(({ port }) => `127.0.0.1:${port}`);
  const [name, password] = (user ?? []).map((text) => () => text);
  const settings = { servers, tls: false, user: name, password, prefix };
  const bus = await connectNats({ settings, role, name: 'test', clock: systemClock, report, onAway });
  onTestFinished(() => bus.close());
  return bus;
}

async function start(
  routes: readonly number[],
  wanted?: number,
  passwords?: Passwords,
): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const options = { port: wanted, routes, passwords };
  const { child, said } = launchNats(installed(program, 'nats-server'), options);
  return { child, port: Number(new URL(await said).port) };
}
