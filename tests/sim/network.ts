import { createDeltaDecoder, marketText } from '../../shared/stream/delta-frame.ts';
import { createMarketRows } from '../../shared/stream/market-scanner.ts';
import type { SocketHandlers, SocketLink } from '../../worker/env.ts';
import type { Chance } from './chance.ts';
import type { World } from './world.ts';

const FRAME_FAULTS = ['lost', 'doubled', 'swapped'] as const;
export type FrameFault = (typeof FRAME_FAULTS)[number];

/** The faults of a phone's network. */
interface Weather {
  /** `up`; `refusing`: no connection is accepted; `silent`: everything is dropped without an error. */
  link: 'up' | 'refusing' | 'silent';
  /** Probabilities: an answer lost after its command, a request sent twice, a second copy that comes much later, a broken data frame. */
  lostReply: number;
  doubledRequest: number;
  lateCopy: number;
  brokenFrame: number;
  /** What breaks a frame; any of them by default. */
  frameFault: FrameFault | undefined;
  /** Longest way of a request, an answer or a frame. */
  maxDelayMs: number;
}

export const FAIR: Readonly<Weather> = {
  link: 'up',
  lostReply: 0,
  doubledRequest: 0,
  lateCopy: 0,
  brokenFrame: 0,
  frameFault: undefined,
  maxDelayMs: 120,
};

/** Hears what crosses the network. */
export interface NetworkListener {
  /** The server answered, whether or not the answer arrives. */
  answered(path: string, parameters: URLSearchParams, envelope: string): void;
  /** A socket's text as the engine gets it, and as it sends it. */
  received(socket: number, text: string): void;
  sent(socket: number, text: string): void;
  closed(socket: number): void;
  met(fault: string): void;
}

export interface Network {
  readonly weather: Weather;
  /** Number of calls that the server is handling. */
  readonly busy: number;
  /** Sockets that the engine has not closed. */
  readonly sockets: number;
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  openSocket(url: string, handlers: SocketHandlers): SocketLink;
  /** Closes every socket, as when the server stops. */
  cutAll(): void;
}

export interface NetworkOptions {
  readonly note?: (line: string) => void;
  readonly listener?: NetworkListener;
  /** The phone's. */
  readonly address?: string;
}

const MIN_DELAY_MS = 5;
const LATE_MS = { min: 1_000, max: 60_000 };

const QUIET: NetworkListener = {
  answered() {},
  received() {},
  sent() {},
  closed() {},
  met() {},
};

export function createNetwork(world: World, chance: Chance, options: NetworkOptions = {}): Network {
  const { note = () => undefined, listener = QUIET, address = '127.0.0.1' } = options;
  const weather: Weather = { ...FAIR };
  const cuts = new Set<() => void>();
  let busy = 0;
  let opened = 0;

  const delay = () => chance.whole(MIN_DELAY_MS, weather.maxDelayMs);
  const meets = (probability: number, fault: string): boolean => {
    const isMet = chance.happens(probability);
    if (isMet) listener.met(fault);
    return isMet;
  };
  const pause = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const cancel = world.clock.after(ms, resolve);
      signal.addEventListener('abort', () => {
        cancel();
        reject(new DOMException('aborted', 'AbortError'));
      });
    });

  async function deliver(request: Request, body: string): Promise<Response> {
    const life = world.life();
    if (life === undefined) throw new TypeError('connection refused');
    const { pathname, search, searchParams } = new URL(request.url);
    busy++;
    try {
      const answer = await life.app.inject({
        method: request.method as 'GET' | 'POST' | 'DELETE',
        url: pathname + search,
        headers: Object.fromEntries(request.headers),
        remoteAddress: address,
        ...(body === '' ? {} : { payload: body }),
      });
      if (world.life() !== life) throw new TypeError('the server went away');
      note(`${request.method} ${pathname} ${answer.statusCode} ${answer.body.length}`);
      listener.answered(pathname, body === '' ? searchParams : new URLSearchParams(body), answer.body);
      return new Response(answer.body, { status: answer.statusCode });
    } finally {
      busy--;
    }
  }

  return {
    weather,
    get busy() {
      return busy;
    },
    get sockets() {
      return cuts.size;
    },
    async fetch(input, init) {
      const request = new Request(input, init);
      const body = request.method === 'POST' ? await request.text() : '';
      await pause(delay(), request.signal);
      if (weather.link === 'refusing') throw new TypeError('no network');
      if (meets(weather.lateCopy, 'late copy'))
        world.clock.after(chance.whole(LATE_MS.min, LATE_MS.max), () => {
          deliver(request, body).catch(() => undefined);
        });
      if (weather.link === 'silent') await pause(Number.MAX_SAFE_INTEGER, request.signal);
      const isLost = meets(weather.lostReply, 'lost reply');
      if (meets(weather.doubledRequest, 'doubled request')) await deliver(request, body);
      const answer = await deliver(request, body);
      if (isLost) throw new TypeError('the answer was lost');
      await pause(delay(), request.signal);
      return answer;
    },
    openSocket: (_url, handlers) =>
      openSocket({ world, weather, chance, delay, meets, listener, cuts, handlers, id: opened++ }),
    cutAll() {
      for (const cut of [...cuts]) cut();
    },
  };
}

