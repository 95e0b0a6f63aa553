import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { atEnd } from '../helpers/cleanup.ts';
import type { Chance } from '../sim/chance.ts';

type Direction = 'up' | 'down';

/** What happens to the bytes of one direction. */
type Fate =
  | 'pass'
  /** They wait until the fault ends, as packets that the sender's system repeats. */
  | 'hold'
  /** They are lost, and the connection with them when the fault ends. */
  | 'drop'
  /** The connection is reset at the first of them. */
  | 'reset'
  /** Some of the first of them pass, the others are lost. */
  | 'tear';

export interface LinkFault {
  /** New connections are refused, or wait without an answer until the fault ends. */
  readonly connecting?: 'refuse' | 'hold';
  readonly up?: Fate;
  readonly down?: Fate;
}

/** The line's own speed, faults aside. */
interface LinkSpeed {
  /** Each way. */
  readonly delayMs?: number;
  /** Each way; absent: unlimited. */
  readonly bytesPerSecond?: number;
}

export interface TcpProxy {
  readonly port: number;
  /** Chooses the fault of each connection, open and new ones, until `heal`. */
  cut(fault: () => LinkFault): void;
  heal(): void;
  /** Resets every connection. */
  resetAll(): void;
  /** How many connections it has taken, and how many are open. */
  readonly taken: number;
  readonly open: number;
  close(): void;
}

export interface TcpProxyOptions {
  /** The port on 127.0.0.1, or the path of a socket. Asked for each connection: a restart may change it. */
  readonly target: () => number | string;
  readonly chance: Chance;
  /** The address that the target sees. */
  readonly localAddress?: string;
  readonly speed?: LinkSpeed;
}

/** A TCP link on 127.0.0.1 that fails on command. What it forwards it does not look into. */
export async function openTcpProxy(options: TcpProxyOptions): Promise<TcpProxy> {
  const links = new Set<Link>();
  let fault: (() => LinkFault) | undefined;
  let taken = 0;
  const server = createServer({ pauseOnConnect: true }, (near) => {
    taken++;
    const link = openLink(near, options, () => links.delete(link));
    links.add(link);
    link.suffer(fault?.() ?? {});
    link.start();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    for (const link of links) link.reset();
    server.close();
  };
  atEnd(close);
  return {
    port: (server.address() as AddressInfo).port,
    cut(choose) {
      fault = choose;
      for (const link of links) link.suffer(choose());
    },
    heal() {
      fault = undefined;
      for (const link of [...links]) link.heal();
    },
    resetAll() {
      for (const link of [...links]) link.reset();
    },
    get taken() {
      return taken;
    },
    get open() {
      return links.size;
    },
    close,
  };
}

type Link = ReturnType<typeof openLink>;

function openLink(
  near: Socket,
  { target, chance, localAddress, speed = {} }: TcpProxyOptions,
  onEnd: () => void,
) {
  let far: Socket | undefined;
  let fault: LinkFault = {};
  let isBroken = false;
  const held: Record<Direction, Buffer[]> = { up: [], down: [] };
  /** When the line is free again, by `Date.now()`. */
  const freeAt: Record<Direction, number> = { up: 0, down: 0 };
  const timers = new Set<NodeJS.Timeout>();

  const isIdle = (way: Direction) => isBroken || (held[way].length === 0 && timers.size === 0);
  /** Closes each side once the other one is gone and nothing is on its way to it. */
  const pass = () => {
    if (near.destroyed && far !== undefined && isIdle('up')) far.end();
    if (far?.destroyed && isIdle('down')) near.end();
    if (near.destroyed && (far === undefined || far.destroyed)) onEnd();
  };
  const reset = () => {
    for (const timer of timers) clearTimeout(timer);
    near.resetAndDestroy();
    // Only TCP has a reset.
    if (typeof target() === 'string') far?.destroy();
    else far?.resetAndDestroy();
    onEnd();
  };
  const later = (at: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
      pass();
    }, at - Date.now());
    timers.add(timer);
  };
  const write = (way: Direction, bytes: Buffer) => {
    const to = way === 'up' ? far : near;
    const { delayMs = 0, bytesPerSecond } = speed;
    if (delayMs === 0 && bytesPerSecond === undefined) return void to?.write(bytes);
    const from = Math.max(Date.now(), freeAt[way]);
    freeAt[way] = from + (bytesPerSecond === undefined ? 0 : (bytes.length / bytesPerSecond) * 1_000);
    later(freeAt[way] + delayMs, () => to?.write(bytes));
  };
  const take = (way: Direction, bytes: Buffer) => {
    switch (isBroken ? 'drop' : (fault[way] ?? 'pass')) {
      case 'pass':
        return held[way].length === 0 ? write(way, bytes) : void held[way].push(bytes);
      case 'hold':
        return void held[way].push(bytes);
      case 'drop':
        isBroken = true;
        return;
      case 'reset':
        return reset();
      case 'tear':
        isBroken = true;
        return write(way, bytes.subarray(0, chance.whole(0, bytes.length - 1)));
    }
  };
  const reach = () => {
    const to = target();
    far =
      typeof to === 'string'
        ? connect({ path: to })
        : connect({ host: '127.0.0.1', port: to, ...(localAddress ? { localAddress } : {}) });
    far.setNoDelay(true);
    far.on('data', (bytes: Buffer) => take('down', bytes));
    far.on('error', () => near.resetAndDestroy());
    far.on('close', pass);
    near.resume();
  };
  near.setNoDelay(true);
  near.on('data', (bytes: Buffer) => take('up', bytes));
  near.on('error', () => undefined);
  // What was sent before the client gave up still arrives.
  near.on('close', pass);
  return {
    suffer(next: LinkFault) {
      fault = next;
    },
    start() {
      if (fault.connecting === 'refuse') reset();
      else if (fault.connecting !== 'hold') reach();
    },
    heal() {
      fault = {};
      if (isBroken) return reset();
      if (far === undefined) return reach();
      for (const way of ['up', 'down'] as const) for (const bytes of held[way].splice(0)) write(way, bytes);
      pass();
    },
    reset,
  };
}
