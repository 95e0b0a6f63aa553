import { useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../components/Button.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { Page } from '../components/Page.tsx';
import { useSignals } from '../components/use-signals.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { connection } from '../state/connection.ts';
import type { RouteEntry } from './routes.ts';
import { ScreenOutline } from './ScreenOutline.tsx';

/**
 * In place of a screen that waits for the session to be checked: its outline, and once the connection has failed the reason.
 * Nothing of an account is kept on the device, so there is nothing to show instead.
 */
export function NeedsConnection({
  title,
  tabBar,
  outline,
}: Pick<RouteEntry, 'title' | 'tabBar' | 'outline'>) {
  useSignals();
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const [hasFailed, setHasFailed] = useState(false);
  const { status } = connection.value;
  // It stays: each attempt to connect would show the outline for a moment.
  if (!hasFailed && (status === 'offline' || status === 'waiting')) setHasFailed(true);
  if (!hasFailed) return <ScreenOutline outline={outline} tabBar={tabBar} />;
  return (
    <Page title={t(title)} tabBar={tabBar} back={!tabBar}>
      <EmptyState
        icon="offline"
        title={t('install.needs_connection')}
        text={t('install.needs_connection_text')}
        action={
          <Button variant="primary" onClick={() => navigate('/')}>
            {t('not_found.home')}
          </Button>
        }
      />
    </Page>
  );
}
