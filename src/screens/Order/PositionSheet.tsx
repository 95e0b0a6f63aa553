import { useMemo, useState } from 'react';
import type { Position } from '../../../shared/domain/order.ts';
import { Sheet } from '../../components/Sheet.tsx';
import { useSignals } from '../../components/useSignals.ts';
import { formatLots } from '../../format/money.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { positionSignals } from '../../state/account.ts';
import { confirmOrders } from '../../state/preferences.ts';
import { ActButton, ReplayNote } from './ActButton.tsx';
import type { Ask } from './AskDialog.tsx';
import { ClosePart } from './ClosePart.tsx';
import styles from './Details.module.css';
import { PositionDetails } from './PositionDetails.tsx';
import { StopsFooter, StopsForm } from './StopsForm.tsx';
import { useClosePart } from './use-close-part.ts';
import type { OrderActions } from './use-order-actions.ts';
import { useStopsForm } from './use-stops-form.ts';

interface PositionSheetProps {
  readonly position: Position;
  readonly open: boolean;
  readonly actions: OrderActions;
  readonly onAsk: (ask: Ask) => void;
  readonly onClose: () => void;
}

/** An open position: its figures, live, its stops, and closing it or a part of it. */
export function PositionSheet({ position, open, actions, onAsk, onClose }: PositionSheetProps) {
  useSignals();
  const { t } = useTranslation();
  const [view, setView] = useState<'details' | 'stops'>('details');
  const mark = useMemo(() => positionSignals(position.id), [position.id]);
  const form = useStopsForm(position, mark.price, actions, () => setView('details'));
  const part = useClosePart(position);
  const close = (): void => {
    const size = part.read();
    if (!size.ok) return;
    if (confirmOrders.peek()) {
      onAsk({ status: 'close', position, ...(size.value === undefined ? {} : { volume: size.value }) });
    } else void actions.close(position, size.value);
  };
  const footer =
    view === 'stops' ? (
      <StopsFooter form={form} onBack={() => setView('details')} />
    ) : (
      <div className={styles.actions}>
        <ActButton variant="quiet" wide onClick={form.open(() => setView('stops'))}>
          {t('order.edit_stops')}
        </ActButton>
        <ActButton variant="primary" wide busy={form.busy.value} onClick={close}>
          {part.volume === undefined
            ? t('order.close_position')
            : t('order.close_lots', { lots: formatLots(part.volume) })}
        </ActButton>
      </div>
    );
  return (
    <Sheet open={open} onClose={onClose} title={position.showCode} footer={footer}>
      {view === 'stops' ? (
        <StopsForm form={form} />
      ) : (
        <>
          <ReplayNote />
          <PositionDetails position={position} mark={mark} />
          <ClosePart part={part} />
        </>
      )}
    </Sheet>
  );
}
