import { useSignal } from '@preact/signals-react';
import { lazy, memo, Suspense, useMemo, useState } from 'react';
import type { Instrument, InstrumentId } from '../../../shared/domain/instrument.ts';
import type { Side } from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { CandleChart } from '../../chart/CandleChart.tsx';
import { IconButton } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { offerAlert } from '../../state/alerts.ts';
import { chartSettings } from '../../state/chart-settings.ts';
import { quoteOf } from '../../state/quotes.ts';
import styles from './ChartPanel.module.css';
import { PeriodBar } from './PeriodBar.tsx';
import { offerPending } from './ticket/ticket-drafts.ts';
import { useBackLeaves } from './use-back-leaves.ts';

const ChartSheet = lazy(() => import('./ChartSheet.tsx').then((module) => ({ default: module.ChartSheet })));

const PENCIL = {
  path: 'M4 20l1.2-4.6L16 4.6a2 2 0 013 0l.5.5a2 2 0 010 3L8.6 18.8zM14 6.5l3.5 3.5',
} as const;

/** Skips renders that do not concern it. */
const Chart = memo(CandleChart);

/** The chart with its controls: a component of its own, so that a new period or type renders nothing else. */
export function ChartPanel({ instrument }: { readonly instrument: Instrument }) {
  useSignals();
  const { t } = useTranslation();
  const [isFull, setFull] = useState(false);
  const [sheet, setSheet] = useState<'never' | 'open' | 'closed'>('never');
  const drawing = useSignal(false);
  useBackLeaves(isFull, () => setFull(false));
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
          setFull(false);
          offerPending(instrument, at, sideAt(instrument.id, at));
        },
      },
      { icon: MORE_ICONS.alarm, title: t('alerts.new'), run: (at: Price) => offerAlert(instrument.id, at) },
    ],
    [instrument, t],
  );
  return (
    <section className={styles.panel} data-full={isFull || undefined} aria-label={t('chart.title')}>
      <div className={styles.bar}>
        <strong className={styles.name}>{showCode}</strong>
        <PeriodBar
          value={period}
          onChange={(chosen) => {
            chartSettings.period.value = chosen;
          }}
        />
        <span className={styles.tools}>
          <IconButton
            icon={PENCIL}
            label={t('drawing.title')}
            onClick={() => {
              drawing.value = true;
            }}
          />
          <IconButton icon={MORE_ICONS.chart} label={t('chart.settings')} onClick={() => setSheet('open')} />
        </span>
      </div>
      <div className={styles.stage}>
        <Chart
          instrumentId={id}
          period={period}
          precision={precision}
          look={look}
          indicators={indicators}
          actions={actions}
          drawing={drawing}
        />
        <button
          type="button"
          className={styles.full}
          aria-pressed={isFull}
          aria-label={t('chart.full_screen')}
          onClick={() => setFull(!isFull)}
        >
          <Icon name={isFull ? MORE_ICONS.shrink : MORE_ICONS.expand} size={18} />
        </button>
      </div>
      {sheet !== 'never' && (
        <Suspense>
          <ChartSheet open={sheet === 'open'} onClose={() => setSheet('closed')} />
        </Suspense>
      )}
    </section>
  );
}

/** Below the market one buys, above it one sells: the form's stops start for that side, and both buttons stay. */
function sideAt(id: InstrumentId, at: Price): Side | undefined {
  const now = quoteOf(id).close.peek();
  return now === undefined ? undefined : at < now ? 'buy' : 'sell';
}
