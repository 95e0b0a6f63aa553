import { Fragment, type ReactNode } from 'react';
import type { ConnectionState } from '../../shared/bridge/worker-api.ts';
import { useSignals } from '../components/use-signals.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { connection, engineHealth, restartEngine, slowedText } from '../state/connection.ts';
import { isSimulated } from '../state/market.ts';
import { isDemo } from '../state/session.ts';
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

/** The state of the connection: a dot while it is live, otherwise a text; simulated prices are called so. @param children what stands beside it */
export function ConnectionChip({ children }: { readonly children: ReactNode }) {
  useSignals();
  const { t } = useTranslation();
  if (engineHealth.value === 'failed') {
    return (
      <>
        {children}
        <button type="button" className={styles.retry} data-look="offline" onClick={restartEngine}>
          {t('public.retry')}
        </button>
      </>
    );
  }
  const state = engineHealth.value === 'running' ? LOOK[connection.value.status] : 'connecting';
  const slowed = /live|stale/.test(state) ? slowedText.value : undefined;
  const look = slowed ? 'stale' : state;
  const saysSimulated = look === 'live' && isSimulated.value;
  return (
    <>
      {/* New elements for each state: an element that became narrower, or was moved by that, would count as a layout shift. */}
      <Fragment key={look}>{children}</Fragment>
      <span className={styles.status} role="status" aria-live="polite">
        <span
          key={`${look} ${isDemo.value}`}
          className={styles.chip}
          data-look={look}
          data-simulated={saysSimulated || undefined}
        >
          <span>{slowed ?? t(saysSimulated ? 'connection.simulated' : LABEL[look])}</span>
        </span>
      </span>
    </>
  );
}
