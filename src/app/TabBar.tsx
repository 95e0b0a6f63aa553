import { Link } from 'wouter';
import { Icon } from '../components/Icon.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { useAddressAhead } from './LocationRouter.tsx';
import styles from './TabBar.module.css';

const TABS = [
  { href: '/', label: 'tab.quotes', icon: 'quotes' },
  { href: '/trade', label: 'tab.trade', icon: 'trade' },
  { href: '/order', label: 'tab.orders', icon: 'orders' },
  { href: '/rank', label: 'tab.documentary', icon: 'documentary' },
  { href: '/rank?by=rate', label: 'tab.ranking', icon: 'ranking' },
] as const;

const isCurrent = (href: string, path: string, search: string): boolean =>
  path === '/rank' ? href === (search.includes('by=rate') ? '/rank?by=rate' : '/rank') : href === path;

/** The tapped tab is the current one at once, before its screen has been mounted. */
export function TabBar() {
  const { t } = useTranslation();
  const [path = '', search = ''] = useAddressAhead().split('?');
  return (
    <nav className={styles.bar} aria-label={t('tab.label')}>
      {TABS.map(({ href, label, icon }) => (
        <Link
          key={href}
          href={href}
          className={styles.tab ?? ''}
          aria-current={isCurrent(href, path, search) ? 'page' : undefined}
        >
          <Icon name={icon} size={22} />
          <span className={styles.label}>{t(label)}</span>
        </Link>
      ))}
    </nav>
  );
}
