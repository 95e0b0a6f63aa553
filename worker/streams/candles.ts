import { concat, filter, map, Observable, of, Subject, startWith, switchMap, take } from 'rxjs';
import type { CandleUpdate } from '../../shared/bridge/worker-api.ts';
import { CODE } from '../../shared/contract/codes.ts';
import { decodeCandle, decodeCandles } from '../../shared/contract/domain.ts';
import { klineTopic } from '../../shared/contract/socket.ts';
import type { CandleRow, Candles } from '../../shared/domain/candle.ts';
import type { Instrument, InstrumentId } from '../../shared/domain/instrument.ts';
import { type Period, periodSeconds, type WirePeriod, wirePeriod } from '../../shared/domain/period.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { IndicatorSeries } from '../../shared/indicators/indicator-series.ts';
import { factsOf, kindOf } from '../../shared/indicators/kinds.ts';
import type { createNamedSeries } from '../../shared/indicators/named-series.ts';
import { KLINE_MAX_LIMIT } from '../../shared/limits.ts';
import { err, ok, type Refusal, type Result, refusal } from '../../shared/result.ts';
import {
  type CandleBook,
  type CandleHistory,
  createCandleBook,
  MAX_HELD_CANDLES,
} from '../../shared/stream/candle-book.ts';
import type { Counters } from '../../shared/stream/counters.ts';
import { foldedCandles, type ShownCandles, sameCandles } from '../../shared/stream/shown-candles.ts';
import type { Env } from '../env.ts';
import { type CallError, refusalOf } from '../http.ts';
import type { Loader } from '../loader.ts';
import { type LiveRow, withHistory } from '../operators/with-history.ts';
import type { Inbox } from './inbox.ts';

/** Candles of a first page and of each older one, if the server has as many in one answer. */
const PAGE = 500;
/** Extra candles for the seam, in case the clocks differ. */
const SPARE = 10;
const MINUTE_S = 60;
/** A viewer that asks for other indicators leaves and comes back: the candles stay meanwhile. */
const LINGER_MS = 1_000;

export interface CandleStreams {
  candles(id: InstrumentId, period: Period, indicators: readonly string[]): Observable<CandleUpdate>;
  older(id: InstrumentId, period: Period): Promise<Result<{ readonly more: boolean }>>;
  /** Loads the candles of all viewers again. */
  reload(): void;
}

export interface CandleDeps {
  readonly inbox: Inbox;
  readonly loader: Loader;
  readonly counters: Counters;
  readonly serverNow: () => TimestampMs | undefined;
  /** Replays the listed instruments; waits for the first list. */
  readonly instruments$: Observable<readonly Instrument[]>;
  readonly after: Env['after'];
  /** Loads what computes indicators. */
  readonly indicators: () => Promise<typeof createNamedSeries>;
}

type Change =
  | { readonly kind: 'reset' }
  | { readonly kind: 'put'; readonly row: CandleRow }
  | { readonly kind: 'failed'; readonly error: CallError };

const NO_VALUES = new Float64Array();
const NO_INDICATORS: IndicatorSeries = { width: 0, reset: () => NO_VALUES, update: () => NO_VALUES };

/** A chart with viewers; viewers of the same chart share it. Its book has the candles that the server has. */
interface Chart {
  readonly instrument: Instrument;
  readonly book: CandleBook;
  readonly bookPeriod: WirePeriod;
  /** Candles of the book in a page. */
  page: number;
  readonly shown: ShownCandles;
  readonly changes$: Subject<Change>;
  viewers: number;
  isLoaded: boolean;
  /** The latest one before the candles are loaded, for viewers that come later. */
  failures: readonly Change[];
  isComplete: boolean;
  olderOnItsWay: Promise<Result<{ readonly more: boolean }>> | undefined;
  stop: () => void;
}

function isOfDay(name: string): boolean {
  const kind = kindOf(name);
  return kind !== undefined && factsOf(kind).isOfDay === true;
}

