import type { Side } from '../../../../shared/domain/order.ts';
import { PriceStepper } from '../../../components/PriceStepper.tsx';
import { SigText } from '../../../components/SigText.tsx';
import { useSignals } from '../../../components/useSignals.ts';
import { formatSigned, toneOf } from '../../../format/money.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from './Ticket.module.css';
import { problemText } from './ticket-text.ts';
import type { TicketState } from './use-ticket.ts';

interface StopFieldProps {
  readonly ticket: TicketState;
  readonly field: 'stopLoss' | 'takeProfit';
}

const SIDES = ['buy', 'sell'] as const satisfies readonly Side[];

/** A stop loss or take profit, and under it the money it stands for: for the side on which it lies right. */
export function StopField({ ticket, field }: StopFieldProps) {
  useSignals();
  const { t } = useTranslation();
  const { instrument, draft, problems } = ticket;
  const text = draft.value[field];
  const words = { buy: t('ticket.stake_buy'), sell: t('ticket.stake_sell') };
  return (
    <div className={styles.stop}>
      <PriceStepper
        label={field === 'stopLoss' ? t('ticket.stop_loss') : t('ticket.take_profit')}
        placeholder={t('ticket.optional')}
        value={text}
        onChange={(typed) => ticket.edit({ [field]: typed })}
        precision={instrument.precision}
        from={ticket.reference}
        error={problemText(t, problems.value, field, instrument)}
      />
      {text !== '' &&
        SIDES.map((side) => (
          <SigText
            key={side}
            className={styles.stake}
            tone={() => toneOf(ticket.stake(field, side))}
            text={() => {
              const stake = ticket.stake(field, side);
              return stake === undefined ? '' : `${words[side]} ${formatSigned(stake, 6)}`;
            }}
          />
        ))}
    </div>
  );
}
