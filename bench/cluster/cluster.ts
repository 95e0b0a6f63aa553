import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { enginePrograms } from '../rig/engines.ts';
import { launchNats, makePasswords, natsProgram, urlFor } from '../rig/nats-server.ts';
import { ownPostgres, postgresFolder } from '../rig/postgres-server.ts';
import { freePort } from '../rig/waiting.ts';
import { createBalancer } from './balancer.ts';
import { checkContract, WALKED_BY_ONE_ADDRESS } from './check/check-contract.ts';
import { writeTape } from './check/write-tape.ts';
import type { ClusterOptions } from './cluster-options.ts';
import { clusterLine, createReport } from './cluster-report.ts';
import { runDrill } from './drill/drill.ts';
import { dataDirOf, healthOf, launchRole } from './role.ts';
import { type Kind, type Member, ROLES, SERVING, supervise } from './supervisor.ts';

type Settings = Readonly<Record<string, string | undefined>>;

export interface Cluster {
  /** Starts everything. Resolves when all are ready; rejects with a sentence when something does not start. */
  start(): Promise<void>;
  /** Restarts each role in turn. */
  roll(): Promise<void>;
  /** @returns whether all gateways together keep the contract */
  check(): Promise<boolean>;
  /** Trades while processes are killed and stopped, or with `roll` restarted. @returns whether nothing was lost, doubled or wrong */
  drill(seconds: number): Promise<boolean>;
  stop(): Promise<void>;
}

