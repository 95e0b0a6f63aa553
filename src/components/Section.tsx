import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { useTranslation } from '../i18n/use-translation.ts';
import { IconButton } from './Button.tsx';
import { Icon } from './Icon.tsx';
import type { IconSource } from './icons.ts';
import { MORE_ICONS } from './more-icons.ts';
import styles from './Section.module.css';
import { showToast } from './toast-store.ts';
import { translateMark } from './Value.tsx';

interface SectionProps {
  readonly title?: string;
  /** Without a box. */
  readonly plain?: boolean;
  readonly children: ReactNode;
}

/** A card of rows with hairlines between them, below a small heading. */
export function Section({ title, plain = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <h2 id={id} className={`faint ${styles.title}`}>
          {title}
        </h2>
      )}
      <div className={plain ? styles.plain : `card ${styles.card}`}>{children}</div>
    </section>
  );
}

interface ListRowProps {
  readonly title: string;
  readonly value?: ReactNode;
  readonly icon?: IconSource | undefined;
  /** Path of the screen that the row opens. */
  readonly href?: string | undefined;
  /** Makes the row a button. */
  readonly onClick?: (() => void) | undefined;
  /** Of a button: whether it opens a sheet, which the row shows as a link does. */
  readonly opens?: boolean;
}

/** A row of a section: a link, a button or plain text. */
export function ListRow({ title, value, icon, href, onClick, opens = href !== undefined }: ListRowProps) {
  const content = (
    <>
      {icon !== undefined && <Icon name={icon} size={20} />}
      <span className="grow">{title}</span>
      {value !== undefined && (
        <span className={`soft ${styles.value}`} translate={translateMark(value)}>
          {value}
        </span>
      )}
      {opens && <Icon name="forward" size={16} />}
    </>
  );
  if (href !== undefined) {
    return (
      <Link href={href} className={`row ${styles.row}`}>
        {content}
      </Link>
    );
  }
  if (onClick === undefined) return <div className={`row ${styles.row}`}>{content}</div>;
  return (
    <button type="button" className={`row ${styles.row}`} onClick={onClick}>
      {content}
    </button>
  );
}

/** A text to be used in another app: shown in full, with a copy button. */
export function CopyRow({ label, text }: { readonly label: string; readonly text: string }) {
  const { t } = useTranslation();
  const copy = async (): Promise<void> => {
    if (await copyText(text)) showToast(t('public.copied'), 'ok');
    else showToast(t('public.copy_failed'), 'error');
  };
  return (
    <div className={`with-aside ${styles.copyRow}`}>
      <span className="faint">{label}</span>
      <span className={styles.text} dir="ltr" translate="no" data-code={!text.includes(' ') || undefined}>
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

/** @returns false if the browser denies access to the clipboard */
export const copyText = (text: string): Promise<boolean> =>
  // `clipboard` is undefined on pages without HTTPS.
  (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
    () => true,
    () => false,
  );