/** A frame, and the text that it stands for. */
interface Sent {
  readonly text: string;
  readonly data: string | Uint8Array;
}

/** Reads the frames as they come, before the network loses any of them. */
function deltaReader(): (bytes: Uint8Array) => string {
  const read = createDeltaDecoder();
  const [head, rows] = [{ seq: 0, ts: 0 }, createMarketRows()];
  return (bytes) => {
    read(bytes, head, rows);
    return marketText(head, rows);
  };
}

interface Wire {
  readonly world: World;
  readonly weather: Weather;
  readonly chance: Chance;
  readonly delay: () => number;
  readonly meets: (probability: number, fault: string) => boolean;
  readonly listener: NetworkListener;
  readonly cuts: Set<() => void>;
  readonly handlers: SocketHandlers;
  readonly id: number;
}

function openSocket(wire: Wire): SocketLink {
  const { world, weather, chance, delay, meets, listener, cuts, handlers, id } = wire;
  let state: 'opening' | 'open' | 'dead' | 'closed' = 'opening';
  let connection: ReturnType<NonNullable<ReturnType<World['life']>>['connect']> | undefined;
  let arrivesAt = 0;
  let held: Sent | undefined;
  const textOfBytes = deltaReader();

  /** In order, as in TCP. A link that fell silent stays silent on this socket. */
  function later(run: () => void): void {
    arrivesAt = Math.max(arrivesAt, world.clock.now() + delay());
    world.clock.after(arrivesAt - world.clock.now(), () => {
      if (weather.link === 'silent' && state === 'open') state = 'dead';
      if (state === 'open' || state === 'opening') run();
    });
  }

  function finish(code: number): void {
    if (state === 'closed') return;
    state = 'closed';
    cuts.delete(cut);
    listener.closed(id);
    connection?.closed();
    handlers.closed(code);
  }
  const cut = () => finish(1006);
  cuts.add(cut);

  function toPhone(text: string, data: Sent['data'] = text): void {
    const isBroken = text.startsWith('{"topic"') && chance.happens(weather.brokenFrame);
    const fault = isBroken ? (weather.frameFault ?? chance.pick(FRAME_FAULTS)) : undefined;
    if (fault !== undefined) meets(1, `${fault} frame`);
    if (fault === 'lost') return;
    if (fault === 'swapped' && held === undefined) {
      held = { text, data };
      return;
    }
    const one: Sent = { text, data };
    const all = [one, ...(fault === 'doubled' ? [one] : []), ...(held === undefined ? [] : [held])];
    held = undefined;
    later(() => {
      for (const sent of all) {
        if (state === 'open' || state === 'opening') listener.received(id, sent.text);
        handlers.message(sent.data);
      }
    });
  }

  later(() => {
    const life = world.life();
    if (weather.link !== 'up' || life === undefined) {
      if (weather.link !== 'silent') finish(1006);
      return;
    }
    connection = life.connect({
      bufferedBytes: () => 0,
      send(head, body, kind) {
        if (kind === undefined) return toPhone(head + body.toString());
        const bytes = Buffer.concat([Buffer.from(head, 'latin1'), body]);
        toPhone(textOfBytes(bytes), bytes);
      },
      sendText: (text) => toPhone(text),
      sendPong: () => undefined,
      refuse: (words) => {
        toPhone(words);
        later(() => finish(1008));
      },
      terminate: cut,
    });
    state = 'open';
    handlers.opened();
  });

  return {
    send(text) {
      listener.sent(id, text);
      later(() => connection?.receive(text));
    },
    close() {
      const wasOpen = state !== 'closed';
      state = state === 'closed' ? 'closed' : 'dead';
      cuts.delete(cut);
      listener.closed(id);
      connection?.closed();
      if (wasOpen) world.clock.after(delay(), () => finish(1000));
    },
  };
}