/** @throws an Error that says which program has to be installed */
export async function createCluster(options: ClusterOptions, settings: Settings): Promise<Cluster> {
  const programs = enginePrograms(settings, { postgres: postgresFolder(), nats: natsProgram() });
  if (programs.nats === undefined && options.brokers > 1)
    throw new Error(
      '--brokers is for servers that are started here, but NATS_URL names some that run: remove one of both.',
    );
  const folder =
    options.data === undefined ? mkdtempSync(join(tmpdir(), 'pipstream-cluster-')) : resolve(options.data);
  mkdirSync(folder, { recursive: true });
  // PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711);
  const together = { KEYS_DIR: join(folder, 'keys'), SHARED_DIR: join(folder, 'shared') };
  for (const one of Object.values(together)) mkdirSync(one, { recursive: true, mode: 0o700 });

  const members: Member[] = [];
  const isTerminal = process.stderr.isTTY === true && !options.json;
  const report = createReport(members, isTerminal);
  const guard = createGuard(options.data === undefined ? folder : undefined);
  const gateways: Member[] = [];
  const balancer = createBalancer(gateways);
  let address: string | undefined;
  let printed = '';
  let isStopped = false;

  const known = new Map<Member, string>();
  const onChange = () => {
    guard.watch(members.flatMap(({ pid }) => pid ?? []));
    balancer.check();
    for (const member of members) {
      if ((known.get(member) ?? 'ended') === member.status) continue;
      known.set(member, member.status);
      if (!isTerminal)
        report.say(`${member.name} ${member.status}${member.pid === undefined ? '' : ` (${member.pid})`}`);
      const isWell = SERVING.has(member.status) || isSpare(member, members);
      // While a process is starting again it has no pid: the line waits for it.
      const isWhole = members.every(({ pid }) => pid !== undefined);
      if (address !== undefined && isWell && isWhole) print(address);
    }
  };
  const print = (balancerAddress: string) => {
    const line = clusterLine(members, balancerAddress);
    if (options.json && line !== printed) process.stdout.write(`${line}\n`);
    printed = line;
  };

  const add = (
    kind: Kind,
    name: string,
    rest: Pick<Parameters<typeof supervise>[0], 'launch' | 'endSignal' | 'health'>,
  ) => {
    const launch: typeof rest.launch = (before) => {
      if (isStopped) throw new Error('the cluster ends');
      return rest.launch(before);
    };
    const member = supervise({ ...rest, kind, name, launch, report: report.say, onChange });
    members.push(member);
    return member;
  };

  const passwords = makePasswords();

  /** @returns the settings of a role that say where the engines are */
  const startEngines = async () => {
    const { nats, postgres } = programs;
    let database = settings['DATABASE_URL'];
    if (postgres !== undefined) {
      const { url, launch } = await ownPostgres(postgres, join(folder, 'postgres'));
      await add('postgres', 'postgres', { launch, endSignal: 'SIGINT' }).start();
      database = url;
    }
    const servers = nats === undefined ? undefined : await startBroker(nats);
    return (role: (typeof ROLES)[number]): Settings => ({
      DATABASE_URL: database,
      NATS_URL: servers === undefined ? settings['NATS_URL'] : urlFor(role, servers, passwords),
    });
  };

  /** @returns the addresses of all its servers */
  const startBroker = async (program: string) => {
    const count = options.brokers;
    const routes = count === 1 ? [] : await Promise.all(Array.from({ length: count }, freePort));
    const servers = Array.from({ length: count }, (_, i) => {
      const mine = [...routes.slice(i), ...routes.slice(0, i)];
      return add('nats', count === 1 ? 'nats' : `nats ${i + 1}`, {
        launch: (before) =>
          launchNats(program, {
            port: before === undefined ? undefined : Number(new URL(before).port),
            routes: mine,
            passwords,
            detached: true,
          }),
        endSignal: 'SIGTERM',
      });
    });
    await Promise.all(servers.map((server) => server.start()));
    return servers.flatMap(({ url }) => url ?? []);
  };

  const startRoles = async (enginesOf: Awaited<ReturnType<typeof startEngines>>) => {
    const bounds = options.drill > 0 ? ONE_ADDRESS_IS_MANY : options.check ? checked(folder) : {};
    for (const kind of ROLES) {
      if (isStopped) return;
      const shared = { ...bounds, ...settings, ...enginesOf(kind), ROLE: undefined, ...together };
      const count = { feed: options.feeds, dealer: options.dealers, gateway: options.gateways }[kind];
      const started = Array.from({ length: count }, (_, i) => {
        const role = { kind, name: `${kind} ${i + 1}`, settings: shared, folder, report: report.say };
        return add(kind, role.name, {
          launch: (before) => launchRole(role, before),
          endSignal: 'SIGTERM',
          health: healthOf,
        });
      });
      if (kind === 'gateway') gateways.push(...started);
      await Promise.all(started.map((member) => member.start()));
    }
  };

  const allReady = async () => {
    while (!isReady(members)) await new Promise((done) => setTimeout(done, READY_ASK_MS));
  };

  const roll = async () => {
    for (const member of members.filter(({ kind }) => ROLES.some((role) => role === kind))) {
      const before = member.pid;
      await member.restart();
      await allReady();
      report.say(`${member.name} rolled: ${before} is now ${member.pid}`);
    }
  };

  return {
    async start() {
      await startRoles(await startEngines());
      await allReady();
      address = await balancer.listen(settings['HOST'] ?? '127.0.0.1', Number(settings['PORT'] ?? 0));
      print(address);
      report.say(`The cluster is ready at ${address}`);
    },
    roll,
    check: () =>
      checkContract({
        origins: gateways.flatMap(({ url }) => url ?? []),
        operatorsDir: dataDirOf(folder, 'dealer 1'),
        report: report.say,
      }),
    async drill(seconds) {
      const folderOf = ({ name }: Member) => dataDirOf(folder, name);
      return runDrill({
        origin: address ?? '',
        members,
        folderOf,
        seconds,
        sockets: options.sockets,
        orders: options.orders,
        record: options.record,
        roll: options.roll ? roll : undefined,
        untilReady: allReady,
        report: report.say,
      });
    },
    async stop() {
      isStopped = true;
      balancer.close();
      for (const kinds of [['gateway'], ['dealer'], ['feed'], ['nats', 'postgres']])
        await Promise.all(members.filter(({ kind }) => kinds.includes(kind)).map((member) => member.stop()));
      report.end();
      guard.dismiss();
      if (options.data === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

const READY_ASK_MS = 50;

/** All phones of a drill come from this machine. */
const ONE_ADDRESS_IS_MANY = { SOCKETS_PER_ADDRESS: '20000', DEMO_ACCOUNTS_PER_ADDRESS: '100000' };

/** The market and the bounds of the walk through all calls. */
const checked = (folder: string) => ({ ...WALKED_BY_ONE_ADDRESS, FEED: writeTape(folder) });

/** The roles of which one process works while the others wait for its end. */
const ONE_WORKS: readonly Kind[] = ['feed'];

const isSpare = ({ kind, status }: Member, members: readonly Member[]): boolean =>
  status === 'waiting' &&
  ONE_WORKS.includes(kind) &&
  members.some((other) => other.kind === kind && other.status === 'ready');

const isReady = (members: readonly Member[]): boolean =>
  members.every((member) => member.status === 'ready' || isSpare(member, members));

/** Reads the living processes' ids, a line each time they change. After the end of the input it ends the last ones. */
const SCRIPT = `
  folder=$1; pids=
  while read -r line; do pids=$line; done
  [ -n "$pids" ] || exit 0
  kill -TERM $pids; kill -CONT $pids; sleep 5; kill -KILL $pids
  [ -z "$folder" ] || rm -rf "$folder"`;

/** Ends what the cluster has started, and removes its temporary folder, when this process is killed before it can. */
function createGuard(folder: string | undefined) {
  const child = spawn('sh', ['-c', SCRIPT, 'pipstream-guard', folder ?? ''], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  return {
    watch(pids: readonly number[]): void {
      child.stdin.write(`${pids.join(' ')}\n`);
    },
    /** After all have ended. */
    dismiss(): void {
      child.stdin.end('\n');
    },
  };
}