export function createCandleStreams(deps: CandleDeps): CandleStreams {
  const { after } = deps;
  const charts = new Map<string, Chart>();
  const reloads$ = new Subject<void>();
  const keyOf = (id: InstrumentId, period: Period) => `${id} ${period}`;

  function look(instrument: Instrument, period: Period, names: readonly string[]): Observable<CandleUpdate> {
    return new Observable((subscriber) => {
      const key = keyOf(instrument.id, period);
      // A day has more minutes than a usual page.
      const least = period === '1min' && names.some(isOfDay) ? KLINE_MAX_LIMIT : 0;
      const chart = charts.get(key) ?? openChart(deps, instrument, period, least);
      charts.set(key, chart);
      chart.viewers++;
      // The candles load meanwhile.
      const viewing = seriesOf(deps, names)
        .pipe(
          switchMap((series) =>
            series.ok ? updates(deps, chart, series.value, least) : [failed(series.error)],
          ),
        )
        .subscribe(subscriber);
      return () => {
        viewing.unsubscribe();
        chart.viewers--;
        after(LINGER_MS, () => {
          if (chart.viewers > 0 || charts.get(key) !== chart) return;
          chart.stop();
          charts.delete(key);
        });
      };
    });
  }

  return {
    candles: (id, period, indicators) =>
      reloads$.pipe(
        startWith(undefined),
        switchMap(() => deps.instruments$.pipe(take(1))),
        map((instruments) => instruments.find((one) => one.id === id)),
        switchMap((instrument) =>
          instrument === undefined ? [unknownInstrument()] : look(instrument, period, indicators),
        ),
      ),
    async older(id, period) {
      const chart = charts.get(keyOf(id, period));
      if (!chart?.isLoaded) return err(refusal(CODE.notFound));
      return older(deps, chart);
    },
    reload() {
      for (const chart of charts.values()) chart.stop();
      charts.clear();
      reloads$.next();
    },
  };
}

function openChart(deps: CandleDeps, instrument: Instrument, period: Period, least: number): Chart {
  const bookPeriod = wirePeriod(period);
  const [seconds, bookSeconds] = [periodSeconds(period), periodSeconds(bookPeriod)];
  const book = createCandleBook(bookSeconds);
  const chart: Chart = {
    instrument,
    book,
    bookPeriod,
    page: Math.max(least, Math.min(KLINE_MAX_LIMIT, PAGE * (seconds / bookSeconds))),
    shown: period === bookPeriod ? sameCandles(book) : foldedCandles(book, seconds),
    changes$: new Subject(),
    viewers: 0,
    isLoaded: false,
    failures: [],
    isComplete: false,
    olderOnItsWay: undefined,
    stop: () => {},
  };
  const steps$ = liveMinutes(deps, instrument).pipe(
    withHistory<CandleHistory, CandleRow, CallError>({
      load: () => loadHistory(deps, chart),
      reaches: book.reaches,
      keyOf: (row) => row[0],
    }),
  );
  const following = steps$.subscribe((step) => {
    switch (step.kind) {
      case 'history':
        return takeHistory(chart, step.history);
      case 'live': {
        const row = book.put(step.row);
        if (row) chart.changes$.next({ kind: 'put', row: chart.shown.put(row) });
        return;
      }
      case 'failed':
        // A loaded chart stays; the loader tries again.
        if (chart.isLoaded) return;
        chart.failures = [step];
        return chart.changes$.next(step);
    }
  });
  chart.stop = () => following.unsubscribe();
  return chart;
}

function takeHistory(chart: Chart, history: CandleHistory): void {
  const outcome = chart.book.join(history);
  if (!chart.isLoaded) chart.isComplete = history.candles.length < chart.page;
  else if (outcome === 'replaced') chart.isComplete = false;
  chart.isLoaded = true;
  chart.shown.reset(chart.isComplete);
  chart.changes$.next({ kind: 'reset' });
}

function liveMinutes(
  { inbox, counters }: CandleDeps,
  { code, precision }: Instrument,
): Observable<LiveRow<CandleRow>> {
  return inbox.topic(klineTopic(code)).pipe(
    map(({ data, isSnapshot }) => {
      const row = decodeCandle(data, precision);
      if (!row.ok) counters.malformedRow++;
      return row.ok ? { row: row.value, isSnapshot } : undefined;
    }),
    filter((live) => live !== undefined),
  );
}

/** Loads the newest candles, then the minutes of the last one: later, so that the folded candle is never older. */
function loadHistory(
  { loader, serverNow }: CandleDeps,
  { instrument, book, bookPeriod: period, page }: Chart,
): Observable<Result<CandleHistory, CallError>> {
  const seconds = periodSeconds(period);
  const load = (wanted: WirePeriod, limit: number) =>
    loader.loadAs('getKline', { forexId: instrument.id, period: wanted, limit }, (value) =>
      decodeCandles(value, instrument.precision),
    );
  const limit = book.held.length === 0 ? page : seamLimit(book.held, seconds, serverNow());
  return load(period, limit).pipe(
    switchMap((result) => {
      if (!result.ok) return [result];
      const candles = result.value;
      if (seconds === MINUTE_S) return [ok({ candles, minutes: [] })];
      const from = candles.at(-1)?.[0] ?? 0;
      return load('1min', minutesLimit(from, seconds, serverNow())).pipe(
        map((fetched) =>
          fetched.ok ? ok({ candles, minutes: fetched.value.filter(([time]) => time >= from) }) : fetched,
        ),
      );
    }),
  );
}

