import { Page } from '../../components/Page.tsx';
import { PullToRefresh } from '../../components/PullToRefresh.tsx';
import { SigText } from '../../components/SigText.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatSigned, toneOf } from '../../format/money.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { figures, refreshAccount, working } from '../../state/account.ts';
import { balanceHidden } from '../../state/preferences.ts';
import { HideButton, hideable, hideableText } from '../shared/Balance.tsx';
import { Exposure } from './Exposure.tsx';
import styles from './PortfolioScreen.module.css';

const refresh = async (): Promise<void> => void (await refreshAccount());

/** `/portfolio`: what the account is worth, and what it holds. */
export function PortfolioScreen() {
  useSignals();
  const { t } = useTranslation();
  return (
    <Page title={t('portfolio.title')} back actions={<HideButton />}>
      <PullToRefresh onRefresh={refresh}>
        <Lead />
        <Exposure orders={working.value} />
      </PullToRefresh>
    </Page>
  );
}

const { equity, floatingPnl } = figures;
const worth = () => hideable(equity.value);
const profit = () => hideableText(formatSigned(floatingPnl.value));
const profitTone = () => (balanceHidden.value ? undefined : toneOf(floatingPnl.value));

/** The equity and the open profit, live. */
function Lead() {
  const { t } = useTranslation();
  return (
    <div className={`ends ${styles.lead}`}>
      <p>
        <span className="faint">{t('order.net_value')}</span>
        <span className={styles.worth}>
          <SigText className="big" text={worth} />
          <span className="faint">USD</span>
        </span>
      </p>
      <p className={styles.profit}>
        <span className="faint">{t('order.total_profit')}</span>
        <SigText className="strong" text={profit} tone={profitTone} />
      </p>
    </div>
  );
}
