import { useComputed } from '@preact/signals-react';
import type { ReactNode } from 'react';
import type { Side } from '../../../../shared/domain/order.ts';
import { Button } from '../../../components/Button.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { formatLots } from '../../../format/money.ts';
import { parseVolume } from '../../../format/parse.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { orderKey } from '../../../state/order-intents.ts';
import { isLineFull, ordersOnTheWay } from '../../../state/orders.ts';
import { confirmOrders } from '../../../state/preferences.ts';
import { LivePrice } from '../../shared/LivePrice.tsx';
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

/** Sell and Buy with their prices. @param children what stands between them */
export function SideButtons({
  children,
  ...props
}: Omit<SideButtonProps, 'side'> & { readonly children: ReactNode }) {
  return (
    <div ref={answerThumbs} className={styles.buttons}>
      <SideButton side="sell" {...props} />
      {children}
      <SideButton side="buy" {...props} />
    </div>
  );
}

/** Buys or sells what the ticket says; its face says the side, the lots and the price. */
function SideButton({ side, ticket, entry, onTapped }: SideButtonProps) {
  useSignals();
  const { t } = useTranslation();
  const { instrument, quote, draft, lots, block } = ticket;
  // Computed, so that only a change of the value renders.
  const busy = useComputed(() => {
    // With one-tap trading the next tap is an order of its own.
    if (entry.underway.value.length === 0 || !confirmOrders.value) return false;
    const read = readTicket(draft.value, instrument, side, ticket.facts());
    return read.ok && entry.underway.value.includes(orderKey(instrument.id, read.value));
  });
  const size = parseVolume(lots.value, instrument);
  const name = t(side === 'buy' ? 'ticket.buy' : 'ticket.sell');
  return (
    <Button
      variant={side}
      aria-keyshortcuts={side === 'buy' ? 'b' : 's'}
      wide
      busy={busy.value}
      disabled={block.value !== undefined || isLineFull.value}
      onClick={({ timeStamp }) => {
        entry.tap(side, timeStamp);
        onTapped?.();
      }}
    >
      <span className={styles.face}>
        <span className={styles.words}>{size.ok ? `${name} ${formatLots(size.value)}` : name}</span>
        {isLineFull.value ? (
          <span className={styles.wait}>{t('taps.wait', { count: ordersOnTheWay.value })}</span>
        ) : (
          <LivePrice
            quote={quote}
            precision={instrument.precision}
            price={ticket.sides[side].opening}
            className={styles.price}
          />
        )}
      </span>
    </Button>
  );
}
