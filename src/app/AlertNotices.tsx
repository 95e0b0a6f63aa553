import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Alert } from '../../shared/contract/alerts.ts';
import { instrumentId } from '../../shared/domain/instrument.ts';
import { showToast } from '../components/toast-store.ts';
import { useSignals } from '../components/use-signals.ts';
import { formatSince } from '../format/day.ts';
import { UNKNOWN } from '../format/number.ts';
import { type Translate, useTranslation } from '../i18n/use-translation.ts';
import { targetText } from '../screens/shared/alerts/alert-model.ts';
import { alertRequest, hideAlerts, onAlertFired } from '../state/alerts.ts';
import { instrumentOf } from '../state/market.ts';
import { deviceNow } from '../state/now.ts';
import { loginPath } from './routes.ts';

type Sheet = typeof import('../screens/shared/alerts/AlertSheet.tsx').AlertSheet;

/** Announces on every screen which alerts fire, and has the sheet that lists them. */
export function AlertNotices() {
  useSignals();
  const { t } = useTranslation();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const isOpen = alertRequest.value !== undefined;
  const [loaded, setLoaded] = useState<{ readonly AlertSheet: Sheet }>();
  useEffect(() => {
    if (!isOpen || loaded) return;
    import('../screens/shared/alerts/AlertSheet.tsx').then(setLoaded, () => {
      // The next tap tries again.
      hideAlerts();
      showToast(t('alerts.failed'), 'error');
    });
  }, [isOpen, loaded, t]);
  useEffect(() => onAlertFired((alert) => showToast(firedText(t, alert))), [t]);
  return loaded ? (
    <loaded.AlertSheet
      onSignIn={() => {
        hideAlerts();
        navigate(loginPath(path, search));
      }}
    />
  ) : null;
}

function firedText(t: Translate, alert: Alert): string {
  const instrument = instrumentOf(instrumentId(alert.instrumentId));
  return t('alerts.fired', {
    name: instrument?.showCode ?? UNKNOWN,
    target: targetText(alert, instrument?.precision),
    time: formatSince(Date.parse(alert.firedAt), deviceNow()),
  });
}
