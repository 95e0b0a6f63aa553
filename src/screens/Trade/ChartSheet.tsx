import { useSignalEffect } from '@preact/signals-react';
import { useEffect, useRef, useState } from 'react';
import { factsOf, INDICATOR_KINDS, type IndicatorField, kindOf } from '../../../shared/indicators/kinds.ts';
import { MAX_DEVIATIONS, MAX_INDICATOR_LENGTH, parseIndicator } from '../../../shared/indicators/spec.ts';
import { LOOKS, shortName } from '../../chart/tracks.ts';
import { later } from '../../clock.ts';
import { Button, IconButton } from '../../components/Button.tsx';
import { Chips } from '../../components/Chips.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Sheet } from '../../components/Modal.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { NumberStepper } from '../../components/NumberStepper.tsx';
import { Switch } from '../../components/Switch.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import {
  CHART_TYPES,
  chartSettings,
  hasPane,
  MAX_INDICATORS,
  MAX_PANES,
} from '../../state/chart-settings.ts';
import { areBorrowed } from '../../state/replay-source.ts';
import { isSignedIn } from '../../state/session.ts';
import styles from './ChartSheet.module.css';

interface ChartSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Opens the drawing tools in its place. */
  readonly onDraw: () => void;
}

/** The chart's type, volume, marks of fills and indicators; changes show at once on the chart behind it. */
export function ChartSheet({ open, onClose, onDraw }: ChartSheetProps) {
  const { t } = useTranslation();
  return (
    <Sheet open={open} onClose={onClose} title={t('chart.settings')}>
      <div className={styles.draw}>
        <Button variant="quiet" size="s" wide onClick={onDraw}>
          <Icon name={MORE_ICONS.pencil} size={20} />
          {t('drawing.title')}
        </Button>
      </div>
      <Choices />
    </Sheet>
  );
}

/** Mounted while the sheet is open. */
function Choices() {
  useSignals();
  const { t } = useTranslation();
  return (
    <div className={styles.choices}>
      <Chips
        options={CHART_TYPES.map((value) => ({
          value,
          label: value === 'heikin-ashi' ? 'Heikin-Ashi' : t(`chart.type_${value}`),
        }))}
        value={chartSettings.type.value}
        onChange={(type) => {
          chartSettings.type.value = type;
        }}
        label={t('chart.type')}
      />
      <div>
        <Switch
          label={t('chart.volume')}
          checked={chartSettings.volume.value}
          onChange={(isOn) => {
            chartSettings.volume.value = isOn;
          }}
        />
        {isSignedIn.value && (
          <Switch
            label={t('chart.fills')}
            checked={chartSettings.fills.value}
            onChange={(isOn) => {
              chartSettings.fills.value = isOn;
            }}
          />
        )}
      </div>
      <Indicators />
    </div>
  );
}

/** The short names of those that have a pane. */
const PANES = INDICATOR_KINDS.map(factsOf)
  .flatMap(({ pane, short }) => (pane === undefined ? [] : short))
  .join(', ');

interface Row {
  /** Stays while the name changes. */
  readonly id: number;
  readonly name: string;
}

/** A step of a length is taken over when the button rests: each change computes the indicator again. */
const SETTLE_MS = 300;

function show(rows: readonly Row[]): void {
  const names = rows.map(({ name }) => name);
  if (String(names) !== String(chartSettings.indicators.peek())) chartSettings.indicators.value = names;
}

