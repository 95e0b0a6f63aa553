import { type Signal, useSignal } from '@preact/signals-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { orderId } from '../../../shared/domain/order.ts';
import { Amount } from '../../components/account/Amount.tsx';
import { Fact } from '../../components/Fact.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Page } from '../../components/Page.tsx';
import { PullToRefresh } from '../../components/PullToRefresh.tsx';
import { SigText } from '../../components/SigText.tsx';
import { Tabs } from '../../components/Tabs.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatRatio } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { figures, refreshAccount, working } from '../../state/account.ts';
import { type Choice, offerChoice, useChoice } from '../../state/choices.ts';
import { deviceNow } from '../../state/now.ts';
import { underway } from '../../state/underway.ts';
import { ReplayNote } from '../shared/ActButton.tsx';
import { type Ask, AskDialog } from '../shared/AskDialog.tsx';
import { HideButton, hideable, hideableText } from '../shared/Balance.tsx';
import { useBulk } from '../shared/use-bulk.ts';
import { useOrderActions } from '../shared/use-order-actions.ts';
import { usePositionMoves } from '../shared/use-position-moves.tsx';
import { DealingTab } from './DealingTab.tsx';
import { HistoryTab, useHistory } from './HistoryTab.tsx';
import { HoldingTab } from './HoldingTab.tsx';
import { EVERYTHING, filterOf } from './history-choice.ts';
import { MarginCard } from './MarginCard.tsx';
import styles from './OrderScreen.module.css';
import { type Opened, OrderSheet } from './OrderSheet.tsx';

type TabId = 'holding' | 'dealing' | 'history';

const BulkSheet = lazy(() => import('../shared/BulkSheet.tsx').then((m) => ({ default: m.BulkSheet })));

const NOTHING = { status: 'none' } as const;

/**
 * `/order`: open positions and pending orders below the account's figures, and the history. The tabs are above all of it, so
 * that a tap on one of them moves none.
 */
export function OrderScreen() {
  useSignals();
  const { t } = useTranslation();
  const chosen = useChoice<TabId>('order.tab', 'holding');
  const tab = chosen.value;
  const opened = useSignal<Opened>(NOTHING);
  const setOpened = (next: Opened): void => {
    opened.value = next;
  };
  const [ask, setAsk] = useState<Ask>(NOTHING);
  const [choice, setChoice] = useState(EVERYTHING);
  const filter = useMemo(() => filterOf(choice, deviceNow()), [choice]);
  const history = useHistory(tab === 'history', filter);
  const actions = useOrderActions(underway);
  const moves = usePositionMoves(underway);
  const bulk = useBulk(actions);
  const orders = working.value;
  const ready = orders.status === 'ready';
  // A sheet closes by itself while its order is not known.
  useEffect(() => (ready ? offerChoice('order.sheet', sheetOf(opened)) : undefined), [ready, opened]);
  const refresh = async (): Promise<void> => {
    await Promise.all([refreshAccount(), tab === 'history' ? history.refresh() : undefined]);
  };
  return (
    <Page title={t('order.title')} tabBar>
      <PullToRefresh onRefresh={refresh}>
        <div className={styles.tabs}>
          <Tabs
            value={tab}
            onChange={(next) => {
              chosen.value = next;
            }}
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
                badge: history.last?.total,
              },
            ]}
          />
        </div>
        <div role="tabpanel" aria-labelledby={`tab-${tab}`} className={styles.panel}>
          <ReplayNote />
          {tab !== 'history' && (
            <>
              <AccountSummary />
              <MarginCard onCloseLosers={() => bulk.plan({ kind: 'close', scope: 'losers' })} />
            </>
          )}
          {tab === 'holding' && (
            <HoldingTab
              orders={orders}
              actions={actions}
              onOpen={setOpened}
              onAsk={setAsk}
              onBulk={bulk.plan}
            />
          )}
          {tab === 'dealing' && (
            <DealingTab
              orders={orders}
              actions={actions}
              onOpen={setOpened}
              onAsk={setAsk}
              onBulk={bulk.plan}
            />
          )}
          {tab === 'history' && (
            <HistoryTab
              loader={history}
              filter={filter}
              choice={choice}
              onChoose={setChoice}
              onOpen={setOpened}
            />
          )}
        </div>
      </PullToRefresh>
      <OrderSheet
        opened={opened.value}
        actions={actions}
        moves={moves}
        onAsk={setAsk}
        onClose={() => setOpened(NOTHING)}
      />
      {bulk.sheet !== undefined && (
        <Suspense fallback={null}>
          <BulkSheet {...bulk.sheet} />
        </Suspense>
      )}
      {moves.dialog}
      <AskDialog ask={ask} actions={actions} onClose={() => setAsk(NOTHING)} />
    </Page>
  );
}

/** The number of the working order whose details are open. */
const sheetOf = (opened: Signal<Opened>): Choice => ({
  get value() {
    return opened.value.status === 'working' ? String(opened.value.id) : '';
  },
  set value(text) {
    opened.value = text === '' ? NOTHING : { status: 'working', id: orderId(Number(text)) };
  },
});

const openProfit = () => figures.floatingPnl.value;
const usedMargin = () => figures.margin.value;
const { balance, equity, freeMargin, marginLevel, riskRate } = figures;

/** The account's figures, live. Balances show 2 decimals, profits and margins 6; specification, section 9. */
function AccountSummary() {
  const { t } = useTranslation();
  return (
    <section aria-label={t('order.summary')}>
      <Link href="/portfolio" className={`ends ${styles.lead}`}>
        <span className={styles.figure}>
          <span className="tiny">{t('order.net_value')}</span>
          <SigText className={`big ${styles.worth}`} text={() => hideable(equity.value)} />
        </span>
        <span className={`number-end ${styles.figure} ${styles.profit}`}>
          <span className={`tiny ${styles.label}`}>{t('order.total_profit')}</span>
          <Amount of={openProfit} profit mask={hideableText} className="strong" />
        </span>
        <span className="visually-hidden">{t('portfolio.title')}</span>
        <Icon name="forward" size={16} />
      </Link>
      <dl className={`figures ${styles.grid}`}>
        <Fact label={t('order.balance')} value={() => hideable(balance.value)} />
        <Fact label={t('order.free_margin')} value={() => hideable(freeMargin.value)} />
        <Fact label={t('order.margin')} value={<Amount of={usedMargin} mask={hideableText} />} />
        <Fact label={t('order.margin_level')} value={() => formatRatio(marginLevel.value)} />
        <Fact label={t('order.risk_rate')} value={() => formatRatio(riskRate.value)} />
      </dl>
      <div className={styles.hide}>
        <HideButton />
      </div>
    </section>
  );
}
