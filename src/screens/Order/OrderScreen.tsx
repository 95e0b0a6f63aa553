import { useState } from 'react';
import { Page } from '../../components/Page.tsx';
import { PullToRefresh } from '../../components/PullToRefresh.tsx';
import { Tabs } from '../../components/Tabs.tsx';
import { useSignals } from '../../components/useSignals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { refreshAccount, working } from '../../state/account.ts';
import { AccountSummary } from './AccountSummary.tsx';
import { ReplayNote } from './ActButton.tsx';
import { type Ask, AskDialog } from './AskDialog.tsx';
import { DealingTab } from './DealingTab.tsx';
import { HistoryTab } from './HistoryTab.tsx';
import { HoldingTab } from './HoldingTab.tsx';
import styles from './OrderScreen.module.css';
import { OrderSheet } from './OrderSheet.tsx';
import type { Opened } from './opened.ts';
import { useHistory } from './use-history.ts';
import { useOrderActions } from './use-order-actions.ts';

type TabId = 'holding' | 'dealing' | 'history';

const NOTHING = { status: 'none' } as const;

/** Orders: the account, what is held, what waits and what was. */
export function OrderScreen() {
  useSignals();
  const { t } = useTranslation();
  const [tab, setTab] = useState<TabId>('holding');
  const [opened, setOpened] = useState<Opened>(NOTHING);
  const [ask, setAsk] = useState<Ask>(NOTHING);
  const history = useHistory(tab === 'history');
  const actions = useOrderActions();
  const orders = working.value;
  const ready = orders.status === 'ready';
  const refresh = async (): Promise<void> => {
    await Promise.all([refreshAccount(), tab === 'history' ? history.refresh() : undefined]);
  };
  return (
    <Page title={t('order.title')} tabBar>
      <PullToRefresh onRefresh={refresh}>
        <AccountSummary />
        <ReplayNote />
        <div className={styles.tabs}>
          <Tabs
            value={tab}
            onChange={setTab}
            tabs={[
              {
                id: 'holding',
                label: t('order.holding'),
                badge: ready ? orders.positions.length : undefined,
              },
              { id: 'dealing', label: t('order.dealing'), badge: ready ? orders.pending.length : undefined },
              {
                id: 'history',
                label: t('order.history'),
                badge: history.history.status === 'ready' ? history.history.total : undefined,
              },
            ]}
          />
        </div>
        <div role="tabpanel" aria-labelledby={`tab-${tab}`} className={styles.panel}>
          {tab === 'holding' && (
            <HoldingTab orders={orders} actions={actions} onOpen={setOpened} onAsk={setAsk} />
          )}
          {tab === 'dealing' && (
            <DealingTab orders={orders} actions={actions} onOpen={setOpened} onAsk={setAsk} />
          )}
          {tab === 'history' && <HistoryTab loader={history} onOpen={setOpened} />}
        </div>
      </PullToRefresh>
      <OrderSheet opened={opened} actions={actions} onAsk={setAsk} onClose={() => setOpened(NOTHING)} />
      <AskDialog ask={ask} actions={actions} onClose={() => setAsk(NOTHING)} />
    </Page>
  );
}
