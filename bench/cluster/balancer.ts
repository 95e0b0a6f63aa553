import { createHash } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { portOf } from '../rig/waiting.ts';
import { SERVING } from './supervisor.ts';

export interface Backend {
  readonly name: string;
  readonly url: string | undefined;
  readonly status: string;
  /** Questions about its health without an answer, since the last answer. */
  readonly missed: number;
}

const CONNECT_TIMEOUT_MS = 1_000;
const GONE_AFTER = 3;

/**
 * Passes connections on to gateways that are ready, byte for byte: each client address has its gateway, and another one
 * while that is not ready. For trying out: a real balancer ends TLS too.
 */
export function createBalancer(gateways: readonly Backend[]) {
  const open = new Map<Socket, Backend>();

  const serve = async (client: Socket) => {
    client.on('error', () => client.destroy());
    for (const gateway of inOrder(gateways, client.remoteAddress ?? '')) {
      const server = await reach(gateway);
      if (server === undefined) continue;
      if (client.destroyed) return void server.destroy();
      open.set(server, gateway);
      server.once('close', () => {
        open.delete(server);
        client.destroy();
      });
      client.once('close', () => server.destroy());
      client.setNoDelay(true);
      client.pipe(server).pipe(client);
      return;
    }
    client.destroy();
  };

  const listener = createServer(
    { allowHalfOpen: true, pauseOnConnect: true },
    (client) => void serve(client),
  );
  const clients = new Set<Socket>();
  listener.on('connection', (client) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
  });
  return {
    /** @returns its address */
    async listen(host: string, port: number): Promise<string> {
      return `http://${host}:${await portOf(listener, port, host)}`;
    },
    /** Ends the connections of gateways that do not answer. */
    check(): void {
      for (const [server, { missed }] of open) if (missed >= GONE_AFTER) server.destroy();
    },
    close(): void {
      listener.close();
      for (const client of clients) client.destroy();
    },
  };
}

/** The gateways that are ready, in an order that only depends on the client's address and their names. */
export function inOrder<B extends Backend>(gateways: readonly B[], client: string): readonly B[] {
  const rank = ({ name }: B) => createHash('sha256').update(`${client} ${name}`).digest('hex');
  return gateways
    .filter(({ status, missed }) => SERVING.has(status) && missed === 0)
    .map((gateway) => ({ gateway, rank: rank(gateway) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ gateway }) => gateway);
}

/** @returns a connection; undefined if it refuses or is too slow */
function reach({ url }: Backend): Promise<Socket | undefined> {
  if (url === undefined) return Promise.resolve(undefined);
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true });
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => socket.destroy(), CONNECT_TIMEOUT_MS);
    socket.once('connect', () => {
      clearTimeout(giveUp);
      resolve(socket);
    });
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(giveUp);
      resolve(undefined);
    });
  });
}
