import type { ComponentProps } from 'react';
import { Button } from '../../components/Button.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { saysReplay } from '../../state/replay-source.ts';

/** A button that changes an order: disabled during a replay. `ReplayNote` says why. */
export function ActButton(props: ComponentProps<typeof Button>) {
  useSignals();
  return <Button {...props} disabled={props.disabled === true || saysReplay()} />;
}

/** Says that orders cannot be changed during a replay. */
export function ReplayNote() {
  useSignals();
  const { t } = useTranslation();
  return saysReplay() && <p className="soft entry">{t('diagnostics.refused')}</p>;
}
