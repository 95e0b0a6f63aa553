import { useCallback } from 'react';
import { Page } from '../../components/Page.tsx';
import { PullToRefresh } from '../../components/PullToRefresh.tsx';
import { RefusalState } from '../../components/RefusalState.tsx';
import { Segmented } from '../../components/Segmented.tsx';
import { SigText } from '../../components/SigText.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { currentZone } from '../../format/clock-face.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { figures, refreshAccount, working } from '../../state/account.ts';
import { ask, useBooked, useLoaded } from '../../state/ask.ts';
import { useChoice } from '../../state/choices.ts';
import { HideButton, hideable } from '../shared/Balance.tsx';
import { Exposure } from './Exposure.tsx';
import { Performance, Realised } from './Performance.tsx';
import styles from './PortfolioScreen.module.css';

const RANGES = [
  { value: 1, text: 'portfolio.day' },
  { value: 7, text: 'portfolio.week' },
  { value: 30, text: 'portfolio.month' },
  { value: 90, text: 'portfolio.quarter' },
  { value: 365, text: 'portfolio.year' },
] as const;
type Count = (typeof RANGES)[number]['value'];

/** `/portfolio`: what the account is worth, how it came to that, and what it holds. */
export function PortfolioScreen() {
  useSignals();
  const { t } = useTranslation();
  const days = useChoice<Count>('portfolio.days', 30);
  const count = days.value;
  const load = useCallback(() => ask('getPortfolio', { days: count + 1, zone: currentZone() }), [count]);
  const { loaded, reload } = useLoaded(load);
  useBooked(reload);
  const refresh = async (): Promise<void> => void (await Promise.all([refreshAccount(), reload()]));
  const choice = (
    <div className={styles.choice}>
      <Segmented
        label={t('portfolio.range')}
        options={RANGES.map(({ value, text }) => ({ value, label: t(text) }))}
        value={count}
        onChange={(next) => {
          days.value = next;
        }}
      />
    </div>
  );
  return (
    <Page title={t('portfolio.title')} back actions={<HideButton />}>
      <PullToRefresh onRefresh={refresh}>
        <p className={styles.lead}>
          <span className="faint">{t('order.net_value')}</span>
          <span className={styles.worth}>
            <SigText className="big" text={worth} />
            <span className="faint" translate="no">
              USD
            </span>
          </span>
        </p>
        <div className={styles.performance} aria-busy={loaded.status === 'loading' || undefined}>
          {loaded.status === 'ready' && (
            <Performance loaded={loaded.value.list} count={count} choice={choice} />
          )}
          {loaded.status === 'loading' && (
            <>
              <div className={styles.waiting}>
                <Skeleton height={156} />
              </div>
              {choice}
            </>
          )}
          {loaded.status === 'failed' && <RefusalState error={loaded.error} onRetry={reload} />}
        </div>
        <Exposure orders={working.value} />
        {loaded.status === 'ready' && <Realised loaded={loaded.value.list} count={count} />}
      </PullToRefresh>
    </Page>
  );
}

const { equity } = figures;
const worth = () => hideable(equity.value);
