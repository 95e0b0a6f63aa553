import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Modal.tsx';
import { copyText } from '../../components/Section.tsx';
import { saveFile } from '../../components/save-file.ts';
import { showToast } from '../../components/toast-store.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './SecuritySection.module.css';

const FILE = 'pipstream-recovery-codes.txt';

/** New recovery codes, shown once: the page closes them only after the user says that they are saved. */
export function RecoveryCodes({
  codes,
  onSaved,
}: {
  readonly codes: readonly string[];
  readonly onSaved: () => void;
}) {
  const { t } = useTranslation();
  const text = `${codes.join('\n')}\n`;
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    const copied = await copyText(text);
    setCopied(copied);
    if (!copied) showToast(t('public.copy_failed'), 'error');
  };
  return (
    <Dialog
      open
      title={t('factors.codes')}
      onClose={() => {}}
      actions={
        <Button variant="primary" wide onClick={onSaved}>
          {t('factors.codes_saved')}
        </Button>
      }
    >
      <p>{t('factors.codes_text')}</p>
      <ul className={styles.codes} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button variant="quiet" size="s" onClick={() => void copy()}>
          {/* Not a toast, which would cover the buttons on a narrow phone. */}
          <span role="status">{t(isCopied ? 'public.copied' : 'public.copy')}</span>
        </Button>
        <Button
          variant="quiet"
          size="s"
          onClick={() => saveFile(new File([text], FILE, { type: 'text/plain' }))}
        >
          {t('factors.codes_file')}
        </Button>
      </div>
    </Dialog>
  );
}
