import { expose } from 'comlink';
import { Subject } from 'rxjs';
import { frameLength, HEADER_LENGTH, QUOTE, QUOTE_LENGTH } from '../../../shared/bridge/market-frame.ts';
import { acknowledged } from '../../../worker/bridge/back-pressure.ts';
import { sendStreams } from '../../../worker/bridge/expose.ts';
import { INSTRUMENTS, SHOWN, type TickWorker } from './ticks.ts';

/** Interval of the batches of ticks, which are like a socket's frames. */
const BATCH_MS = 4;

const closes = new Float64Array(INSTRUMENTS).fill(100_000);
const batch$ = new Subject<void>();
let batched: number[] = [];
let ticks = 0;
let stop = () => {};
let tickPort: MessagePort | undefined;
let callBack: ((id: number, close: number) => void) | undefined;

function frame(spare?: ArrayBuffer): Float64Array<ArrayBuffer> {
  const length = frameLength(SHOWN, 0);
  const values =
    spare?.byteLength === length * 8
      ? new Float64Array(spare)
      : new Float64Array(new ArrayBuffer(length * 8));
  for (let id = 0; id < SHOWN; id++) {
    const base = HEADER_LENGTH + id * QUOTE_LENGTH;
    values[base + QUOTE.id] = id;
    values[base + QUOTE.close] = closes[id] ?? 0;
  }
  return values;
}

/** Transfers the ticks of the batch in a buffer of their size. */
function transferBatch(): void {
  if (batched.length === 0) return;
  const values = Float64Array.from(batched);
  batched = [];
  tickPort?.postMessage(values, [values.buffer]);
}

/** Work at each tick, and after a batch of ticks. */
const TAKEN = {
  product: { tick: () => {}, batch: () => batch$.next() },
  postMessage: { tick: (id: number, close: number) => tickPort?.postMessage([id, close]), batch: () => {} },
  callback: { tick: (id: number, close: number) => callBack?.(id, close), batch: () => {} },
  transfer: { tick: (id: number, close: number) => void batched.push(id, close), batch: transferBatch },
  idle: { tick: () => {}, batch: () => {} },
} as const;

const api: TickWorker = {
  frames: () => acknowledged(batch$, frame),
  post: (port) => {
    tickPort = port;
  },
  call: (back) => {
    callBack = back;
  },
  begin(way, ticksPerSecond) {
    const { tick, batch } = TAKEN[way];
    const started = performance.now();
    ticks = 0;
    const run = () => {
      const due = Math.floor(((performance.now() - started) * ticksPerSecond) / 1000);
      for (; ticks < due; ticks++) {
        const id = ticks % INSTRUMENTS;
        const close = (closes[id] ?? 0) + (ticks % 3 === 0 ? -2 : 1);
        closes[id] = close;
        tick(id, close);
      }
      batch();
    };
    const timer = setInterval(run, BATCH_MS);
    stop = () => clearInterval(timer);
  },
  end() {
    stop();
    return { ticks, closes: [...closes.subarray(0, SHOWN)] };
  },
};

sendStreams();
expose(api);
