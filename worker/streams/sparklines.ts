import { Subject } from 'rxjs';
import type { EngineSettings, Sparkline } from '../../shared/bridge/worker-api.ts';
import { type Instrument, type InstrumentId, instrumentId } from '../../shared/domain/instrument.ts';
import { bucketStart } from '../../shared/domain/period.ts';
import { priceFromWire } from '../../shared/domain/price.ts';
import { SPARKLINE_MAX_IDS, SPARKLINE_MINUTES } from '../../shared/limits.ts';
import type { Env } from '../env.ts';
import type { Loader } from '../loader.ts';
import type { Quotes } from './quotes.ts';

/** Ids are collected for this long into one request: scrolling adds them row by row. */
const GATHER_MS = 30;
/** Rows that are asked for before the list is known: those of a phone's first screen and the next few. */
const FIRST_ROWS = 16;
/** Sparklines kept while off screen; an hour of minutes is 1 kB. */
const MAX_KEPT = 500;
const MINUTE_S = 60;

export interface Sparklines {
  readonly points$: Subject<readonly Sparkline[]>;
  /** Replaces the watched set. Kept sparklines are emitted at once, the others after loading. */
  watch(ids: readonly InstrumentId[]): void;
  /**
   * Asks for those of the first rows before there is a list that states digits: of these ids, or of a category, in which the exchange
   * chooses as it lists. What it does not answer is loaded by ids, from the list on.
   */
  first(rows: EngineSettings['firstRows']): void;
  list(instruments: readonly Instrument[]): void;
  /** Loads the watched sparklines again: minutes may have been missed. */
  reload(): void;
}

/** The newest minutes, oldest first; the last close follows each quote. */
interface Line {
  count: number;
  /** Epoch s. */
  readonly times: Float64Array;
  /** Points. */
  readonly closes: Float64Array;
}

type Known = readonly [id: InstrumentId, line: Line];
type Minutes = readonly (readonly [number, number])[];
type Answer = Readonly<Record<string, Minutes>>;

export function createSparklines(env: Env, loader: Loader, quotes: Quotes): Sparklines {
  const points$ = new Subject<readonly Sparkline[]>();
  const loading = new Set<InstrumentId>();
  let precisions: ReadonlyMap<InstrumentId, number> | undefined;
  let early: Answer | 'asked' | undefined;
  let watched = new Set<InstrumentId>();
  let isGathering = false;
  const shelf = createShelf(quotes, (id) => watched.has(id));
  const publish = (lines: readonly Known[]) => {
    if (lines.length > 0) points$.next(lines.map(([id, line]) => ({ id, points: pointsOf(line) })));
  };

  function gather(): void {
    // Which ids are on their way is known when the early ones are here.
    if (isGathering || early !== undefined) return;
    isGathering = true;
    env.after(GATHER_MS, () => {
      isGathering = false;
      const wanted = [...watched].filter(
        (id) => shelf.get(id) === undefined && !loading.has(id) && precisions?.has(id),
      );
      for (let at = 0; at < wanted.length; at += SPARKLINE_MAX_IDS)
        load(wanted.slice(at, at + SPARKLINE_MAX_IDS));
    });
  }

  function load(ids: readonly InstrumentId[]): void {
    for (const id of ids) loading.add(id);
    loader.load('getMiniKline', { forexId: ids.join(',') }).subscribe({
      next(result) {
        if (result.ok) publish(ids.flatMap((id) => keep(id, result.value[id] ?? [])));
      },
      complete() {
        for (const id of ids) loading.delete(id);
      },
    });
  }

  function keep(id: InstrumentId, wire: Minutes): readonly Known[] {
    const precision = precisions?.get(id);
    if (precision === undefined) return [];
    const line = emptyLine();
    for (const [time, close] of wire) addMinute(line, time, priceFromWire(close, precision));
    shelf.put(id, line);
    return [[id, line]];
  }

  /** Keeps the early answer when both it and the list are here. */
  function takeEarly(): void {
    if (typeof early === 'object' && precisions !== undefined) {
      const answer = Object.entries(early);
      early = undefined;
      publish(
        answer
          .flatMap(([id, wire]) => keep(instrumentId(Number(id)), wire))
          .filter(([id]) => watched.has(id)),
      );
    }
    gather();
  }

  shelf.grown$.subscribe((grown) => publish(grown.filter(([id]) => watched.has(id))));

  return {
    points$,
    watch(ids) {
      const before = watched;
      watched = new Set(ids);
      publish(
        ids.flatMap((id): readonly Known[] => {
          const line = before.has(id) ? undefined : shelf.get(id);
          return line === undefined ? [] : [[id, line]];
        }),
      );
      gather();
    },
    first(rows = []) {
      const isCategory = typeof rows === 'number';
      if (!isCategory && rows.length === 0) return;
      early = 'asked';
      const asked = isCategory
        ? loader.once('getFirstMiniKlines', {
            limit: FIRST_ROWS,
            ...(rows === 0 ? {} : { categoryId: rows }),
          })
        : loader.once('getMiniKline', { forexId: rows.slice(0, SPARKLINE_MAX_IDS).join(',') });
      asked.then((answer) => {
        early = answer.ok ? answer.value : {};
        takeEarly();
      });
    },
    list(instruments) {
      precisions = new Map(instruments.map(({ id, precision }) => [id, precision]));
      takeEarly();
    },
    reload() {
      if (early !== 'asked') early = undefined;
      shelf.clear();
      gather();
    },
  };
}

