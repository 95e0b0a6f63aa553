import { effect, type Signal } from '@preact/signals-react';
import { useEffect, useState } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { Button, IconButton } from '../../components/Button.tsx';
import { ConfirmDialog, Sheet } from '../../components/Modal.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { ListRow, Section } from '../../components/Section.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatPrice } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import {
  canUndoDrawing,
  DRAWING_KINDS,
  type DrawingAsk,
  type DrawingKind,
} from '../../state/drawing-kinds.ts';
import { type Drawing, drawings, MAX_DRAWINGS } from '../../state/drawings.ts';
import type { LiveChart } from '../live-chart.ts';
import styles from './DrawingTools.module.css';
import { createDrawingLayer, type DrawingLayer, isFull } from './drawing-layer.ts';

interface DrawingToolsProps {
  readonly chart: LiveChart;
  readonly instrument: Instrument;
  readonly asked: Signal<DrawingAsk>;
}

/** The drawings of an instrument on its chart, what is being done with them, and the sheet of tools. */
export function DrawingTools({ chart, instrument, asked }: DrawingToolsProps) {
  useSignals();
  const [layer, setLayer] = useState<DrawingLayer>();
  const { code, precision } = instrument;
  useEffect(() => {
    const created = createDrawingLayer(chart, { code, precision }, drawings);
    setLayer(created);
    return () => created.destroy();
  }, [chart, code, precision]);
  useEffect(
    () =>
      effect(() => {
        const kind = asked.value;
        if (!layer || typeof kind !== 'string') return;
        if (kind === 'undo') {
          layer.undo();
          asked.value = false;
          return;
        }
        const isLast = isFull(drawings.of(instrument).peek());
        if (!isLast) layer.choose(kind);
        // The sheet says why there can be no other one.
        asked.value = isLast;
      }),
    [layer, asked, instrument],
  );
  const onClose = () => {
    asked.value = false;
  };
  if (!layer) return null;
  return (
    <>
      <DrawingBar layer={layer} instrument={instrument} />
      <DrawingSheet layer={layer} instrument={instrument} open={asked.value === true} onClose={onClose} />
    </>
  );
}

interface LayerProps {
  readonly layer: DrawingLayer;
  readonly instrument: Instrument;
}

/** What the next touch does, or what can be done with the selected drawing: over the top of the chart. */
function DrawingBar({ layer, instrument }: LayerProps) {
  useSignals();
  const { t } = useTranslation();
  const state = layer.state.value;
  const list = drawings.of(instrument).value;
  if (state.status === 'idle') return null;
  const placing = state.status === 'pressed' ? state.before : state.status === 'placing' ? state : undefined;
  const index = 'index' in state ? state.index : -1;
  const selected = list[index];
  return (
    <div
      className={styles.bar}
      role="toolbar"
      aria-label={t('drawing.title')}
      dir={document.documentElement.dir}
    >
      <p className="grow" role="status">
        {placing
          ? t(hintOf(placing.kind, placing.first !== undefined))
          : state.status === 'deleted'
            ? t('drawing.deleted')
            : selected && t(`drawing.${selected.kind}`)}
      </p>
      {canUndoDrawing.value && (
        <IconButton icon={MORE_ICONS.undo} label={t('drawing.undo')} onClick={layer.undo} />
      )}
      {selected && (
        <IconButton icon={MORE_ICONS.trash} label={t('drawing.delete')} onClick={() => layer.delete(index)} />
      )}
      <Button variant="quiet" onClick={layer.done}>
        {placing ? t('public.cancel') : t('drawing.done')}
      </Button>
    </div>
  );
}

const hintOf = (kind: DrawingKind, hasFirst: boolean) =>
  kind === 'horizontal'
    ? 'drawing.hint_horizontal'
    : hasFirst
      ? 'drawing.hint_second'
      : kind === 'trend'
        ? 'drawing.hint_trend'
        : 'drawing.hint_fibonacci';

interface DrawingSheetProps extends LayerProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The tools, and all drawings of the instrument: for screen readers and keyboards the only way to select one. */
function DrawingSheet({ layer, instrument, open, onClose }: DrawingSheetProps) {
  useSignals();
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const list = drawings.of(instrument).value;
  const name = instrument.showCode;
  return (
    <>
      <Sheet
        open={open}
        onClose={onClose}
        title={t('drawing.title')}
        footer={
          list.length === 0 ? undefined : (
            <Button
              variant="danger"
              wide
              onClick={() => {
                onClose();
                setAsking(true);
              }}
            >
              {t('drawing.delete_all')}
            </Button>
          )
        }
      >
        {isFull(list) ? (
          <p className={`soft ${styles.note}`}>{t('drawing.full', { max: MAX_DRAWINGS })}</p>
        ) : (
          <Section>
            {DRAWING_KINDS.map((kind) => (
              <ListRow
                key={kind}
                icon={MORE_ICONS[kind]}
                title={t(`drawing.${kind}`)}
                onClick={() => {
                  layer.choose(kind);
                  onClose();
                }}
              />
            ))}
          </Section>
        )}
        {list.length > 0 && (
          <Section title={t('drawing.of', { name })}>
            {list.map((drawing, index) => (
              <div key={keyOf(list, index)} className={styles.row}>
                <ListRow
                  title={t(`drawing.${drawing.kind}`)}
                  value={pricesOf(drawing, instrument.precision)}
                  onClick={() => {
                    layer.select(index);
                    onClose();
                  }}
                />
                <IconButton
                  icon={MORE_ICONS.trash}
                  label={t('drawing.delete')}
                  onClick={() => layer.delete(index)}
                />
              </div>
            ))}
          </Section>
        )}
      </Sheet>
      <ConfirmDialog
        open={asking}
        danger
        title={t('drawing.delete_all_title', { name })}
        text={t('drawing.delete_all_text', { count: list.length })}
        action={t('drawing.delete_all')}
        onClose={() => setAsking(false)}
        onConfirm={() => layer.delete()}
      />
    </>
  );
}

const pricesOf = (drawing: Drawing, precision: number): string =>
  (drawing.kind === 'horizontal' ? [drawing.price] : [drawing.from.price, drawing.to.price])
    .map((one) => formatPrice(one, precision))
    .join(' – ');

/** Equal drawings differ by how many of them come before. */
function keyOf(list: readonly Drawing[], index: number): string {
  const text = JSON.stringify(list[index]);
  const before = list.slice(0, index).filter((one) => JSON.stringify(one) === text).length;
  return `${text} ${before}`;
}
