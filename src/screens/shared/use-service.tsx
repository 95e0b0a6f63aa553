import { type ReactNode, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Modal.tsx';
import { copyText } from '../../components/Section.tsx';
import { showToast } from '../../components/toast-store.ts';
import { useSignals } from '../../components/use-signals.ts';
import { httpsUrl } from '../../format/https-url.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { baseData } from '../../state/market.ts';

interface Service {
  /** Path of the chat; undefined: `open` leads there. */
  readonly href: string | undefined;
  readonly open: () => void;
  /** To be rendered beside what calls `open`. */
  readonly dialog: ReactNode;
}

/**
 * The way to customer service: a dialog with a link to copy (2), another site (3), or the chat; specification, section 3. A
 * link that cannot be opened is copied; without one there is the chat.
 */
export function useService(): Service {
  useSignals();
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { serviceLink: link = '', serviceLinkType: type = 1 } = baseData.value ?? {};
  if ((type !== 2 && type !== 3) || link === '')
    return { href: '/mine/chat', open: () => {}, dialog: undefined };
  const target = type === 3 ? httpsUrl(link) : undefined;
  if (target !== undefined) {
    const open = () => window.open(target, '_blank', 'noopener,noreferrer');
    return { href: undefined, open, dialog: undefined };
  }
  const copy = async (): Promise<void> => {
    if (await copyText(link)) showToast(t('public.copied'), 'ok');
    else showToast(t('public.copy_failed'), 'error');
    setOpen(false);
  };
  const dialog = (
    <Dialog
      open={isOpen}
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
      <p className="strong" dir="ltr" data-code>
        {link}
      </p>
    </Dialog>
  );
  return { href: undefined, open: () => setOpen(true), dialog };
}
