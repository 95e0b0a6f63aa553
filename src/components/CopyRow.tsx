import { useTranslation } from '../i18n/use-translation.ts';
import styles from './CopyRow.module.css';
import { IconButton } from './IconButton.tsx';
import { MORE_ICONS } from './more-icons.ts';
import { showToast } from './toast-store.ts';

/** Something to be taken along to another app: shown whole, copied by its button. */
export function CopyRow({ label, text }: { readonly label: string; readonly text: string }) {
  const { t } = useTranslation();
  const copy = async (): Promise<void> => {
    if (await copyText(text)) showToast(t('public.copied'), 'ok');
    else showToast(t('public.copy_failed'), 'error');
  };
  return (
    <div className={styles.row}>
      <span className={styles.label}>{label}</span>
      <span className={styles.text} dir="ltr">
        {text}
      </span>
      <IconButton
        icon={MORE_ICONS.copy}
        label={t('public.copy_of', { what: label })}
        onClick={() => void copy()}
      />
    </div>
  );
}

/** @returns false where the browser does not let a page write to the clipboard */
export const copyText = (text: string): Promise<boolean> =>
  // Absent on pages that are not served securely.
  (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
    () => true,
    () => false,
  );
