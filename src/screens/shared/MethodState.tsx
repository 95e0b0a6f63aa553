import type { DrawMethod } from '../../../shared/contract/payments.ts';
import { Button } from '../../components/Button.tsx';
import { SigText } from '../../components/SigText.tsx';
import { countdownText } from '../../format/countdown.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { deviceNow, now } from '../../state/now.ts';
import { isHeld } from './destinations.ts';

interface MethodStateProps {
  readonly method: DrawMethod;
  readonly onConfirm: () => void;
}

/** Why nothing can be paid to a saved destination yet: a step to take, or the time left. Empty when it can be used. */
export function MethodState({ method, onConfirm }: MethodStateProps) {
  const { t } = useTranslation();
  if (!method.isConfirmed) {
    return (
      <>
        <span className="faint">{t('wallet.unconfirmed')}</span>
        <Button variant="quiet" size="s" onClick={onConfirm}>
          {t('wallet.confirm')}
        </Button>
      </>
    );
  }
  if (!isHeld(method, deviceNow())) return null;
  const left = (): string => {
    const leftMs = Date.parse(method.heldUntil) - now.value;
    return t('wallet.held', {
      time: countdownText(leftMs, (days, time) => t('trade.days', { days, time })),
    });
  };
  return (
    <span className="faint">
      <SigText text={left} />
    </span>
  );
}
