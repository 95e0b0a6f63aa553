import { finalize, interval, map } from 'rxjs';
import type { InstrumentId } from '../../../shared/domain/instrument.ts';
import { acknowledged } from '../../../worker/bridge/back-pressure.ts';
import { exposeEngine } from '../../../worker/bridge/expose.ts';
import { marketFrame } from '../../helpers/market-frames.ts';
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
    () => marketFrame(watched.map((id) => ({ id, close: id * 100_000 + ticks, marketOpen: true }))),
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
