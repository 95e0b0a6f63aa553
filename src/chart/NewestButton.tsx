import type { ReadonlySignal } from '@preact/signals-react';
import { Icon } from '../components/Icon.tsx';
import { useSignals } from '../components/use-signals.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import styles from './CandleChart.module.css';

interface NewestButtonProps {
  /** Whether the newest candle is out of view. */
  readonly away: ReadonlySignal<boolean>;
  readonly onClick: () => void;
}

/** The way back from the past; there only while the newest candle is not. */
export function NewestButton({ away, onClick }: NewestButtonProps) {
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
