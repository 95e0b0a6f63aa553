import { LinkButton } from '../../components/LinkButton.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';

/** The way on from an empty list: to the trade screen. */
export function TradeLink() {
  const { t } = useTranslation();
  return (
    <LinkButton href="/trade" variant="primary">
      {t('order.go_trade')}
    </LinkButton>
  );
}
