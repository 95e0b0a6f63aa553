import type { SocketHandlers, SocketLink } from '../../worker/env.ts';
import type { Chance } from './chance.ts';
import type { World } from './world.ts';

/** The faults of a phone's network. */
interface Weather {
  /** `up`; `refusing`: no connection is accepted; `silent`: everything is dropped without an error. */
  link: 'up' | 'refusing' | 'silent';
  /** Probabilities: an answer lost after its command, a request sent twice, a data frame lost, doubled or swapped. */
  lostReply: number;
  doubledRequest: number;
  brokenFrame: number;
}

export interface Network {
  readonly weather: Weather;
  /** Number of calls that the server is handling. */
  readonly busy: number;
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  openSocket(url: string, handlers: SocketHandlers): SocketLink;
  /** Closes every socket, as when the server stops. */
  cutAll(): void;
}

const DELAY_MS = { min: 5, max: 120 };

export function createNetwork(world: World, chance: Chance, note: (line: string) => void): Network {
  const weather: Weather = { link: 'up', lostReply: 0, doubledRequest: 0, brokenFrame: 0 };
  const cuts = new Set<() => void>();
  let busy = 0;

  const delay = () => chance.whole(DELAY_MS.min, DELAY_MS.max);
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
    const { pathname, search } = new URL(request.url);
    busy++;
    try {
      const answer = await life.app.inject({
        method: request.method as 'GET' | 'POST' | 'DELETE',
        url: pathname + search,
        headers: Object.fromEntries(request.headers),
        ...(body === '' ? {} : { payload: body }),
      });
      if (world.life() !== life) throw new TypeError('the server went away');
      note(`${request.method} ${pathname} ${answer.statusCode} ${answer.body.length}`);
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
    async fetch(input, init) {
      const request = new Request(input, init);
      const body = request.method === 'POST' ? await request.text() : '';
      await pause(delay(), request.signal);
      if (weather.link === 'refusing') throw new TypeError('no network');
      if (weather.link === 'silent') await pause(Number.MAX_SAFE_INTEGER, request.signal);
      const isLost = chance.happens(weather.lostReply);
      if (chance.happens(weather.doubledRequest)) await deliver(request, body);
      const answer = await deliver(request, body);
      if (isLost) throw new TypeError('the answer was lost');
      await pause(delay(), request.signal);
      return answer;
    },
    openSocket: (_url, handlers) => openSocket(world, weather, chance, delay, handlers, cuts),
    cutAll() {
      for (const cut of [...cuts]) cut();
    },
  };
}

function openSocket(
  world: World,
  weather: Weather,
  chance: Chance,
  delay: () => number,
  handlers: SocketHandlers,
  cuts: Set<() => void>,
): SocketLink {
  let state: 'opening' | 'open' | 'dead' | 'closed' = 'opening';
  let connection: ReturnType<NonNullable<ReturnType<World['life']>>['connect']> | undefined;
  let arrivesAt = 0;
  let held: string | undefined;

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
    connection?.closed();
    handlers.closed(code);
  }
  const cut = () => finish(1006);
  cuts.add(cut);

  function toPhone(text: string): void {
    const isData = text.startsWith('{"topic"');
    const broken =
      isData && chance.happens(weather.brokenFrame)
        ? chance.pick(['lost', 'doubled', 'swapped'] as const)
        : undefined;
    if (broken === 'lost') return;
    if (broken === 'swapped' && held === undefined) {
      held = text;
      return;
    }
    const texts = [text, ...(broken === 'doubled' ? [text] : []), ...(held === undefined ? [] : [held])];
    held = undefined;
    later(() => {
      for (const one of texts) handlers.message(one);
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
      send: (head, body) => toPhone(head + body.toString()),
      sendText: toPhone,
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
    send: (text) => later(() => connection?.receive(text)),
    close() {
      const wasOpen = state !== 'closed';
      state = state === 'closed' ? 'closed' : 'dead';
      cuts.delete(cut);
      connection?.closed();
      if (wasOpen) world.clock.after(delay(), () => finish(1000));
    },
  };
}
