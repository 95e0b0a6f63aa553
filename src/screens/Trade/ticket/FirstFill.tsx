import { useCallback, useEffect } from 'react';
import { type Position, stopAt, stopsAreValid } from '../../../../shared/domain/order.ts';
import { profitAt } from '../../../../shared/domain/profit-at.ts';
import { IconButton } from '../../../components/Button.tsx';
import { SigText } from '../../../components/SigText.tsx';
import { SideSize } from '../../../components/trading/SideSize.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { formatLots, formatSigned } from '../../../format/money.ts';
import { formatScaled } from '../../../format/number.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { positionSignals } from '../../../state/account.ts';
import { offeredStops } from '../../../state/first-fill.ts';
import { answerFirstFill } from '../../../state/follow-first-fill.ts';
import { underway } from '../../../state/underway.ts';
import { useOrderActions } from '../../shared/use-order-actions.ts';
import { useLowest } from '../trade-media.ts';
import { CostLine, pointText } from './Impact.tsx';
import styles from './Ticket.module.css';
import type { TicketState } from './use-ticket.ts';

/** How far from its opening a stop is offered, in points. */
const DISTANCES = [200, 500] as const;

interface FirstFillProps {
  readonly ticket: TicketState;
  readonly position: Position;
}

/**
 * What the first order has led to, in the place of terms and figures: what is held, what a point of it is worth, and two stops,
 * which the chart shows.
 */
export function FirstFill({ ticket, position }: FirstFillProps) {
  const { t } = useTranslation();
  const { side, volume, openPrice, showCode: name } = position;
  const { instrument } = ticket;
  const isShort = useLowest();
  useEffect(() => {
    offeredStops.value = DISTANCES.map((points) => ({ points, price: stopAt(side, openPrice, points) }));
    return () => {
      offeredStops.value = [];
    };
  }, [side, openPrice]);
  const point = useCallback(() => {
    const at = stopAt(position.side, position.openPrice, -1);
    return t(isShort ? 'ticket.point' : 'ticket.point_is', {
      amount: pointText(profitAt(position, at, { instrument, rate: ticket.facts().rate })),
    });
  }, [t, isShort, position, instrument, ticket]);
  return (
    <>
      <div className={styles.felt} data-uncovered>
        <p className={styles.says} role="status">
          <b>
            {isShort ? (
              <>
                <SideSize side={side} size={volume} /> {name}
              </>
            ) : (
              t(`ticket.hold_${side}`, { lots: formatLots(volume), name })
            )}{' '}
          </b>
          <SigText className="soft" text={point} words />
        </p>
        <IconButton icon="close" label={t('ticket.not_now')} onClick={answerFirstFill} />
        <fieldset className={styles.stopsAt} aria-label={t('ticket.stop_loss')}>
          <span className="soft" aria-hidden="true">
            {t('ticket.stop_loss')}
          </span>
          {DISTANCES.map((points) => (
            <StopChip key={points} points={points} ticket={ticket} position={position} />
          ))}
        </fieldset>
      </div>
      <CostLine ticket={ticket} />
    </>
  );
}

/** Sets a stop loss so far from the opening. Out while the price is beyond it. */
function StopChip({ points, ticket, position }: FirstFillProps & { readonly points: number }) {
  useSignals();
  const { t } = useTranslation();
  const actions = useOrderActions(underway);
  const { instrument } = ticket;
  const { side, openPrice, takeProfit } = position;
  const at = stopAt(side, openPrice, points);
  const money = useCallback(
    () => formatSigned(profitAt(position, at, { instrument, rate: ticket.facts().rate })),
    [position, at, instrument, ticket],
  );
  const set = (): void => {
    const now = positionSignals(position.id).price.peek();
    if (now !== undefined && !stopsAreValid(side, now, at, undefined)) return;
    void actions.changeStops(position, { stopLoss: at, ...(takeProfit !== undefined && { takeProfit }) });
  };
  return (
    <button type="button" disabled={actions.underway.value.has(position.id)} onClick={set}>
      <b>{t('ticket.points', { count: points, points: formatScaled(points, 0) })}</b>
      <SigText tone={() => 'down'} text={money} />
    </button>
  );
}
