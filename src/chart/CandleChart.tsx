import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals-react';
import { type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { CandleRow } from '../../shared/domain/candle.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { Period } from '../../shared/domain/period.ts';
import { price } from '../../shared/domain/price.ts';
import { parseIndicator } from '../../shared/indicators/spec.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Icon } from '../components/Icon.tsx';
import { SigText } from '../components/SigText.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { useSignals } from '../components/use-signals.ts';
import { formatPrice } from '../format/number.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { working } from '../state/account.ts';
import { alerts, alertsOn } from '../state/alerts.ts';
import { loadOlderCandles, subscribeCandles } from '../state/candles.ts';
import { chartSettings } from '../state/chart-settings.ts';
import type { DrawingAsk } from '../state/drawing-kinds.ts';
import { instrumentOf } from '../state/market.ts';
import { isOutdated, quoteOf, useQuote } from '../state/quotes.ts';
import { accountId } from '../state/session.ts';
import styles from './CandleChart.module.css';
import type { Pinned, PriceAction } from './ChartTools.tsx';
import type { RangeInView } from './chart-feed.ts';
import type { ChartLook, Reading } from './chart-model.ts';
import { debouncedStatus } from './debounced-status.ts';
import { LaterPart } from './LaterPart.tsx';
import type { ChartStatus, LiveChart } from './live-chart.ts';
import { ordersOn } from './orders/orders-on.ts';
import { loadStudies, useLiveChart } from './use-live-chart.ts';

const loadOrders = () => import('./orders/ChartOrders.tsx').then((m) => m.ChartOrders);
const loadFills = () => import('./fills/ChartFills.tsx').then((module) => module.ChartFills);
const loadTools = () => import('./ChartTools.tsx').then((module) => module.ChartTools);
/** Loads what the chart needs for orders, their fills, and taps on it. A part that is shown says what failed. */
export function preloadChartParts(): void {
  for (const load of [loadOrders, loadFills, loadTools]) load().catch(() => {});
}

const loadLegend = () => import('./IndicatorLegend.tsx').then((module) => module.IndicatorLegend);

interface CandleChartProps {
  readonly instrumentId: InstrumentId;
  readonly period: Period;
  /** Decimals of the instrument's prices. */
  readonly precision: number;
  readonly look: ChartLook;
  /** Names such as `sma:20`. */
  readonly indicators: readonly string[];
  /** What can be done at a price of the chart. */
  readonly actions: readonly PriceAction[];
  readonly drawing: Signal<DrawingAsk>;
}

/** Live candles of one instrument. Ticks are painted on the canvas and written to text nodes; none renders React. */
export function CandleChart(props: CandleChartProps) {
  const { instrumentId, period, precision, look, indicators, actions, drawing } = props;
  const { t } = useTranslation();
  const host = useRef<HTMLDivElement>(null);
  const subject = useRef({ instrumentId, period });
  const [status, setStatus] = useState<ChartStatus>('loading');
  const [attempt, setAttempt] = useState(0);
  const { options, newest, reading, away, pinned } = useMemo(
    () => connect(subject, debouncedStatus(setStatus)),
    [],
  );
  const chart = useLiveChart(host, options, attempt);
  const instrument = instrumentOf(instrumentId);
  const keys = useId();
  const specs = useMemo(
    () =>
      indicators.flatMap((name) => {
        const parsed = parseIndicator(name);
        return parsed.ok ? [parsed.value] : [];
      }),
    [indicators],
  );

  useEffect(() => {
    if (!chart) return;
    const clear = subject.current.instrumentId !== instrumentId;
    subject.current = { instrumentId, period };
    newest.value = undefined;
    const range = keptRange(seriesName(subject.current));
    chart.show({ period, precision, clear, indicators: specs, range });
    return subscribeCandles(instrumentId, period, chart.apply, indicators);
  }, [chart, instrumentId, period, precision, indicators, specs, newest]);
  useStudies(chart, look, indicators.length > 0);
  const legends = useLegendsOn(chart);
  const hasOrders = useHasOrders(instrumentId);
  useQuoteOn(chart, host, instrumentId);

  useEffect(
    () =>
      effect(() => {
        const name = instrumentOf(instrumentId)?.showCode ?? '';
        const facts = { name, period: t(`trade.period_${period}`), ...figures(newest.value, precision) };
        const text = newest.value ? 'trade.chart_label' : 'trade.chart_waiting';
        host.current?.setAttribute('aria-label', t(text, facts));
      }),
    [instrumentId, period, precision, newest, t],
  );
  const isHeikinAshi = look.type === 'heikin-ashi';
  const legend = useCallback(() => {
    const { row } = reading.value;
    if (!row) return '';
    return (isHeikinAshi ? 'HA  ' : '') + t('trade.legend', figures(row, precision));
  }, [reading, precision, isHeikinAshi, t]);
  return (
    <div className={styles.box} dir="ltr">
      <div className={styles.top}>
        <div ref={legends} className={styles.legends}>
          <SigText className={styles.legend} text={legend} />
          {specs.length > 0 && <LaterPart load={loadLegend} props={{ specs, precision, reading }} />}
          {chart && <Fills chart={chart} instrumentId={instrumentId} />}
        </div>
      </div>
      <div
        ref={host}
        className={styles.host}
        // An image has no keys of its own, so screen readers would keep them.
        role="application"
        aria-describedby={keys}
        data-dim={status === 'switching' || undefined}
      />
      <p id={keys} hidden>
        {t('pick.keys')}
      </p>
      {chart && hasOrders && <LaterPart load={loadOrders} props={{ chart, instrumentId }} />}
      {chart && instrument && (
        <LaterPart load={loadTools} props={{ chart, instrument, pinned, actions, drawing }} />
      )}
      <NewestButton away={away} onClick={() => chart?.showNewest()} />
      <ChartCover status={status} onRetry={() => setAttempt(attempt + 1)} />
    </div>
  );
}

interface FillsProps {
  readonly chart: LiveChart;
  readonly instrumentId: InstrumentId;
}

/** The account's fills. Visitors have none; who has switched them off before loads nothing. */
function Fills(props: FillsProps) {
  useSignals();
  const [wasOn, setOn] = useState(false);
  if (chartSettings.fills.value && !wasOn) setOn(true);
  const account = accountId.value;
  return wasOn && account !== undefined && <LaterPart key={account} load={loadFills} props={props} />;
}

interface Subject {
  readonly instrumentId: InstrumentId;
  readonly period: Period;
}

const seriesName = ({ instrumentId, period }: Subject): string => `${instrumentId} ${period}`;

/** The kept size of the candles, and the kept end of this series. */
function keptRange(series: string): RangeInView | undefined {
  const kept = chartSettings.range.peek();
  return kept && { candlePx: kept.candlePx, endS: kept.end?.series === series ? kept.end.timeS : undefined };
}

/** The chart's options, and its events as signals. */
function connect(subject: { readonly current: Subject }, onStatus: (status: ChartStatus) => void) {
  const newest = signal<CandleRow>();
  const nothing: Reading = { row: undefined, values: [] };
  const reading = signal(nothing);
  const away = signal(false);
  let crossed: CandleRow | undefined;
  let latest = nothing;
  const pinnedY = signal<number>();
  const acts = signal(0);
  const options = {
    onStatus(status: ChartStatus) {
      // The candles of another instrument are gone, and with them the values in the legends.
      if (status === 'loading') reading.value = latest = nothing;
      onStatus(status);
    },
    onCross(row: CandleRow | undefined, values: readonly number[]) {
      crossed = row;
      reading.value = row ? { row, values } : latest;
    },
    onNewest(row: CandleRow, values: readonly number[]) {
      latest = { row, values };
      if (!crossed) reading.value = latest;
      if (row[0] !== newest.peek()?.[0]) newest.value = row;
    },
    onPin(y: number | undefined) {
      pinnedY.value = y;
    },
    onAct() {
      acts.value++;
    },
    onAway(isAway: boolean) {
      away.value = isAway;
    },
    quote() {
      const { close, ask, timeMs } = quoteOf(subject.current.instrumentId);
      const [points, ms] = [close.peek(), timeMs.peek()];
      if (points === undefined || ms === undefined) return undefined;
      return { price: points, ask: ask.peek(), timeS: ms / 1000 };
    },
    onRange({ candlePx, endS }: RangeInView) {
      const series = seriesName(subject.current);
      chartSettings.range.value = { candlePx, ...(endS !== undefined && { end: { series, timeS: endS } }) };
    },
    async loadOlder() {
      const loaded = await loadOlderCandles(subject.current.instrumentId, subject.current.period);
      return loaded.ok ? loaded.value.more : undefined;
    },
  };
  const pinned: Pinned = { y: pinnedY, row: computed(() => reading.value.row), acts };
  return { options, newest, reading, away, pinned };
}

/** Anything but plain candles is drawn by code that is loaded for it. */
function useStudies(chart: LiveChart | undefined, look: ChartLook, hasIndicators: boolean): void {
  useEffect(() => {
    if (!chart) return;
    if (look.type === 'candles' && !look.volume && !hasIndicators) {
      chart.set({ look, studies: undefined });
      return;
    }
    let isGone = false;
    loadStudies().then(
      ({ createStudies }) => isGone || chart.set({ look, studies: createStudies() }),
      // Plain candles stay; the next change of the look tries again.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [chart, look, hasIndicators]);
}

/** Keeps the labels of orders below the legends, whose lines depend on the size of text and may wrap. */
function useLegendsOn(chart: LiveChart | undefined): RefObject<HTMLDivElement | null> {
  const legends = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current: node } = legends;
    if (!chart || !node) return;
    const measure = new ResizeObserver(([entry]) => {
      if (entry) chart.set({ legendPx: entry.contentRect.height });
    });
    measure.observe(node);
    return () => measure.disconnect();
  }, [chart]);
  return legends;
}

/** Whether the instrument has lines to draw; their code is loaded then. */
function useHasOrders(id: InstrumentId): boolean {
  useSignals();
  return useMemo(
    () => computed(() => ordersOn(working.value, id).length + alertsOn(alerts.value, id).length > 0),
    [id],
  ).value;
}

/** The last price is that of the quote, in the frame in which all others show it; grey while it is out of date. */
function useQuoteOn(
  chart: LiveChart | undefined,
  host: { readonly current: HTMLElement | null },
  id: InstrumentId,
): void {
  const quote = useQuote(id);
  useEffect(() => {
    if (!chart) return;
    const greys = effect(() => {
      const stale = isOutdated(instrumentOf(id)?.market, quote);
      host.current?.toggleAttribute('data-stale', stale);
      chart.set({ stale });
    });
    const ticks = effect(() => {
      void quote.ask.value;
      if (quote.close.value !== undefined && quote.timeMs.value !== undefined) chart.tick();
    });
    return () => {
      greys();
      ticks();
    };
  }, [chart, host, id, quote]);
}

const figures = (row: CandleRow | undefined, precision: number) => {
  const text = (points: number | undefined) =>
    formatPrice(points === undefined ? undefined : price(Math.round(points)), precision);
  return { open: text(row?.[1]), high: text(row?.[2]), low: text(row?.[3]), close: text(row?.[4]) };
};

/** Returns to the newest candle; shown only while that one is out of view. */
function NewestButton({
  away,
  onClick,
}: {
  readonly away: ReadonlySignal<boolean>;
  readonly onClick: () => void;
}) {
  useSignals();
  const { t } = useTranslation();
  if (!away.value) return null;
  return (
    <button type="button" className={styles.newest} aria-label={t('trade.newest')} onClick={onClick}>
      <span>
        <Icon name="newest" size={20} />
      </span>
    </button>
  );
}

/** Heights of the candles in the skeleton, in percent. */
const BARS = [22, 30, 18, 40, 52, 34, 60, 44, 26, 54, 36, 48, 28, 20] as const;

/** Covers the chart while it has nothing to show. */
function ChartCover({ status, onRetry }: { readonly status: ChartStatus; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  switch (status) {
    case 'ready':
    case 'switching':
      return null;
    case 'loading':
      return (
        <div className={styles.bars} role="status" aria-label={t('public.loading')}>
          {BARS.map((height) => (
            <Skeleton key={height} width={8} height={`${height}%`} />
          ))}
        </div>
      );
    case 'empty':
    case 'failed':
      return (
        <div className={styles.cover}>
          {status === 'empty' ? (
            <EmptyState icon="trade" title={t('trade.chart_empty')} />
          ) : (
            <ErrorState text={t('trade.chart_failed')} onRetry={onRetry} />
          )}
        </div>
      );
  }
}
