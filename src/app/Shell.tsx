import { Activity, Suspense, useEffect, useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { later } from '../clock.ts';
import { DocumentTitle } from '../components/DocumentTitle.tsx';
import { type PageShell, PageShellContext } from '../components/Page.tsx';
import { useSignals } from '../components/use-signals.ts';
import { loadLaterTexts } from '../i18n/texts.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { HomeScreen } from '../screens/Home/HomeScreen.tsx';
import { laterScreen } from '../screens/shared/later-screen.ts';
import { startLater } from '../state/app-state.ts';
import { listFolded } from '../state/preferences.ts';
import { isDemo } from '../state/session.ts';
import { ConnectionChip } from './ConnectionChip.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { laterOverlay } from './later-overlay.tsx';
import { useNavigation } from './navigation.ts';
import { ROUTES, type RouteEntry, routeOf } from './routes.ts';
import { ScreenOutline } from './ScreenOutline.tsx';
import styles from './Shell.module.css';
import { Guard, LAZY_SCREENS } from './screens.ts';
import { TabBar } from './TabBar.tsx';
import { useWide } from './use-wide.ts';

/* Loaded later: the first paint does not need it. */
const NotFound = laterScreen(() => import('./NotFound.tsx').then((module) => module.NotFound));
const Overlays = laterOverlay(async () => {
  const [module] = await Promise.all([import('./Overlays.tsx'), loadLaterTexts(), startLater()]);
  return module.Overlays;
});

/**
 * Surrounds the screens with navigation, guard and tab bar. Home stays mounted behind the other screens, and on a wide
 * screen beside them: there `/` has the trade screen beside it.
 */
export function Shell() {
  useSignals();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const route = routeOf(path);
  const isHome = route?.screen === 'home';
  const wide = useWide();
  const homeShown = wide ? !listFolded.value : isHome;
  const [homeKept, setHomeKept] = useState(homeShown);
  if (homeShown && !homeKept) setHomeKept(true);
  const navigation = useNavigation(path, search);
  const shell = useMemo<PageShell>(
    () => ({
      status: (
        <ConnectionChip>
          <DemoBadge />
        </ConnectionChip>
      ),
      takesFocus: navigation.hasMoved,
      goBack: () => (navigation.hasBack() ? history.back() : navigate('/', { replace: true })),
      screenAt: (to) => routeOf(to)?.screen,
    }),
    [navigate, navigation],
  );
  return (
    <PageShellContext.Provider value={shell}>
      {homeKept && (
        <Activity mode={homeShown ? 'visible' : 'hidden'}>
          <PageShellContext value={wide ? BESIDE : shell}>{HOME}</PageShellContext>
        </Activity>
      )}
      {isHome && <DocumentTitle of="home.title" />}
      {(!isHome || wide) && <Pane route={isHome ? ROUTES['/trade'] : route} />}
      <OverlaysInTime isHome={isHome} />
      {(wide || route?.tabBar === true) && <TabBar />}
    </PageShellContext.Provider>
  );
}

/** One element, so that a change of the address renders neither home nor its rows. */
const HOME = <HomeScreen />;

/** The list beside a screen has neither its heading nor its state. */
const BESIDE: PageShell = {
  status: null,
  isBeside: true,
  takesFocus: () => false,
  goBack: () => {},
  screenAt: (to) => routeOf(to)?.screen,
};

/** On home, the overlays wait until the first rows are painted: they would delay them. */
const CALM_MS = 2_000;

/** From then on it stays. Without a network there is nothing to wait for: they have the last known prices. */
function OverlaysInTime({ isHome }: { readonly isHome: boolean }) {
  const [isDue, setIsDue] = useState(!isHome || !navigator.onLine);
  if (!isHome && !isDue) setIsDue(true);
  useEffect(() => later(CALM_MS, () => setIsDue(true)), []);
  return isDue && <Overlays />;
}

/** The screen: the page itself on a phone; on a wide screen it scrolls for itself beside the list. */
function Pane({ route }: { readonly route: RouteEntry | undefined }) {
  return (
    <div className={styles.pane}>
      <div className={styles.scroll} data-scroll={route?.outline} key={route?.screen}>
        <OtherScreen route={route} />
      </div>
    </div>
  );
}

/** One Suspense boundary per screen: the outline replaces the previous screen at once. */
function OtherScreen({ route }: { readonly route: RouteEntry | undefined }) {
  if (route === undefined || route.screen === 'home') {
    return (
      <Suspense fallback={null}>
        <DocumentTitle of="not_found.title" />
        <NotFound />
      </Suspense>
    );
  }
  const Screen = LAZY_SCREENS[route.screen];
  return (
    <ErrorBoundary key={route.screen}>
      <Suspense fallback={<ScreenOutline outline={route.outline} tabBar={route.tabBar} />}>
        {route.for === 'all' ? (
          <>
            <DocumentTitle of={route.title} />
            <Screen />
          </>
        ) : (
          <Guard route={route}>
            <DocumentTitle of={route.title} />
            <Screen />
          </Guard>
        )}
      </Suspense>
    </ErrorBoundary>
  );
}

/** Marks every header of a demo account, so that nobody mistakes demo money for real money. */
function DemoBadge() {
  useSignals();
  const { t } = useTranslation();
  return isDemo.value ? <span className={styles.badge}>{t('user.demo')}</span> : null;
}
