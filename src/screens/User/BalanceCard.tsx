import type { WireUser } from '../../../shared/contract/wire-people.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { SigText } from '../../components/SigText.tsx';
import { useSignals } from '../../components/useSignals.ts';
import { formatMoney } from '../../format/money.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { figures } from '../../state/account.ts';
import { balanceHidden } from '../../state/preferences.ts';
import styles from './BalanceCard.module.css';

const HIDDEN = '••••••';
const balance = (): string => (balanceHidden.value ? HIDDEN : formatMoney(figures.balance.value));
const equity = (): string => (balanceHidden.value ? HIDDEN : formatMoney(figures.equity.value));

/** Who is signed in, and how much is there; the eye hides the amounts from onlookers. */
export function BalanceCard({ user }: { readonly user: WireUser }) {
  useSignals();
  const { t } = useTranslation();
  const hidden = balanceHidden.value;
  const name = user.is_demo === 1 ? t('account.demo_account') : user.email || user.phone;
  return (
    <section className={styles.card}>
      <div className={styles.who}>
        <span className={styles.name} dir="auto">
          {name}
        </span>
        <span className={styles.uid}>{t('account.uid', { uid: user.uid })}</span>
      </div>
      <div className={styles.balance}>
        <span className={styles.label}>{t('account.balance')}</span>
        <IconButton
          icon={hidden ? 'eye-off' : 'eye'}
          label={t(hidden ? 'account.show_balance' : 'account.hide_balance')}
          onClick={() => {
            balanceHidden.value = !hidden;
          }}
        />
        <span className={styles.amount}>
          <SigText text={balance} />
          <span className={styles.currency}>USD</span>
        </span>
      </div>
      <dl className={styles.equity}>
        <dt>{t('account.equity')}</dt>
        <dd>
          <SigText text={equity} />
        </dd>
      </dl>
    </section>
  );
}
