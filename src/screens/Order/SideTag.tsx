import type { Side } from '../../../shared/domain/order.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './OrderRow.module.css';

/** Side and size: never by colour alone. */
export function SideTag({ side, lots }: { readonly side: Side; readonly lots: string }) {
  const { t } = useTranslation();
  return (
    <span className={styles.side} data-side={side}>
      {side === 'buy' ? t('order.buy') : t('order.sell')} {lots}
    </span>
  );
}