/** The minutes since the last candle's start; all of its minutes if the clock is unknown or past its end. */
function minutesLimit(fromS: number, seconds: number, now: TimestampMs | undefined): number {
  const elapsed = now === undefined ? seconds : Math.max(0, now / 1000 - fromS);
  return Math.ceil(Math.min(elapsed, seconds) / MINUTE_S) + SPARE;
}

function seamLimit(held: Candles, seconds: number, now: TimestampMs | undefined): number {
  if (now === undefined) return KLINE_MAX_LIMIT;
  const missed = Math.ceil((now / 1000 - (held.time[held.length - 1] ?? 0)) / seconds);
  return Math.min(KLINE_MAX_LIMIT, Math.max(0, missed) + SPARE);
}

/** Loads the next older page, one at a time. */
async function older(deps: CandleDeps, chart: Chart): ReturnType<typeof loadOlder> {
  if (chart.isComplete || chart.book.held.length >= MAX_HELD_CANDLES) return ok({ more: false });
  chart.olderOnItsWay ??= loadOlder(deps, chart);
  return chart.olderOnItsWay;
}

async function loadOlder({ loader }: CandleDeps, chart: Chart): Promise<Result<{ readonly more: boolean }>> {
  const { book, instrument, bookPeriod: period, page: limit } = chart;
  const end = book.held.time[0] ?? 0;
  const request = { forexId: instrument.id, period, end, limit };
  const page = await loader.onceAs('getKline', request, (value) =>
    decodeCandles(value, instrument.precision),
  );
  // Before the reset, upon which another one may be asked for.
  chart.olderOnItsWay = undefined;
  if (!page.ok) return page;
  chart.isComplete = page.value.length < limit;
  // A seam may have replaced the held candles meanwhile.
  if (book.held.time[0] === end) book.prepend(page.value);
  chart.shown.reset(chart.isComplete);
  chart.changes$.next({ kind: 'reset' });
  return ok({ more: !chart.isComplete });
}

/** A series of its own for each viewer. Failures on the way to it come, too. */
function seriesOf(
  { loader, indicators }: CandleDeps,
  names: readonly string[],
): Observable<Result<IndicatorSeries>> {
  if (names.length === 0) return of(ok(NO_INDICATORS));
  return loader.part(indicators).pipe(
    map((create) => {
      if (!create.ok) return err(refusalOf(create.error));
      const series = create.value(names);
      return series.ok ? series : err(refusal(CODE.badParameter, series.error));
    }),
  );
}

/** The chart as it is now, then its changes. Loads more while it has fewer than `least` candles. */
function updates(
  deps: CandleDeps,
  chart: Chart,
  series: IndicatorSeries,
  least: number,
): Observable<CandleUpdate> {
  const now: readonly Change[] = chart.isLoaded ? [{ kind: 'reset' }] : chart.failures;
  return concat(now, chart.changes$).pipe(
    map((change) => {
      if (change.kind === 'reset' && chart.book.held.length < least) {
        chart.page = least;
        void older(deps, chart);
      }
      return updateOf(chart, change, series);
    }),
  );
}

function updateOf({ shown, isComplete }: Chart, change: Change, series: IndicatorSeries): CandleUpdate {
  const { held } = shown;
  if (change.kind === 'failed') return failed(refusalOf(change.error));
  // The values of all later candles follow from an amended earlier one.
  const isAmended = change.kind === 'put' && change.row[0] !== held.time[held.length - 1];
  if (change.kind === 'put' && !(isAmended && series.width > 0))
    return { ...change, values: [...series.update(held)] };
  const values = series.reset(held);
  return { kind: 'reset', length: held.length, columns: pack(held), values, complete: isComplete };
}

const failed = ({ code, message }: Refusal): CandleUpdate => ({ kind: 'failed', code, message });
const unknownInstrument = (): CandleUpdate => failed(refusal(CODE.notFound));

/** A copy: its memory is transferred to the page. */
function pack(held: Candles): Float64Array {
  const { length } = held;
  const columns = new Float64Array(length * 6);
  [held.time, held.open, held.high, held.low, held.close, held.volume].forEach((column, i) => {
    columns.set(column.subarray(0, length), i * length);
  });
  return columns;
}