/** The kept lines. All of them follow the quotes, so that they are complete when they come back on screen. */
function createShelf(quotes: Quotes, isInUse: (id: InstrumentId) => boolean) {
  const lines = new Map<InstrumentId, Line>();
  const idAt = new Map<number, InstrumentId>();
  const grown$ = new Subject<readonly Known[]>();

  quotes.batches$.subscribe(({ touched }) => {
    if (idAt.size === 0) return;
    const { prices, timeMs } = quotes.table.columns;
    const grown: Known[] = [];
    for (const at of touched) {
      const id = idAt.get(at);
      const line = id === undefined ? undefined : lines.get(id);
      if (id === undefined || line === undefined) continue;
      if (addQuote(line, timeMs[at] ?? Number.NaN, prices[2 * at] ?? Number.NaN)) grown.push([id, line]);
    }
    if (grown.length > 0) grown$.next(grown);
  });

  return {
    grown$,
    get: (id: InstrumentId) => lines.get(id),
    put(id: InstrumentId, line: Line): void {
      lines.delete(id);
      lines.set(id, line);
      idAt.set(quotes.table.place(id), id);
      for (const oldest of lines.keys()) {
        if (lines.size <= MAX_KEPT) return;
        if (isInUse(oldest)) continue;
        lines.delete(oldest);
        idAt.delete(quotes.table.place(oldest));
      }
    },
    clear(): void {
      lines.clear();
      idAt.clear();
    },
  };
}

const emptyLine = (): Line => ({
  count: 0,
  times: new Float64Array(SPARKLINE_MINUTES),
  closes: new Float64Array(SPARKLINE_MINUTES),
});

function addMinute(line: Line, time: number, close: number): void {
  const { times, closes } = line;
  if (line.count === SPARKLINE_MINUTES) {
    times.copyWithin(0, 1);
    closes.copyWithin(0, 1);
    line.count--;
  }
  times[line.count] = time;
  closes[line.count] = close;
  line.count++;
}

function pointsOf({ count, times, closes }: Line): Float64Array {
  const points = new Float64Array(count * 2);
  points.set(times.subarray(0, count));
  points.set(closes.subarray(0, count), count);
  return points;
}

/** @returns whether a minute was added, not only the last close changed */
function addQuote(line: Line, timeMs: number, close: number): boolean {
  if (Number.isNaN(timeMs) || Number.isNaN(close)) return false;
  const minute = bucketStart(Math.floor(timeMs / 1000), MINUTE_S);
  const last = line.times[line.count - 1];
  if (last !== undefined && minute < last) return false;
  if (last !== undefined && minute === last) {
    line.closes[line.count - 1] = close;
    return false;
  }
  addMinute(line, minute, close);
  return true;
}
