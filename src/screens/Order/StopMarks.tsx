import type { Order } from '../../../shared/domain/order.ts';
import { formatPrice } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './OrderRow.module.css';

/** The stops of an order in short; nothing where there are none. */
export function StopMarks({ order }: { readonly order: Order }) {
  const { t } = useTranslation();
  const { stopLoss, takeProfit, precision } = order;
  return (
    <>
      {stopLoss !== undefined && (
        <span className={styles.mark}>
          {t('order.side_mark.stop_loss')} {formatPrice(stopLoss, precision)}
        </span>
      )}
      {takeProfit !== undefined && (
        <span className={styles.mark}>
          {t('order.side_mark.take_profit')} {formatPrice(takeProfit, precision)}
        </span>
      )}
    </>
  );
}
