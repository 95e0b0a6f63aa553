import { useState } from 'react';
import { IconButton } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import { ConfirmDialog } from '../components/Modal.tsx';
import { useSignals } from '../components/use-signals.ts';
import { formatSince } from '../format/day.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { isNewBuildReady, startNewBuild } from '../state/installation.ts';
import { keptSince } from '../state/kept-prices.ts';
import { deviceNow } from '../state/now.ts';
import { hasOpenTicket } from '../state/open-ticket.ts';
import styles from './InstallationNotice.module.css';

/**
 * Says from when the prices are while there is no network, and that a newer build is ready: it never starts by itself,
 * nor over a half-filled order without a question.
 */
export function InstallationNotice() {
  useSignals();
  const { t } = useTranslation();
  const [isPutOff, setIsPutOff] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const since = keptSince.value;
  if (since !== undefined) {
    return (
      <aside className={styles.notice} data-look="offline" role="status">
        <Icon name="offline" size={20} />
        <p className="grow">{t('install.kept', { time: formatSince(since, deviceNow()) })}</p>
      </aside>
    );
  }
  if (!isNewBuildReady.value || isPutOff) return null;
  return (
    <aside className={styles.notice} role="status">
      <p className="grow">{t('install.new_version')}</p>
      <button
        type="button"
        className={styles.action}
        onClick={() => (hasOpenTicket() ? setIsAsking(true) : startNewBuild())}
      >
        {t('install.update')}
      </button>
      <IconButton icon="close" label={t('public.close')} onClick={() => setIsPutOff(true)} />
      <ConfirmDialog
        open={isAsking}
        title={t('install.ticket')}
        text={t('install.ticket_text')}
        action={t('install.update')}
        onClose={() => setIsAsking(false)}
        onConfirm={startNewBuild}
      />
    </aside>
  );
}
