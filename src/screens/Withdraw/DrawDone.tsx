import type { WireDraw } from '../../../shared/contract/wire-payments.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { formatAmount } from '../../format/amount.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { payeeOf } from '../shared/destination.ts';
import { Facts } from './Facts.tsx';
import styles from './Withdraw.module.css';

interface DrawDoneProps {
  readonly draw: WireDraw;
  readonly onRecords: () => void;
  readonly onAgain: () => void;
}

/** What the exchange took on. */
export function DrawDone({ draw, onRecords, onAgain }: DrawDoneProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.done}>
      <span className={styles.sign}>
        <Icon name="check" size={28} />
      </span>
      <h2 className={styles.doneTitle} role="status">
        {t('withdraw.done')}
      </h2>
      <p className={styles.doneText}>{t('withdraw.done_text')}</p>
      <Facts
        rows={[
          {
            label: t('withdraw.pay_to'),
            value: payeeOf({ dc_address: draw.address, payee_account: draw.payee_account }),
          },
          { label: t('withdraw.amount'), value: `${formatAmount(moneyFromWire(draw.number))} USD` },
          { label: t('withdraw.fee'), value: `${formatAmount(moneyFromWire(draw.fee))} USD` },
          {
            label: t('withdraw.receive'),
            value: `${formatAmount(moneyFromWire(draw.real_number))} ${draw.draw_currency.code}`,
            strong: true,
          },
        ]}
      />
      <Button variant="primary" wide onClick={onRecords}>
        {t('withdraw.records')}
      </Button>
      <Button variant="quiet" wide onClick={onAgain}>
        {t('withdraw.again')}
      </Button>
    </div>
  );
}
