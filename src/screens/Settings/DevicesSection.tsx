import { useEffect, useState } from 'react';
import { CODE } from '../../../shared/contract/codes.ts';
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

const MOST_NAMES = 5;

interface DevicesSectionProps {
  /** Grows to ask whether all other devices shall be signed out, if there are any. */
  readonly offers?: number;
}

/** The sessions of the account; each other device can be signed out, and all of them together. */
export function DevicesSection({ offers = 0 }: DevicesSectionProps) {
  const { t } = useTranslation();
  const { loaded, reload } = useLoaded(loadSessions);
  const [ending, setEnding] = useState<Session>();
  const [isEndingAll, setEndingAll] = useState(false);
  const others = loaded.status === 'ready' ? loaded.value.list.filter(({ isCurrent }) => !isCurrent) : [];
  // A device may have signed in since the list was loaded.
  useEffect(() => {
    if (offers > 0) void reload().then(() => setEndingAll(true));
  }, [offers, reload]);
  const end = async (): Promise<void> => {
    if (ending === undefined) return;
    const answer = await ask('endSession', { id: ending.id });
    if (answer.ok) showToast(t('settings.ended'), 'ok');
    else showRefusal(t, answer.error);
    await reload();
  };
  const endOthers = async (): Promise<void> => {
    for (const { id } of others) {
      const ended = await ask('endSession', { id });
      // One that has ended by itself meanwhile is gone as well.
      if (ended.ok || ended.error.code === CODE.notFound) continue;
      showRefusal(t, ended.error);
      return reload();
    }
    showToast(t('settings.ended'), 'ok');
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
      {others.length > 1 && (
        <Button variant="quiet" wide onClick={() => setEndingAll(true)}>
          {t('settings.end_others')}
        </Button>
      )}
      <ConfirmDialog
        open={others.length > 0 && isEndingAll}
        title={t('settings.end_others_title')}
        text={t('settings.end_others_text', { devices: namesOf(others) })}
        action={t('settings.end_others')}
        danger
        onClose={() => setEndingAll(false)}
        onConfirm={endOthers}
      />
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

const namesOf = (sessions: readonly Session[]): string => {
  const names = [...new Set(sessions.map(({ device }) => device || '--'))];
  return [...names.slice(0, MOST_NAMES), ...(names.length > MOST_NAMES ? ['…'] : [])].join(', ');
};
