import type { ConnectionState } from '../../shared/bridge/worker-api.ts';
import { useSignals } from '../components/use-signals.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { connection, engineHealth, restartEngine } from '../state/connection.ts';
import styles from './ConnectionChip.module.css';

/** The connection states shown to the user. */
const LOOK = {
  idle: 'connecting',
  connecting: 'connecting',
  waiting: 'connecting',
  live: 'live',
  stale: 'stale',
  offline: 'offline',
} as const satisfies Readonly<Record<ConnectionState['status'], string>>;

const LABEL = {
  connecting: 'connection.connecting',
  live: 'connection.live',
  stale: 'connection.stale',
  offline: 'connection.offline',
} as const;

/** The state of the connection: a dot while it is live, otherwise a text. */
export function ConnectionChip() {
  useSignals();
  const { t } = useTranslation();
  if (engineHealth.value === 'failed') {
    return (
      <button type="button" className={styles.retry} data-look="offline" onClick={restartEngine}>
        {t('public.retry')}
      </button>
    );
  }
  const look = engineHealth.value === 'running' ? LOOK[connection.value.status] : 'connecting';
  return (
    <span className={styles.status} role="status" aria-live="polite">
      {/* Remounted for each state: an element that becomes narrower would count as a layout shift. */}
      <span key={look} className={styles.chip} data-look={look}>
        <span className={look === 'live' ? 'visually-hidden' : undefined}>{t(LABEL[look])}</span>
      </span>
    </span>
  );
}
