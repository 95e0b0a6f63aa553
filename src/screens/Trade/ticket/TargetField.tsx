import { PriceStepper } from '../../../components/PriceStepper.tsx';
import { useSignals } from '../../../components/useSignals.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { problemText } from './ticket-text.ts';
import type { TicketState } from './use-ticket.ts';

/** The price that a pending order waits for. */
export function TargetField({ ticket }: { readonly ticket: TicketState }) {
  useSignals();
  const { t } = useTranslation();
  const { instrument, quote, draft, problems } = ticket;
  const { kind } = draft.value;
  return (
    <PriceStepper
      label={t('ticket.target')}
      value={kind.type === 'pending' ? kind.target : ''}
      onChange={(text) => ticket.edit({ kind: { type: 'pending', target: text } })}
      precision={instrument.precision}
      from={() => quote.close.peek()}
      error={problemText(t, problems.value, 'target', instrument)}
    />
  );
}
