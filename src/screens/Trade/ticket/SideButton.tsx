import { useComputed } from '@preact/signals-react';
import type { Side } from '../../../../shared/domain/order.ts';
import { Button } from '../../../components/Button.tsx';
import { SigText } from '../../../components/SigText.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { formatLots } from '../../../format/money.ts';
import { formatPrice } from '../../../format/number.ts';
import { parseVolume } from '../../../format/parse.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { orderKey } from '../../../state/order-intents.ts';
import { confirmOrders } from '../../../state/preferences.ts';
import { useSpread } from '../../shared/use-spread.ts';
import { answerThumbs } from './answer-thumbs.ts';
import styles from './Ticket.module.css';
import { readTicket } from './ticket-model.ts';
import type { OrderEntry } from './use-order-entry.ts';
import type { TicketState } from './use-ticket.ts';

interface SideButtonProps {
  readonly side: Side;
  readonly ticket: TicketState;
  readonly entry: OrderEntry;
  /** Called after a tap was handled. */
  readonly onTapped?: () => void;
}

/** Sell and Buy with their prices, and between them what lies between these, if there are two. */
export function SideButtons(props: Omit<SideButtonProps, 'side'>) {
  const { t } = useTranslation();
  const spread = useSpread(props.ticket.quote);
  return (
    <div ref={answerThumbs} className={styles.buttons}>
      <SideButton side="sell" {...props} />
      {spread && (
        <p className={`tiny ${styles.spread}`}>
          <span className="visually-hidden">{t('ticket.spread')}</span>
          <SigText text={spread} words />
        </p>
      )}
      <SideButton side="buy" {...props} />
    </div>
  );
}

const WORDS = {
  buy: { plain: 'ticket.buy', sized: 'ticket.buy_lots' },
  sell: { plain: 'ticket.sell', sized: 'ticket.sell_lots' },
} as const;

/** Buys or sells what the ticket says; its face says the side, the lots and the price. */
function SideButton({ side, ticket, entry, onTapped }: SideButtonProps) {
  useSignals();
  const { t } = useTranslation();
  const { instrument, draft, lots, block } = ticket;
  // Computed, so that only a change of the value renders.
  const busy = useComputed(() => {
    // With one-tap trading the next tap is an order of its own.
    if (entry.underway.value.length === 0 || !confirmOrders.value) return false;
    const read = readTicket(draft.value, instrument, side, ticket.facts());
    return read.ok && entry.underway.value.includes(orderKey(instrument.id, read.value));
  });
  const size = parseVolume(lots.value, instrument);
  const words = WORDS[side];
  return (
    <Button
      variant={side}
      aria-keyshortcuts={side === 'buy' ? 'b' : 's'}
      wide
      busy={busy.value}
      disabled={block.value !== undefined}
      onClick={({ timeStamp }) => {
        entry.tap(side, timeStamp);
        onTapped?.();
      }}
    >
      <span className={styles.face}>
        <span className={styles.words}>
          {size.ok ? t(words.sized, { lots: formatLots(size.value) }) : t(words.plain)}
        </span>
        <SigText
          className={styles.price}
          text={() => formatPrice(ticket.sides[side].opening(), instrument.precision)}
        />
      </span>
    </Button>
  );
}
