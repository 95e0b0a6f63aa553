import { proxy, transfer, wrap } from 'comlink';
import { HEADER_LENGTH, QUOTE, QUOTE_LENGTH } from '../../../shared/bridge/market-frame.ts';
import type { Stream } from '../../../shared/bridge/worker-api.ts';
import { giveBack, receiveStreams } from '../../../src/link/stream-port.ts';
import { SHOWN, TICK_LENGTH, type TickWorker, type Way } from './ticks.ts';

/**
 * Four ways in which ticks reach the page. Each puts the newest price of the shown instruments into `shown` once a
 * painted frame; none changes the document, so that only the transport is measured.
 */
receiveStreams();
const worker = wrap<TickWorker>(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }));
const latest = new Map<number, number>();
const shown = new Float64Array(SHOWN);
let pending: Float64Array | undefined;

/** Work in each painted frame. */
const PAINT: Readonly<Record<Way, () => void>> = {
  product() {
    if (pending === undefined) return;
    takeFrame(pending);
    giveBack(pending);
    pending = undefined;
  },
  postMessage: takeLatest,
  callback: takeLatest,
  transfer: takeLatest,
  idle: () => {},
};

function takeFrame(frame: Float64Array): void {
  for (let row = 0; row < SHOWN; row++) {
    const base = HEADER_LENGTH + row * QUOTE_LENGTH;
    shown[frame[base + QUOTE.id] ?? 0] = frame[base + QUOTE.close] ?? 0;
  }
}

function takeLatest(): void {
  for (let id = 0; id < SHOWN; id++) shown[id] = latest.get(id) ?? 0;
}

const channel = new MessageChannel();
channel.port1.onmessage = ({ data }: MessageEvent<readonly [number, number] | Float64Array>) => {
  for (let at = 0; at < data.length; at += TICK_LENGTH) latest.set(data[at] ?? 0, data[at + 1] ?? 0);
};
await worker.post(transfer(channel.port2, [channel.port2]));
await worker.call(proxy((id: number, close: number) => void latest.set(id, close)));
const frames = (await worker.frames()) as Stream<Float64Array>;
frames.subscribe({
  next(frame) {
    if (pending) giveBack(pending);
    pending = frame;
  },
});

let painting = 0;
let running: Way = 'idle';
const bench = {
  async begin(way: Way, ticksPerSecond: number): Promise<void> {
    const paint = () => {
      PAINT[way]();
      painting = requestAnimationFrame(paint);
    };
    running = way;
    await worker.begin(way, ticksPerSecond);
    paint();
  },
  /**
   * @throws when the page does not show the worker's last prices
   * @returns the number of ticks
   */
  async end(): Promise<number> {
    const { ticks, closes } = await worker.end();
    await new Promise((resolve) => setTimeout(resolve, 200));
    cancelAnimationFrame(painting);
    if (running !== 'idle' && closes.join() !== shown.join())
      throw new Error(`the page shows ${shown.join()}, not ${closes.join()}`);
    return ticks;
  },
};
Object.assign(globalThis, { bench });
