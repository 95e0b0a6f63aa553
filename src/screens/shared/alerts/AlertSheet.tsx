import { useState } from 'react';
import type { InstrumentId } from '../../../../shared/domain/instrument.ts';
import { Button } from '../../../components/Button.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Sheet } from '../../../components/Modal.tsx';
import { MORE_ICONS } from '../../../components/more-icons.ts';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { Tabs } from '../../../components/Tabs.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { alertRequest, alerts, hideAlerts, showAlerts } from '../../../state/alerts.ts';
import { instrumentOf, market } from '../../../state/market.ts';
import { isSignedIn } from '../../../state/session.ts';
import { InstrumentPicker } from '../InstrumentPicker.tsx';
import { AlertForm } from './AlertForm.tsx';
import { AlertRow } from './AlertRow.tsx';
import styles from './AlertSheet.module.css';
import { Happened } from './Happened.tsx';
import { PushSection } from './PushSection.tsx';

interface AlertSheetProps {
  /** Leads a visitor to the login. */
  readonly onSignIn: () => void;
}

/** The alerts of an instrument with the form of a new one, or all alerts of the account. */
export function AlertSheet({ onSignIn }: AlertSheetProps) {
  useSignals();
  const { t } = useTranslation();
  const request = alertRequest.value;
  const instrument = request?.instrumentId === undefined ? undefined : instrumentOf(request.instrumentId);
  const title = instrument === undefined ? t('alerts.title') : t('alerts.of', { name: instrument.showCode });
  return (
    <Sheet open={request !== undefined} onClose={hideAlerts} title={title}>
      {!isSignedIn.value ? (
        <EmptyState
          icon={MORE_ICONS.alarm}
          title={t('alerts.sign_in')}
          action={
            <Button variant="primary" onClick={onSignIn}>
              {t('account.login')}
            </Button>
          }
        />
      ) : instrument === undefined ? (
        <AllAlerts />
      ) : (
        <>
          <AlertForm
            key={`${instrument.id} ${request?.price}`}
            instrument={instrument}
            price={request?.price}
          />
          <List of={instrument.id} />
          <PushSection isBrief />
        </>
      )}
    </Sheet>
  );
}

type Tab = 'set' | 'happened';

/** All alerts or their firings, and the choice of an instrument for a new one. */
function AllAlerts() {
  useSignals();
  const { t } = useTranslation();
  const [isChoosing, setChoosing] = useState(false);
  const [tab, setTab] = useState<Tab>('set');
  const list = market.value;
  const tabs = [
    { id: 'set', label: t('alerts.tab_set') },
    { id: 'happened', label: t('alerts.tab_happened') },
  ] as const;
  return (
    <>
      <Tabs tabs={tabs} value={tab} onChange={setTab} />
      <div role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'set' ? <List /> : <Happened />}
      </div>
      <div className={styles.form}>
        <Button variant="primary" wide disabled={list.status !== 'ready'} onClick={() => setChoosing(true)}>
          {t('alerts.new')}
        </Button>
      </div>
      <PushSection />
      {list.status === 'ready' && (
        <InstrumentPicker
          open={isChoosing}
          list={list}
          chosen={undefined}
          onPick={showAlerts}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}

/** Alerts that wait first, then those that have fired or are off. */
function List({ of }: { readonly of?: InstrumentId }) {
  useSignals();
  const { t } = useTranslation();
  const all = alerts.value;
  if (all === undefined)
    return (
      <div className="fields" role="status" aria-label={t('public.loading')}>
        <Skeleton height={64} />
      </div>
    );
  const shown = all.filter(({ instrumentId }) => of === undefined || instrumentId === of);
  if (shown.length === 0)
    return of === undefined ? (
      <EmptyState icon={MORE_ICONS.alarm} title={t('alerts.none')} text={t('alerts.none_text')} />
    ) : null;
  return (
    <ul className={styles.list}>
      {[...shown.filter(({ isOn }) => isOn), ...shown.filter(({ isOn }) => !isOn)].map((alert) => (
        <AlertRow key={alert.id} alert={alert} />
      ))}
    </ul>
  );
}
