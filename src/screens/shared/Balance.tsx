import type { ReactNode } from 'react';
import type { Money } from '../../../shared/domain/money.ts';
import { IconButton } from '../../components/Button.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { SigText } from '../../components/SigText.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatMoney, toneOf } from '../../format/money.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { figures } from '../../state/account.ts';
import { balanceHidden } from '../../state/preferences.ts';
import styles from './Balance.module.css';

/** A figure of the account, or dots while the user hides the balance. */
export const hideableText = (text: string): string => (balanceHidden.value ? '••••••' : text);

export const hideable = (amount: Money | undefined): string => hideableText(formatMoney(amount));

/** The tone of such a figure: none while it is hidden. */
export const hideableTone = (amount: Money | undefined) => (balanceHidden.value ? undefined : toneOf(amount));

const balance = (): string => hideable(figures.balance.value);

interface BalanceProps {
  readonly label: string;
  /** Facts about it. */
  readonly children: ReactNode;
}

/** Hides and shows all figures of the account, on every screen. */
export function HideButton() {
  useSignals();
  const { t } = useTranslation();
  const hidden = balanceHidden.value;
  return (
    <IconButton
      icon={hidden ? MORE_ICONS.eyeOff : MORE_ICONS.eye}
      label={t(hidden ? 'account.show_balance' : 'account.hide_balance')}
      onClick={() => {
        balanceHidden.value = !hidden;
      }}
    />
  );
}

/** The account's balance with a button that hides all amounts, and further facts below. */
export function Balance({ label, children }: BalanceProps) {
  return (
    <>
      <div className={styles.head}>
        <span className="faint">{label}</span>
        <HideButton />
      </div>
      <p className={`big ${styles.amount}`}>
        <SigText text={balance} />
        <span className={`faint ${styles.currency}`} translate="no">
          USD
        </span>
      </p>
      <dl className={`soft ${styles.facts}`}>{children}</dl>
    </>
  );
}
