import { finalize, interval, map } from 'rxjs';
import {
  frameLength,
  HEADER,
  HEADER_LENGTH,
  QUOTE,
  QUOTE_LENGTH,
} from '../../../shared/bridge/market-frame.ts';
import type { InstrumentId } from '../../../shared/domain/instrument.ts';
import { acknowledged } from '../../../worker/bridge/back-pressure.ts';
import { exposeEngine } from '../../../worker/bridge/expose.ts';
import { quietEngine } from './quiet-engine.ts';

/** An engine whose watched prices rise by a point with every tick, every few milliseconds. */
let watched: readonly InstrumentId[] = [];
let ticks = 0;
let following = 0;

function marketFrames() {
  const source = acknowledged(
    interval(4).pipe(
      map(() => ++ticks),
      finalize(() => following--),
    ),
    () => {
      const frame = new Float64Array(frameLength(watched.length, 0));
      frame[HEADER.quotes] = watched.length;
      watched.forEach((id, i) => {
        const at = HEADER_LENGTH + i * QUOTE_LENGTH;
        frame[at + QUOTE.id] = id;
        frame[at + QUOTE.close] = id * 100_000 + ticks;
        frame[at + QUOTE.marketOpen] = 1;
      });
      return frame;
    },
  );
  following++;
  return source;
}

exposeEngine({
  ...quietEngine(),
  frames: marketFrames,
  watch: (ids) => {
    watched = ids;
  },
  echo: () => following,
});