function Indicators() {
  const { t } = useTranslation();
  const [rows, setRows] = useState<readonly Row[]>(() =>
    chartSettings.indicators.peek().map((name, id) => ({ id, name })),
  );
  const change = (next: readonly Row[]) => {
    setRows(next);
    show(next);
  };
  const latest = useRef(rows);
  latest.current = rows;
  useSignalEffect(() => {
    const chosen = chartSettings.indicators.value;
    // A replay that follows the user sets them.
    if (areBorrowed.peek() && String(chosen) !== String(latest.current.map(({ name }) => name)))
      setRows(chosen.map((name, id) => ({ id, name })));
  });
  // Closing the sheet ends the rest.
  useEffect(() => () => show(latest.current), []);
  useEffect(() => later(SETTLE_MS, () => show(rows)), [rows]);
  const names = rows.map(({ name }) => name);
  const isFull = rows.length >= MAX_INDICATORS;
  const hasPanes = names.filter(hasPane).length >= MAX_PANES;
  return (
    <div className={styles.part}>
      {rows.length > 0 && <h3 className={`strong ${styles.heading}`}>{t('chart.indicators')}</h3>}
      {rows.map((row) => (
        <IndicatorRow
          key={row.id}
          name={row.name}
          onChange={(name) => setRows(rows.map((one) => (one.id === row.id ? { ...one, name } : one)))}
          onRemove={() => change(rows.filter(({ id }) => id !== row.id))}
        />
      ))}
      <h3 className={`strong ${styles.heading}`}>{t('chart.add')}</h3>
      <fieldset className={styles.add} aria-label={t('chart.add')}>
        {INDICATOR_KINDS.map((kind) => {
          const start = LOOKS[kind].starts.find((name) => !names.includes(name));
          const isBarred = isFull || start === undefined || (hasPane(start) && hasPanes);
          return (
            <Button
              key={kind}
              variant="quiet"
              wide
              disabled={isBarred}
              onClick={() => {
                const id = Math.max(-1, ...rows.map((row) => row.id)) + 1;
                if (start !== undefined) change([...rows, { id, name: start }]);
              }}
            >
              {t(`chart.name_${kind}`)}
            </Button>
          );
        })}
      </fieldset>
      {(isFull || hasPanes) && (
        <p className={`faint ${styles.limit}`}>
          {isFull
            ? t('chart.full', { most: MAX_INDICATORS })
            : t('chart.panes_full', { most: MAX_PANES, names: PANES })}
        </p>
      )}
    </div>
  );
}

interface IndicatorRowProps {
  readonly name: string;
  readonly onChange: (name: string) => void;
  readonly onRemove: () => void;
}

function IndicatorRow({ name, onChange, onRemove }: IndicatorRowProps) {
  const { t } = useTranslation();
  const kind = kindOf(name) ?? 'vwap';
  const parts = name.split(':').slice(1);
  const [texts, setTexts] = useState<readonly string[]>(parts);
  const spec = parseIndicator(name);
  const title = spec.ok ? shortName(spec.value) : name;
  return (
    <fieldset className={styles.indicator} aria-label={title}>
      <div className={styles.head}>
        <span className="grow">{title}</span>
        <IconButton icon={MORE_ICONS.trash} label={t('chart.remove', { name: title })} onClick={onRemove} />
      </div>
      {factsOf(kind).fields.map((field, i) => (
        <FieldStepper
          key={field}
          field={field}
          value={texts[i] ?? ''}
          onChange={(text) => {
            const next = texts.map((one, at) => (at === i ? text : one));
            setTexts(next);
            const typed = [kind, ...next].join(':');
            if (parseIndicator(typed).ok) onChange(typed);
          }}
        />
      ))}
    </fieldset>
  );
}

interface FieldStepperProps {
  readonly field: IndicatorField;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function FieldStepper({ field, value, onChange }: FieldStepperProps) {
  const { t } = useTranslation();
  const isDecimal = field === 'deviations';
  const max = isDecimal ? MAX_DEVIATIONS : MAX_INDICATOR_LENGTH;
  const isValid = parseIndicator(isDecimal ? `bollinger:20:${value}` : `sma:${value}`).ok;
  return (
    <NumberStepper
      label={t(`chart.${field}`)}
      value={value}
      onChange={onChange}
      step={isDecimal ? 0.5 : 1}
      min={isDecimal ? 0.5 : 1}
      max={max}
      decimals={isDecimal ? 1 : 0}
      error={isValid ? undefined : t(isDecimal ? 'chart.decimal' : 'chart.whole', { max })}
    />
  );
}
