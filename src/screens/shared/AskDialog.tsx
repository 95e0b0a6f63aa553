import type { PendingOrder, Position } from '../../../shared/domain/order.ts';
import type { Volume } from '../../../shared/domain/volume.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Modal.tsx';
import { useLast } from '../../components/use-last.ts';
import { formatLots } from '../../format/money.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ActButton } from './ActButton.tsx';
import { PositionNow } from './PositionNow.tsx';
import { cancelText, type OrderActions } from './use-order-actions.ts';

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
      {question.status === 'cancel' && <p>{cancelText(t, question.order)}</p>}
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
  const { showCode: name, side } = position;
  const lots = formatLots(volume ?? position.volume);
  return (
    <>
      <p>{t('order.close_text', { name, lots, side: side === 'buy' ? t('order.buy') : t('order.sell') })}</p>
      <PositionNow position={position} isPart={volume !== undefined} />
    </>
  );
}
