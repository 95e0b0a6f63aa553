import { useLayoutEffect, useRef } from 'react';
import { Link } from 'wouter';
import { Icon } from '../components/Icon.tsx';
import { loadLaterTexts } from '../i18n/texts.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { onAddress } from './LocationRouter.tsx';
import { laterOverlay } from './later-overlay.tsx';
import styles from './TabBar.module.css';
import { useWide } from './use-wide.ts';

/** On a wide screen. */
const RailEnds = laterOverlay(async () => {
  const [module] = await Promise.all([import('./RailEnds.tsx'), loadLaterTexts()]);
  return module.RailEnds;
});

const TABS = [
  { href: '/', label: 'tab.quotes', icon: 'quotes' },
  { href: '/trade', label: 'tab.trade', icon: 'trade' },
  { href: '/order', label: 'tab.orders', icon: 'orders' },
  { href: '/rank', label: 'tab.documentary', icon: 'documentary' },
  { href: '/rank?by=rate', label: 'tab.ranking', icon: 'ranking' },
] as const;

function currentHref(): string {
  const { pathname, search } = location;
  return pathname === '/rank' && search.includes('by=rate') ? '/rank?by=rate' : pathname;
}

/** The tapped tab is the current one at once, before its screen has been mounted: marked without a render of the tabs. */
export function TabBar() {
  const { t } = useTranslation();
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const mark = (): void => {
      const href = currentHref();
      for (const tab of bar.current?.children ?? [])
        tab.ariaCurrent = tab.getAttribute('href') === href ? 'page' : null;
    };
    mark();
    return onAddress(mark);
  }, []);
  return (
    <nav ref={bar} className={styles.bar} aria-label={t('tab.label')}>
      {TABS.map(({ href, label, icon }) => (
        <Link key={href} href={href} className={styles.tab ?? ''}>
          <Icon name={icon} size={22} />
          <span className={styles.label}>{t(label)}</span>
        </Link>
      ))}
      {useWide() && <RailEnds className={styles.tab ?? ''} />}
    </nav>
  );
}
