import type { ComponentProps } from 'react';
import { Button } from '../../components/Button.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { replaySource } from '../../state/replay-source.ts';
import styles from './OrderScreen.module.css';

/** Leads to a change of an order: off while a recording stands in place of the exchange. `ReplayNote` says why. */
export function ActButton(props: ComponentProps<typeof Button>) {
  useSignals();
  return <Button {...props} disabled={replaySource.value !== undefined} />;
}

/** Why nothing can be done to orders, where a recording is replayed. */
export function ReplayNote() {
  useSignals();
  const { t } = useTranslation();
  return replaySource.value && <p className={styles.replay}>{t('diagnostics.refused')}</p>;
}
