import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { busOf, natsMissing, startBrokerOf } from '../helpers/nats.ts';
import { postgresMissing, usePostgres } from '../helpers/postgres.ts';
import { isAlive, launchCluster, pidsOf } from './launch.ts';

const PATIENT = { timeout: 120_000 };
const ONLY_A_FEED = ['--gateways', '0', '--dealers', '0', '--feeds', '1'];

describe.skipIf(natsMissing !== undefined || postgresMissing !== undefined)('npm run cluster', () => {
  const postgres = usePostgres();

  it('starts a killed process again under a new id, and leaves nothing behind', async () => {
    const cluster = launchCluster(ONLY_A_FEED);
    const first = await cluster.ready();
    expect(Object.keys(first)).toEqual(['gateways', 'balancer', 'pids']);
    expect(Object.keys(first.pids)).toEqual(['gateway', 'dealer', 'feed', 'nats', 'postgres']);
    const counts = Object.entries(first.pids).map(([kind, pids]) => [kind, pids.length]);
    expect(Object.fromEntries(counts)).toEqual({ gateway: 0, dealer: 0, feed: 1, nats: 1, postgres: 1 });
    for (const kind of ['feed', 'nats', 'postgres'] as const) {
      const before = cluster.lines.at(-1)?.pids[kind] ?? [];
      for (const pid of before) process.kill(pid, 'SIGKILL');
      const now = () => cluster.lines.at(-1)?.pids[kind] ?? [];
      await expect.poll(() => now().length === 1 && now()[0] !== before[0], PATIENT).toBe(true);
    }
    expect(await cluster.stop('SIGINT')).toBe(0);
    expect(cluster.lines.flatMap(pidsOf).filter(isAlive)).toEqual([]);
  });

  it('has a broker that lets nobody in without a password, as a role or as a server', async () => {
    const cluster = launchCluster([...ONLY_A_FEED, '--brokers', '2']);
    const { pids } = await cluster.ready();
    const ports = pids.nats.flatMap(portsOf);
    expect(ports).toHaveLength(4);
    for (const port of ports) expect(await greeted(port)).toMatch(/^INFO .*\n-ERR 'Authorization /s);
    for (const pid of pids.nats)
      expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toMatch(/[0-9a-f]{48}/);
  });

  it('prints no line that lacks a process which starts again', async () => {
    const cluster = launchCluster(ONLY_A_FEED);
    await cluster.ready();
    const idOf = (kind: 'feed' | 'nats') => cluster.lines.at(-1)?.pids[kind][0] ?? 0;
    const before = [idOf('feed'), idOf('nats')];
    for (const pid of before) process.kill(pid, 'SIGKILL');
    const areNew = () => !before.includes(idOf('feed')) && !before.includes(idOf('nats'));
    await expect.poll(areNew, PATIENT).toBe(true);
    for (const { pids } of cluster.lines)
      expect(pids).toMatchObject({
        feed: [expect.any(Number)],
        nats: [expect.any(Number)],
        postgres: [expect.any(Number)],
      });
  });

  it('prints the new id of a killed feed, also when another one works on', async () => {
    const cluster = launchCluster(['--gateways', '0', '--dealers', '0', '--feeds', '2']);
    await cluster.ready();
    for (const at of [0, 1]) {
      const before = cluster.lines.at(-1)?.pids['feed'] ?? [];
      process.kill(before[at] ?? 0, 'SIGKILL');
      const isNew = () => {
        const now = cluster.lines.at(-1)?.pids['feed'] ?? [];
        return now.length === 2 && now[at] !== before[at];
      };
      await expect.poll(isNew, PATIENT).toBe(true);
    }
  });

  it('leaves nothing behind when it is killed', async () => {
    const cluster = launchCluster(ONLY_A_FEED);
    await cluster.ready();
    await cluster.stop('SIGKILL');
    await expect.poll(() => cluster.lines.flatMap(pidsOf).filter(isAlive), PATIENT).toEqual([]);
  });

  it('rolls every role, then ends', async () => {
    const cluster = launchCluster([...ONLY_A_FEED, '--roll']);
    expect(await cluster.exit).toBe(0);
    const [before, after] = [cluster.lines[0]?.pids, cluster.lines.at(-1)?.pids];
    expect(cluster.said()).toContain(`feed 1 rolled: ${before?.feed[0]} is now ${after?.feed[0]}`);
    expect(after?.feed).not.toEqual(before?.feed);
    expect(after?.postgres).toEqual(before?.postgres);
    expect(cluster.lines.flatMap(pidsOf).filter(isAlive)).toEqual([]);
  });

  it('uses the database and the broker that it is given, and leaves them as they are', async () => {
    const [database, servers] = [await postgres.database(), await startBrokerOf(2)];
    const cluster = launchCluster(['--gateways', '1', '--dealers', '1', '--feeds', '1'], {
      DATABASE_URL: database,
      NATS_URL: servers.map(({ url }) => url).join(','),
    });
    const first = await cluster.ready();
    expect(first.pids).toMatchObject({ nats: [], postgres: [] });
    await servers[0]?.kill();
    for (const kind of ['dealer', 'gateway'] as const) {
      const [before = 0] = first.pids[kind];
      process.kill(before, 'SIGKILL');
      const isNew = () => {
        const [now] = cluster.lines.at(-1)?.pids[kind] ?? [];
        return now !== undefined && now !== before;
      };
      await expect.poll(isNew, PATIENT).toBe(true);
    }
    const health = () =>
      fetch(`${first.balancer}/healthz`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(health, PATIENT).toBe(200);
    expect(await cluster.stop('SIGINT')).toBe(0);
    expect(cluster.lines.flatMap(pidsOf).filter(isAlive)).toEqual([]);
    expect(await postgres.query(database, 'select count(*) from shards')).toHaveLength(1);
    const [, left] = servers;
    expect(left && (await busOf(left)).isConnected()).toBe(true);
  });

  it('starts a broker of several servers, which its roles use while one of them is away', async () => {
    const one = ['--gateways', '1', '--dealers', '1', '--feeds', '1'];
    const cluster = launchCluster([...one, '--brokers', '3']);
    const { balancer, pids } = await cluster.ready();
    expect(new Set(pids.nats).size).toBe(3);
    for (const pid of pids.nats) {
      process.kill(pid, 'SIGKILL');
      const isNew = () => {
        const now = cluster.lines.at(-1)?.pids.nats ?? [];
        return now.length === 3 && !now.includes(pid);
      };
      await expect.poll(isNew, PATIENT).toBe(true);
    }
    // Roles on different servers reach each other.
    const health = () => fetch(`${balancer}/healthz`).then((answer) => answer.text(), String);
    await expect.poll(health, PATIENT).toContain('"ready"');
    for (const kind of ['feed', 'dealer', 'gateway'] as const)
      expect(cluster.lines.at(-1)?.pids[kind]).toEqual(pids[kind]);
    expect(await cluster.stop('SIGINT')).toBe(0);
    expect(cluster.lines.flatMap(pidsOf).filter(isAlive)).toEqual([]);
  });

  it('says why a role does not start, and ends what had started', async () => {
    const cluster = launchCluster(ONLY_A_FEED, { LEADERS: 'many' });
    expect(await cluster.exit).toBe(1);
    expect(cluster.said()).toContain('feed 1 does not start: LEADERS must be ');
    expect(cluster.lines).toEqual([]);
  });

  it('does not start more servers of a broker that it was given', async () => {
    const cluster = launchCluster([...ONLY_A_FEED, '--brokers', '3'], { NATS_URL: 'nats://127.0.0.1:1' });
    expect(await cluster.exit).toBe(1);
    expect(cluster.said()).toMatch(/^--brokers is for servers that are started here.*NATS_URL/);
  });

  it('says which database that it was given does not answer', async () => {
    const cluster = launchCluster(ONLY_A_FEED, { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/none' });
    expect(await cluster.exit).toBe(1);
    expect(cluster.said()).toContain(
      'feed 1 does not start: The database none at 127.0.0.1:1 cannot be opened',
    );
    expect(cluster.said()).not.toContain('secret');
  });

  it('says while it waits for a broker that it was given, and can be ended', async () => {
    const cluster = launchCluster(['--gateways', '0', '--dealers', '1', '--feeds', '1'], {
      NATS_URL: 'nats://127.0.0.1:1',
    });
    await expect
      .poll(cluster.said, PATIENT)
      .toContain('feed 1: NATS_URL: no broker answers at 127.0.0.1:1 (connection refused)');
    expect(await cluster.stop('SIGTERM')).toBe(0);
    expect(cluster.said()).toContain('postgres ended');
    expect(cluster.said()).not.toContain('dealer');
  });

  it.runIf(process.platform === 'linux')(
    'leaves nothing behind when it is killed while a role starts',
    async () => {
      const cluster = launchCluster(ONLY_A_FEED, { NATS_URL: 'nats://127.0.0.1:1' });
      await expect.poll(cluster.said, PATIENT).toContain('feed 1: NATS_URL: no broker answers');
      const { pid } = cluster.child;
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
        .trim()
        .split(' ')
        .map(Number);
      expect(children.length).toBeGreaterThanOrEqual(2);
      await cluster.stop('SIGKILL');
      await expect.poll(() => children.filter(isAlive), PATIENT).toEqual([]);
    },
  );
});

/** The ports on which a process listens. */
function portsOf(pid: number): readonly number[] {
  const sockets = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    const target = readlinkSync(`/proc/${pid}/fd/${fd}`);
    return /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? [];
  });
  const rows = readFileSync(`/proc/${pid}/net/tcp`, 'utf8').trim().split('\n').slice(1);
  return rows.flatMap((row) => {
    const [, local = '', , state, , , , , , inode = ''] = row.trim().split(/\s+/);
    return state === LISTENING && sockets.includes(inode) ? Number(`0x${local.split(':')[1]}`) : [];
  });
}

const LISTENING = '0A';

/** What a server of a broker says to a client without a password, until it hangs up. */
async function greeted(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('CONNECT {"verbose":false}\r\nPING\r\n');
  let said = '';
  socket.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await once(socket, 'close');
  return said;
}
