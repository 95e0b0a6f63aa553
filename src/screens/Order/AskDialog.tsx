import { useCallback, useMemo } from 'react';
import type { PendingOrder, Position } from '../../../shared/domain/order.ts';
import type { Volume } from '../../../shared/domain/volume.ts';
import { Amount } from '../../components/account/Amount.tsx';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Modal.tsx';
import { SigText } from '../../components/SigText.tsx';
import { useLast } from '../../components/use-last.ts';
import { formatLots } from '../../format/money.ts';
import { formatPrice } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { positionSignals } from '../../state/account.ts';
import { ActButton } from '../shared/ActButton.tsx';
import type { OrderActions } from '../shared/use-order-actions.ts';
import styles from './OrderScreen.module.css';

type Question =
  | { readonly status: 'close'; readonly position: Position; readonly volume?: Volume }
  | { readonly status: 'cancel'; readonly order: PendingOrder };

/** The question that the screen asks before it acts. */
export type Ask = { readonly status: 'none' } | Question;

interface AskDialogProps {
  readonly ask: Ask;
  readonly actions: OrderActions;
  readonly onClose: () => void;
}

export function AskDialog({ ask, actions, onClose }: AskDialogProps) {
  const { t } = useTranslation();
  const question = useLast(ask.status === 'none' ? undefined : ask);
  if (question === undefined) return null;
  const act = (): void => {
    onClose();
    if (question.status === 'close') void actions.close(question.position, question.volume);
    else void actions.cancel(question.order);
  };
  const words = WORDS[question.status];
  return (
    <Dialog
      open={ask.status !== 'none'}
      onClose={onClose}
      title={t(words.title)}
      actions={
        <>
          <Button variant="quiet" wide onClick={onClose}>
            {t('order.keep')}
          </Button>
          <ActButton variant="danger" wide onClick={act}>
            {t(words.action)}
          </ActButton>
        </>
      }
    >
      {question.status === 'close' && <CloseText position={question.position} volume={question.volume} />}
      {question.status === 'cancel' && <CancelText order={question.order} />}
    </Dialog>
  );
}

const WORDS = {
  close: { title: 'order.close_ask', action: 'order.close' },
  cancel: { title: 'order.cancel_ask', action: 'order.cancel' },
} as const;

function CloseText({
  position,
  volume,
}: {
  readonly position: Position;
  readonly volume: Volume | undefined;
}) {
  const { t } = useTranslation();
  const { showCode: name, precision, side } = position;
  const mark = useMemo(() => positionSignals(position.id), [position.id]);
  const profit = useCallback(() => mark.pnl.value, [mark]);
  const lots = formatLots(volume ?? position.volume);
  return (
    <>
      <p>{t('order.close_text', { name, lots, side: side === 'buy' ? t('order.buy') : t('order.sell') })}</p>
      <p className={`ends ${styles.live}`}>
        {t('order.market_price')}
        <SigText text={() => formatPrice(mark.price.value, precision)} />
      </p>
      {volume === undefined && (
        <p className={`ends ${styles.live}`}>
          {t('order.profit')}
          <Amount of={profit} profit />
        </p>
      )}
    </>
  );
}

function CancelText({ order }: { readonly order: PendingOrder }) {
  const { t } = useTranslation();
  const { showCode: name, side } = order;
  const price = formatPrice(order.targetPrice, order.precision);
  const lots = formatLots(order.volume);
  return (
    <p>
      {t('order.cancel_text', { name, price, lots, side: side === 'buy' ? t('order.buy') : t('order.sell') })}
    </p>
  );
}
