import type { Money } from '../../../shared/domain/money.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { SigText } from '../../components/SigText.tsx';
import { useSignals } from '../../components/useSignals.ts';
import { formatMoney } from '../../format/money.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { available, figures } from '../../state/account.ts';
import { useLoaded } from '../../state/ask.ts';
import { balanceHidden } from '../../state/preferences.ts';
import { loadInReview } from './in-review.ts';
import styles from './WalletCard.module.css';

const HIDDEN = '••••••';
const shown = (amount: Money | undefined, decimals?: number): string =>
  balanceHidden.value ? HIDDEN : formatMoney(amount, decimals);
const balance = (): string => shown(figures.balance.value);
const free = (): string => shown(available.value);
const margin = (): string => shown(figures.margin.value, 6);

/** The balance, and what of the money is bound: as margin of open positions, and in withdrawals that are in review. */
export function WalletCard() {
  useSignals();
  const { t } = useTranslation();
  const { loaded } = useLoaded(loadInReview);
  const hidden = balanceHidden.value;
  return (
    <section className={styles.card} aria-label={t('wallet.balance')}>
      <div className={styles.head}>
        <span className={styles.label}>{t('wallet.balance')}</span>
        <IconButton
          icon={hidden ? 'eye-off' : 'eye'}
          label={t(hidden ? 'account.show_balance' : 'account.hide_balance')}
          onClick={() => {
            balanceHidden.value = !hidden;
          }}
        />
      </div>
      <p className={styles.amount}>
        <SigText text={balance} />
        <span className={styles.currency}>USD</span>
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>{t('wallet.available')}</dt>
          <dd>
            <SigText text={free} />
          </dd>
        </div>
        <div>
          <dt>{t('wallet.margin')}</dt>
          <dd>
            <SigText text={margin} />
          </dd>
        </div>
        <div>
          <dt>{t('wallet.in_review')}</dt>
          <dd dir="ltr">{shown(loaded.status === 'ready' ? loaded.value : undefined)}</dd>
        </div>
      </dl>
    </section>
  );
}
