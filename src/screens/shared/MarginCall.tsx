import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isMarginCall } from '../../state/account.ts';

/** Warns while the account is close to a stop out. The notice over all screens is what screen readers read. */
export function MarginCall() {
  useSignals();
  const { t } = useTranslation();
  return isMarginCall.value ? (
    <p className="warning" role="note">
      {t('order.margin_call')}
    </p>
  ) : null;
}
