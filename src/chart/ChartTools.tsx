import {
  type ReadonlySignal,
  type Signal,
  useComputed,
  useSignal,
  useSignalEffect,
} from '@preact/signals-react';
import { useCallback, useRef, useState } from 'react';
import type { CandleRow } from '../../shared/domain/candle.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import { type Price, price } from '../../shared/domain/price.ts';
import { later } from '../clock.ts';
import { Icon } from '../components/Icon.tsx';
import type { IconSource } from '../components/icons.ts';
import { Sheet } from '../components/Modal.tsx';
import { ListRow, Section } from '../components/Section.tsx';
import { SigText } from '../components/SigText.tsx';
import { useSignals } from '../components/use-signals.ts';
import { formatPrice } from '../format/number.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import type { DrawingAsk } from '../state/drawing-kinds.ts';
import { drawings } from '../state/drawings.ts';
import styles from './ChartTools.module.css';
import { LaterPart } from './LaterPart.tsx';
import type { LiveChart } from './live-chart.ts';

const loadDrawingTools = () => import('./drawings/DrawingTools.tsx').then((module) => module.DrawingTools);

/** Something to do at a price of the chart. */
export interface PriceAction {
  readonly icon: IconSource;
  readonly title: string;
  run(at: Price): void;
}

/** The crosshair where it stays, as the chart reports it. */
export interface Pinned {
  /** CSS pixels from the top. */
  readonly y: ReadonlySignal<number | undefined>;
  /** The candle under it. */
  readonly row: ReadonlySignal<CandleRow | undefined>;
  /** Counts how often Enter was pressed on it. */
  readonly acts: ReadonlySignal<number>;
}

interface ChartToolsProps {
  readonly chart: LiveChart;
  readonly instrument: Instrument;
  readonly pinned: Pinned;
  readonly actions: readonly PriceAction[];
  readonly drawing: Signal<DrawingAsk>;
}

/** The tools on a chart: drawings, whose code is loaded where there are some, and actions at the crosshair. */
export function ChartTools({ chart, instrument, pinned, actions, drawing }: ChartToolsProps) {
  useSignals();
  const [wasAsked, setAsked] = useState(false);
  if (drawing.value !== false && !wasAsked) setAsked(true);
  return (
    <>
      {(wasAsked || drawings.has(instrument.code)) && (
        <LaterPart load={loadDrawingTools} props={{ chart, instrument, asked: drawing }} />
      )}
      <PriceActions chart={chart} precision={instrument.precision} pinned={pinned} actions={actions} />
      <Spoken chart={chart} precision={instrument.precision} pinned={pinned} />
    </>
  );
}

type PriceActionsProps = Pick<ChartToolsProps, 'chart' | 'pinned' | 'actions'> & {
  readonly precision: number;
};

/**
 * A button beside the crosshair's price, and the list that it opens. A button, since a long press serves reading as well:
 * a list at each release would be in the way, and a finger that aims must move.
 */
function PriceActions({ chart, precision, pinned, actions }: PriceActionsProps) {
  useSignals();
  const { t } = useTranslation();
  const at = useSignal<Price>();
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    const place = chart.crossPlace();
    at.value = place?.price;
    setOpen(place !== undefined);
  };
  const seen = useRef(pinned.acts.peek());
  useSignalEffect(() => {
    if (pinned.acts.value === seen.current) return;
    seen.current = pinned.acts.value;
    open();
  });
  const y = pinned.y.value;
  const chosen = at.value;
  return (
    <>
      {y !== undefined && (
        <button
          type="button"
          className={styles.act}
          style={{ insetBlockStart: y }}
          aria-label={t('pick.act')}
          aria-haspopup="dialog"
          onClick={open}
        >
          <span>
            <Icon name="plus" size={18} />
          </span>
        </button>
      )}
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={chosen === undefined ? undefined : t('pick.at', { price: formatPrice(chosen, precision) })}
      >
        <Section>
          {actions.map(({ icon, title, run }) => (
            <ListRow
              key={title}
              icon={icon}
              title={title}
              onClick={() => {
                setOpen(false);
                chart.hideCross();
                if (chosen !== undefined) run(chosen);
              }}
            />
          ))}
        </Section>
      </Sheet>
    </>
  );
}

/** The crosshair is announced when it has rested this long: a key that is held would fill a queue of sentences. */
const REST_MS = 500;

/** Announces where the crosshair is. Ticks that change the candle under it are not announced. */
function Spoken({ chart, precision, pinned }: Omit<PriceActionsProps, 'actions'>) {
  const { t } = useTranslation();
  const announced = useSignal('');
  const time = useComputed(() => pinned.row.value?.[0]);
  useSignalEffect(() => {
    if (pinned.y.value === undefined || time.value === undefined) {
      announced.value = '';
      return;
    }
    return later(REST_MS, () => {
      const [row, place] = [pinned.row.peek(), chart.crossPlace()];
      if (!row || !place) return;
      const [, open, high, low, close] = row.map((points) =>
        formatPrice(price(Math.round(points)), precision),
      );
      announced.value = t('pick.cross', {
        time: place.time,
        price: formatPrice(place.price, precision),
        open,
        high,
        low,
        close,
      });
    });
  });
  const text = useCallback(() => announced.value, [announced]);
  return (
    <div className="visually-hidden" role="status">
      <SigText text={text} words />
    </div>
  );
}
