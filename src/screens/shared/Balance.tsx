import type { ReactNode } from 'react';
import type { Money } from '../../../shared/domain/money.ts';
import { IconButton } from '../../components/Button.tsx';
import { SigText } from '../../components/SigText.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatMoney } from '../../format/money.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { figures } from '../../state/account.ts';
import { balanceHidden } from '../../state/preferences.ts';
import styles from './Balance.module.css';

/** An amount of money, or dots while the user hides the balance. */
export const hideable = (amount: Money | undefined, decimals?: number): string =>
  balanceHidden.value ? '••••••' : formatMoney(amount, decimals);

const balance = (): string => hideable(figures.balance.value);

interface BalanceProps {
  readonly label: string;
  /** Facts about it. */
  readonly children: ReactNode;
}

/** The account's balance with a button that hides all amounts, and further facts below. */
export function Balance({ label, children }: BalanceProps) {
  useSignals();
  const { t } = useTranslation();
  const hidden = balanceHidden.value;
  return (
    <>
      <div className={styles.head}>
        <span className="faint">{label}</span>
        <IconButton
          icon={hidden ? 'eye-off' : 'eye'}
          label={t(hidden ? 'account.show_balance' : 'account.hide_balance')}
          onClick={() => {
            balanceHidden.value = !hidden;
          }}
        />
      </div>
      <p className={`big ${styles.amount}`}>
        <SigText text={balance} />
        <span className={`faint ${styles.currency}`}>USD</span>
      </p>
      <dl className={`soft ${styles.facts}`}>{children}</dl>
    </>
  );
}
