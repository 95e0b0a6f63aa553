import type { Signal } from '@preact/signals-react';
import { IconButton } from '../../components/Button.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { DRAWING_KINDS, type DrawingKind } from '../../state/drawings.ts';
import styles from './ChartPanel.module.css';

interface ChartRailProps {
  /** What is asked of the drawing tools: their sheet, one of them, or nothing. */
  readonly drawing: Signal<boolean | DrawingKind>;
  readonly onSettings: () => void;
}

/** The tools beside the chart of a phone that lies, each a tap away. */
export function ChartRail({ drawing, onSettings }: ChartRailProps) {
  const { t } = useTranslation();
  const ask = (what: true | DrawingKind) => () => {
    drawing.value = what;
  };
  return (
    <div className={styles.rail} role="toolbar" aria-orientation="vertical" aria-label={t('chart.title')}>
      {DRAWING_KINDS.map((kind) => (
        <IconButton key={kind} icon={MORE_ICONS[kind]} label={t(`drawing.${kind}`)} onClick={ask(kind)} />
      ))}
      <IconButton icon={MORE_ICONS.pencil} label={t('drawing.title')} onClick={ask(true)} />
      <IconButton icon={MORE_ICONS.chart} label={t('chart.settings')} onClick={onSettings} />
    </div>
  );
}
