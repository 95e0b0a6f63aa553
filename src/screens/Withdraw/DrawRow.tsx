import type { WireDraw } from '../../../shared/contract/wire-payments.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { formatAmount } from '../../format/amount.ts';
import { formatDateTime } from '../../format/date.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { payeeOf } from '../shared/destination.ts';
import { Facts } from './Facts.tsx';
import styles from './Withdraw.module.css';

const LOOKS = ['waiting', 'paid', 'rejected'] as const;

/** One withdrawal: how it stands, what it cost, what arrives, and the note that goes with it. */
export function DrawRow({ draw }: { readonly draw: WireDraw }) {
  const { t } = useTranslation();
  const notes = draw.notes === '' ? [] : [{ label: t('withdraw.notes'), value: draw.notes, words: true }];
  return (
    <article className={styles.row}>
      <header className={styles.rowHead}>
        <span className={styles.rowAmount} dir="ltr">
          {formatAmount(moneyFromWire(draw.number))} USD
        </span>
        <span className={styles.state} data-look={LOOKS[draw.status]}>
          {draw.status_name}
        </span>
      </header>
      <time className={styles.time} dateTime={draw.created_at}>
        {formatDateTime(Date.parse(draw.created_at))}
      </time>
      <Facts
        rows={[
          {
            label: t('withdraw.receive'),
            value: `${formatAmount(moneyFromWire(draw.real_number))} ${draw.draw_currency.code}`,
          },
          { label: t('withdraw.fee'), value: `${formatAmount(moneyFromWire(draw.fee))} USD` },
          {
            label: t('withdraw.pay_to'),
            value: payeeOf({ dc_address: draw.address, payee_account: draw.payee_account }),
          },
          ...notes,
        ]}
      />
    </article>
  );
}
