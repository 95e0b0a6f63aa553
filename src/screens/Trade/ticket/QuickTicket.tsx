import { useCallback, useEffect } from 'react';
import { useLocation } from 'wouter';
import type { Instrument } from '../../../../shared/domain/instrument.ts';
import { Button, IconButton } from '../../../components/Button.tsx';
import { Fact } from '../../../components/Fact.tsx';
import { Sheet } from '../../../components/Modal.tsx';
import { MORE_ICONS } from '../../../components/more-icons.ts';
import { SigText } from '../../../components/SigText.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { formatMoney } from '../../../format/money.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { showAlerts } from '../../../state/alerts.ts';
import { haptic } from '../../../state/haptics.ts';
import { closeQuickOrder, quickOrder } from '../../../state/quick-order.ts';
import { useQuote } from '../../../state/quotes.ts';
import { session } from '../../../state/session.ts';
import { DayChange } from '../../shared/DayChange.tsx';
import { Invitation } from '../../shared/Invitation.tsx';
import { LivePrice } from '../../shared/LivePrice.tsx';
import { MarginCall } from '../../shared/MarginCall.tsx';
import { useSpread } from '../../shared/use-spread.ts';
import { StarButton } from '../StarButton.tsx';
import { ConfirmSheet } from './ConfirmSheet.tsx';
import { SideButtons } from './SideButton.tsx';
import { LotsRow, MultipleChips } from './SizeFields.tsx';
import styles from './Ticket.module.css';
import { newForm } from './ticket-drafts.ts';
import { blockText } from './ticket-text.ts';
import { useOrderEntry } from './use-order-entry.ts';
import { type TicketState, useTicket } from './use-ticket.ts';

/**
 * The short ticket over the list: a market order of an instrument at its price, by the rules of the whole ticket. It has a
 * form of its own, since stops or a target price that wait on the instrument's screen would leave with its orders unseen.
 */
export function QuickTicket() {
  useSignals();
  const asked = quickOrder.value;
  useEffect(() => quickOrder.subscribe((order) => order && haptic('tick')), []);
  return (
    <Sheet open={asked !== undefined} onClose={closeQuickOrder} title={asked?.showCode}>
      {asked && (
        <div className="fields" key={asked.id}>
          <Head instrument={asked} />
          {session.value.status === 'anonymous' ? (
            <div>
              <Invitation onLeave={closeQuickOrder} />
            </div>
          ) : (
            <QuickForm instrument={asked} />
          )}
          <TradeButton instrument={asked} />
        </div>
      )}
    </Sheet>
  );
}

/** Price and change, and what else concerns the instrument. */
function Head({ instrument: { id, precision } }: { readonly instrument: Instrument }) {
  const { t } = useTranslation();
  const quote = useQuote(id);
  return (
    <div className={`ends ${styles.quickHead}`}>
      <p>
        <LivePrice className="big" quote={quote} precision={precision} /> <DayChange quote={quote} />
      </p>
      <div className="ends">
        <StarButton id={id} />
        <IconButton
          icon={MORE_ICONS.alarm}
          label={t('alerts.title')}
          onClick={() => {
            closeQuickOrder();
            showAlerts(id);
          }}
        />
      </div>
    </div>
  );
}

function QuickForm({ instrument }: { readonly instrument: Instrument }) {
  useSignals();
  const { t } = useTranslation();
  const ticket = useTicket(instrument, newForm);
  const entry = useOrderEntry(ticket, { onAccepted: closeQuickOrder }, quickOrder.value !== undefined);
  const block = ticket.block.value;
  return (
    <>
      <LotsRow ticket={ticket} />
      <MultipleChips ticket={ticket} />
      <dl>
        <Fact className="ends soft" label={t('ticket.margin')} value={<SideMargins ticket={ticket} />} />
      </dl>
      {block === undefined ? (
        <MarginCall />
      ) : (
        <p className="warning" role="status">
          {blockText(t, block, instrument)}
        </p>
      )}
      {/* A box around them: as a grid's own children they would be no wider than their words. */}
      <div>
        <SideButtons ticket={ticket} entry={entry}>
          <Spread ticket={ticket} />
        </SideButtons>
      </div>
      <ConfirmSheet ticket={ticket} entry={entry} />
    </>
  );
}

/** One amount where both sides have the same, else one for each, on the side of its button. */
function SideMargins({ ticket: { sides } }: { readonly ticket: TicketState }) {
  const text = useCallback(() => {
    const [sell, buy] = [sides.sell, sides.buy].map(({ preview }) => formatMoney(preview.value?.margin));
    return sell === buy ? `${buy}` : `${sell} / ${buy}`;
  }, [sides]);
  return <SigText text={text} />;
}

function Spread({ ticket }: { readonly ticket: TicketState }) {
  const spread = useSpread(ticket.quote);
  return <p className="tiny">{spread && <SigText text={spread} words />}</p>;
}

/** To the instrument's screen, with its chart and the whole ticket. */
function TradeButton({ instrument: { id } }: { readonly instrument: Instrument }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  return (
    <Button
      variant="quiet"
      wide
      onClick={() => {
        closeQuickOrder();
        navigate(`/trade?id=${id}`);
      }}
    >
      {t('tab.trade')}
    </Button>
  );
}
