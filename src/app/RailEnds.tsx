import { useLocation } from 'wouter';
import { Icon } from '../components/Icon.tsx';
import { useSignals } from '../components/use-signals.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { listFolded } from '../state/preferences.ts';
import { session } from '../state/session.ts';
import styles from './RailEnds.module.css';

/** The fold of the list, above the tabs of a wide screen, and below them what the list's header has on a phone. */
export function RailEnds({ className }: { readonly className: string }) {
  useSignals();
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const isVisitor = session.value.status === 'anonymous';
  return (
    <>
      <button
        type="button"
        className={styles.fold}
        aria-label={t('keys.list')}
        aria-expanded={!listFolded.value}
        aria-keyshortcuts="l"
        onClick={() => {
          listFolded.value = !listFolded.value;
        }}
      >
        <Icon name={FOLD} size={22} />
      </button>
      <div className={styles.ends}>
        <button
          type="button"
          className={className}
          aria-label={t('home.language')}
          onClick={() => navigate('/language')}
        >
          <Icon name="globe" size={22} />
        </button>
        <button type="button" className={className} onClick={() => navigate(isVisitor ? '/login' : '/user')}>
          <Icon name="user" size={22} />
          <span className={styles.word}>{t(isVisitor ? 'account.login_title' : 'home.user')}</span>
        </button>
      </div>
    </>
  );
}

const FOLD = { path: 'M3 5h18v14H3zM9 5v14M5.5 9h1M5.5 12h1' };
