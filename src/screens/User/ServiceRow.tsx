import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { copyText } from '../../components/CopyRow.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ListRow } from '../../components/ListRow.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { showToast } from '../../components/toast-store.ts';
import { useSignals } from '../../components/useSignals.ts';
import { httpsUrl } from '../../format/https-url.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { unreadCount } from '../../state/chat.ts';
import { baseData } from '../../state/market.ts';
import styles from './ServiceRow.module.css';

/** Customer service: a dialog to copy from (2), another site (3), else the chat page; specification, section 3. */
export function ServiceRow() {
  useSignals();
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { service_link: link = '', service_link_type: type = 1 } = baseData.value ?? {};
  const title = t('account.service');
  const icon = MORE_ICONS.chat;
  if (type === 3) {
    const target = httpsUrl(link);
    return (
      <ListRow
        icon={icon}
        title={title}
        onClick={() => target !== undefined && window.open(target, '_blank', 'noopener,noreferrer')}
      />
    );
  }
  if (type !== 2) {
    const unread = unreadCount.value;
    return (
      <ListRow
        icon={icon}
        title={title}
        value={unread > 0 ? <span className={styles.badge}>{unread}</span> : undefined}
        href="/mine/chat"
      />
    );
  }
  const copy = async (): Promise<void> => {
    if (await copyText(link)) showToast(t('public.copied'), 'ok');
    else showToast(t('public.copy_failed'), 'error');
    setOpen(false);
  };
  return (
    <>
      <ListRow icon={icon} title={title} onClick={() => setOpen(true)} />
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('account.service_title')}
        actions={
          <>
            <Button variant="quiet" onClick={() => setOpen(false)}>
              {t('public.close')}
            </Button>
            <Button variant="primary" onClick={() => void copy()}>
              {t('public.copy')}
            </Button>
          </>
        }
      >
        <p>{t('account.service_text')}</p>
        <p className={styles.link} dir="ltr">
          {link}
        </p>
      </Dialog>
    </>
  );
}
