import type { Signal } from '@preact/signals-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../components/Button.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { DRAWING_KINDS, type DrawingKind } from '../../state/drawing-kinds.ts';
import styles from './ChartPanel.module.css';

interface ChartRailProps {
  /** What is asked of the drawing tools: their sheet, one of them, or nothing. */
  readonly drawing: Signal<boolean | DrawingKind>;
  /** The buttons after the drawing tools. */
  readonly children: ReactNode;
}

/** The tools beside the chart of a phone that lies, each a tap away. */
export function ChartRail({ drawing, children }: ChartRailProps) {
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
      {children}
    </div>
  );
}
