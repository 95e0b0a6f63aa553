import { type Signal, useSignal } from '@preact/signals-react';
import {
  type ComponentType,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';
import type { Instrument, InstrumentId } from '../../../shared/domain/instrument.ts';
import type { Side } from '../../../shared/domain/order.ts';
import { bucketStart, periodSeconds } from '../../../shared/domain/period.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { CandleChart, preloadChartParts } from '../../chart/CandleChart.tsx';
import { hasLineWork } from '../../chart/orders/line-task.ts';
import { IconButton } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { laterComponent } from '../../components/later-component.ts';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { useSignals } from '../../components/use-signals.ts';
import { shortCountdown } from '../../format/countdown.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { offerAlert } from '../../state/alerts.ts';
import { chartSettings } from '../../state/chart-settings.ts';
import { useChoice } from '../../state/choices.ts';
import { canUndoDrawing, DRAWING_KINDS, type DrawingAsk } from '../../state/drawing-kinds.ts';
import { quoteOf } from '../../state/quotes.ts';
import { replaySource } from '../../state/replay-source.ts';
import { shownNow } from '../../state/shown-now.ts';
import { useHero } from '../shared/use-hero.ts';
import styles from './ChartPanel.module.css';
import { loadAhead } from './load-ahead.ts';
import { PeriodBar } from './PeriodBar.tsx';
import { PriceNow } from './PriceHeader.tsx';
import { Profit, useHolding } from './strip/use-holding.tsx';
import { offerPending } from './ticket/ticket-drafts.ts';
import { useLying } from './trade-media.ts';
import { useBackLeaves } from './use-back-leaves.ts';

const ChartSheet = lazy(() => import('./ChartSheet.tsx').then((module) => ({ default: module.ChartSheet })));

const ChartLines = laterComponent(() => import('./lines/ChartLines.tsx').then((module) => module.ChartLines));

/** Skips renders that do not concern it. */
const Chart = memo(CandleChart);

interface ChartPanelProps {
  readonly instrument: Instrument;
}

/** The panel. What its orders and taps need downloads before the first of them. */
export function openChartPanel(): ComponentType<ChartPanelProps> {
  loadAhead(preloadParts);
  return ChartPanel;
}

function preloadParts(): void {
  preloadChartParts();
  ChartLines.preload();
}

/** The chart with its controls: a component of its own, so that a new period or type renders nothing else. */
function ChartPanel({ instrument }: ChartPanelProps) {
  useSignals();
  const { t } = useTranslation();
  const full = useChoice<boolean>('chart.full', false);
  const isFull = full.value;
  const sheet = useChoice<'never' | 'open' | 'closed'>('chart.sheet', 'never');
  const [isLying, isHero] = [useLying(), useHero()];
  const hasRail = isLying || isHero;
  const drawing = useSignal<DrawingAsk>(false);
  useBackLeaves(isFull, () => {
    full.value = false;
  });
  useEffect(preloadParts, []);
  useEffect(() => {
    document.documentElement.toggleAttribute('data-chart-full', isFull);
    return () => document.documentElement.removeAttribute('data-chart-full');
  }, [isFull]);
  const { id, precision, showCode } = instrument;
  const period = chartSettings.period.value;
  const indicators = chartSettings.indicators.value;
  const [type, volume] = [chartSettings.type.value, chartSettings.volume.value];
  const look = useMemo(() => ({ type, volume }), [type, volume]);
  const actions = useMemo(
    () => [
      {
        icon: 'orders' as const,
        title: t('pick.order'),
        run(at: Price) {
          // The order form is below the chart.
          full.value = false;
          offerPending(instrument, at, sideAt(instrument.id, at));
        },
      },
      { icon: MORE_ICONS.alarm, title: t('alerts.new'), run: (at: Price) => offerAlert(instrument.id, at) },
    ],
    [instrument, t, full],
  );
  const left = useCallback(() => {
    if (replaySource.value !== undefined || quoteOf(id).marketOpen.value !== true) return '';
    const [nowS, seconds] = [(shownNow.value ?? 0) / 1000, periodSeconds(period)];
    const leftMs = 1000 * (bucketStart(nowS, seconds) + seconds - nowS);
    return shortCountdown(leftMs);
  }, [id, period]);
  const settings = (
    <IconButton
      icon={MORE_ICONS.chart}
      label={t('chart.settings')}
      onClick={() => {
        sheet.value = 'open';
      }}
    />
  );
  return (
    <section className={styles.panel} data-full={isFull || undefined} aria-label={t('chart.title')}>
      <div className={styles.bar}>
        <strong className={styles.name} translate="no">
          {showCode}
        </strong>
        {isFull && <Facts instrument={instrument} />}
        <PeriodBar
          value={period}
          left={left}
          onChange={(chosen) => {
            chartSettings.period.value = chosen;
          }}
        />
        {!hasRail && <span className={styles.tools}>{settings}</span>}
      </div>
      <div className={styles.chart}>
        {hasRail && <ChartRail drawing={drawing}>{settings}</ChartRail>}
        <Chart
          instrumentId={id}
          period={period}
          precision={precision}
          look={look}
          indicators={indicators}
          actions={actions}
          drawing={drawing}
        />
        <Lines isFull={isFull} />
        <button
          type="button"
          className={styles.full}
          aria-pressed={isFull}
          aria-label={t('chart.full_screen')}
          onClick={() => {
            full.value = !isFull;
          }}
        >
          <Icon name={isFull ? MORE_ICONS.shrink : MORE_ICONS.expand} size={18} />
        </button>
      </div>
      {sheet.value !== 'never' && (
        <Suspense>
          <ChartSheet
            open={sheet.value === 'open'}
            onDraw={() => {
              sheet.value = 'closed';
              drawing.value = true;
            }}
            onClose={() => {
              sheet.value = 'closed';
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

/** What header and strip say where the chart covers them: price, its change, and the profit of what is held. */
function Facts({ instrument }: { readonly instrument: Instrument }) {
  useSignals();
  const { profit, positions } = useHolding(instrument.id);
  return (
    <div className={styles.facts}>
      <PriceNow instrument={instrument} />
      {positions.length > 0 && <Profit of={profit} />}
    </div>
  );
}

/** What is done with lines of orders. */
function Lines({ isFull }: { readonly isFull: boolean }) {
  useSignals();
  const [wasUsed, setUsed] = useState(false);
  if (hasLineWork.value && !wasUsed) setUsed(true);
  return (
    wasUsed && (
      <Suspense>
        <ChartLines isFull={isFull} />
      </Suspense>
    )
  );
}

/** Below the market one buys, above it one sells: the form's stops start for that side, and both buttons stay. */
function sideAt(id: InstrumentId, at: Price): Side | undefined {
  const close = quoteOf(id).close.peek();
  return close === undefined ? undefined : at < close ? 'buy' : 'sell';
}

interface ChartRailProps {
  readonly drawing: Signal<DrawingAsk>;
  /** The buttons after the drawing tools. */
  readonly children: ReactNode;
}

/** The tools beside the chart of a phone in landscape, and on that of a wide screen, each a tap away. */
function ChartRail({ drawing, children }: ChartRailProps) {
  useSignals();
  const { t } = useTranslation();
  return (
    <div className={styles.rail} role="toolbar" aria-label={t('chart.title')}>
      {DRAWING_KINDS.map((kind) => (
        <IconButton
          key={kind}
          icon={MORE_ICONS[kind]}
          label={t(`drawing.${kind}`)}
          onClick={() => {
            drawing.value = kind;
          }}
        />
      ))}
      <IconButton
        icon={MORE_ICONS.undo}
        label={t('drawing.undo')}
        disabled={!canUndoDrawing.value}
        onClick={() => {
          drawing.value = 'undo';
        }}
      />
      <IconButton
        icon={MORE_ICONS.pencil}
        label={t('drawing.title')}
        onClick={() => {
          drawing.value = true;
        }}
      />
      {children}
    </div>
  );
}
