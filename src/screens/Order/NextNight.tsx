import { useComputed } from '@preact/signals-react';
import { nightRate } from '../../../shared/domain/financing.ts';
import type { Position } from '../../../shared/domain/order.ts';
import { Amount } from '../../components/account/Amount.tsx';
import { Fact } from '../../components/Fact.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { instrumentOf } from '../../state/market.ts';
import { nightAfterNow, nightAmount } from '../../state/nights.ts';
import { useQuote } from '../../state/quotes.ts';
import { useRate } from '../../state/use-rate.ts';
import { hideableText } from '../shared/Balance.tsx';

/** What the next night will cost or bring a position; nothing where that is nothing. */
export function NextNight({
  position,
  className,
}: {
  readonly position: Position;
  readonly className: string | undefined;
}) {
  useSignals();
  const { t } = useTranslation();
  const instrument = instrumentOf(position.instrumentId);
  const isPaid = instrument !== undefined && nightRate(position.side, instrument) !== 0;
  const quote = useQuote(isPaid ? instrument.id : undefined);
  const rate = useRate(isPaid ? instrument : undefined);
  const nights = useComputed(() => (isPaid ? nightAfterNow(instrument)?.nights : undefined)).value;
  if (!isPaid || nights === undefined) return null;
  return (
    <Fact
      className={className}
      label={t('ticket.night', { count: nights, nights: String(nights) })}
      value={
        <Amount
          of={() => nightAmount(position, instrument, nights, quote.close.value, rate.value)}
          profit
          mask={hideableText}
        />
      }
    />
  );
}
