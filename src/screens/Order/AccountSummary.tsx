import { SigText } from '../../components/SigText.tsx';
import { formatMoney, formatSigned, toneOf } from '../../format/money.ts';
import { formatRatio } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { figures } from '../../state/account.ts';
import styles from './AccountSummary.module.css';

const { balance, equity, floatingPnl, margin, freeMargin, marginLevel, riskRate } = figures;

/** The account's figures, live. Balances show 2 decimals, profits and margins 6; specification, section 9. */
export function AccountSummary() {
  const { t } = useTranslation();
  return (
    <section className={styles.summary} aria-label={t('order.summary')}>
      <div className={styles.lead}>
        <p>
          <span className={styles.label}>{t('order.net_value')}</span>
          <SigText className={styles.worth} text={() => formatMoney(equity.value)} />
        </p>
        <p className={styles.profit}>
          <span className={styles.label}>{t('order.total_profit')}</span>
          <SigText
            className={styles.pnl}
            tone={() => toneOf(floatingPnl.value)}
            text={() => formatSigned(floatingPnl.value, 6)}
          />
        </p>
      </div>
      <dl className={styles.grid}>
        <Figure label={t('order.balance')} text={() => formatMoney(balance.value)} />
        <Figure label={t('order.free_margin')} text={() => formatMoney(freeMargin.value)} />
        <Figure label={t('order.margin')} text={() => formatMoney(margin.value, 6)} />
        <Figure label={t('order.margin_level')} text={() => formatRatio(marginLevel.value)} />
        <Figure label={t('order.risk_rate')} text={() => formatRatio(riskRate.value)} />
      </dl>
    </section>
  );
}

function Figure({ label, text }: { readonly label: string; readonly text: () => string }) {
  return (
    <div className={styles.figure}>
      <dt className={styles.label}>{label}</dt>
      <dd>
        <SigText text={text} />
      </dd>
    </div>
  );
}
