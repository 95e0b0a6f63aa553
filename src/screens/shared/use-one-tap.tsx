import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../components/Modal.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { confirmOrders, knowsOneTap } from '../../state/preferences.ts';

interface OneTap {
  readonly isOn: boolean;
  /** Switches it. On, it first says what a tap then does, once on a device. */
  toggle(): void;
  readonly question: ReactNode;
}

/** The switch of one-tap trading. */
export function useOneTap(): OneTap {
  useSignals();
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const isOn = !confirmOrders.value;
  return {
    isOn,
    toggle() {
      if (!isOn && !knowsOneTap.value) setAsking(true);
      else confirmOrders.value = isOn;
    },
    question: (
      <ConfirmDialog
        open={asking}
        title={t('settings.one_tap_title')}
        text={t('settings.one_tap_text')}
        action={t('settings.one_tap_on')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          knowsOneTap.value = true;
          confirmOrders.value = false;
        }}
      />
    ),
  };
}
