import { useState } from 'react';
import type { Session } from '../../../shared/contract/people.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Modal.tsx';
import { RefusalState } from '../../components/RefusalState.tsx';
import { Section } from '../../components/Section.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { showRefusal } from '../../components/show-refusal.ts';
import { showToast } from '../../components/toast-store.ts';
import { formatMoment } from '../../format/date.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask, useLoaded } from '../../state/ask.ts';
import styles from './SettingsScreen.module.css';

const loadSessions = () => ask('getSessions', {});

/** The sessions of the account; each other device can be signed out. */
export function DevicesSection() {
  const { t } = useTranslation();
  const { loaded, reload } = useLoaded(loadSessions);
  const [ending, setEnding] = useState<Session>();
  const end = async (): Promise<void> => {
    if (ending === undefined) return;
    const answer = await ask('endSession', { id: ending.id });
    if (answer.ok) showToast(t('settings.ended'), 'ok');
    else showRefusal(t, answer.error);
    await reload();
  };
  return (
    <Section title={t('settings.devices')}>
      {loaded.status === 'loading' && <Skeleton height={56} />}
      {loaded.status === 'failed' && <RefusalState error={loaded.error} onRetry={reload} />}
      {loaded.status === 'ready' && loaded.stale !== undefined && (
        <RefusalState error={loaded.stale} onRetry={reload} />
      )}
      {loaded.status === 'ready' &&
        loaded.stale === undefined &&
        loaded.value.list.map((one) => (
          <div key={one.id} className={`with-aside ${styles.device}`}>
            <span className={styles.name}>{one.device}</span>
            <span className="faint">
              {one.isCurrent
                ? t('settings.this_device')
                : t('settings.seen', { time: formatMoment(Date.parse(one.seenAt)) })}
            </span>
            {!one.isCurrent && (
              <Button variant="quiet" size="s" onClick={() => setEnding(one)}>
                {t('settings.end_session')}
              </Button>
            )}
          </div>
        ))}
      <ConfirmDialog
        open={ending !== undefined}
        title={t('settings.end_title')}
        text={t('settings.end_text', { device: ending?.device ?? '' })}
        action={t('settings.end_session')}
        danger
        onClose={() => setEnding(undefined)}
        onConfirm={end}
      />
    </Section>
  );
}
