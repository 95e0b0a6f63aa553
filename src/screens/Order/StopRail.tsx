import type { ReadonlySignal } from '@preact/signals-react';
import { useMemo } from 'react';
import type { Position } from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { Rail, RailMark, RailPart, RailPip } from '../../components/Rail.tsx';
import { toneOf } from '../../format/money.ts';
import { formatPrice } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './OrderScreen.module.css';
import { placeOn, stopRailOf } from './stop-rail.ts';

interface StopRailProps {
  readonly position: Position;
  readonly now: ReadonlySignal<Price | undefined>;
}

/**
 * Where the price is on its way from the stop loss to the take profit: a mark at the opening price, a pip at the price now,
 * and between them the colour of profit or loss. Nothing without a stop. The texts around it say the same in figures.
 */
export function StopRail({ position, now }: StopRailProps) {
  const { side, openPrice } = position;
  const rail = useMemo(() => stopRailOf(position), [position]);
  if (rail === undefined) return null;
  const opened = placeOn(rail, openPrice);
  const place = () => (now.value === undefined ? undefined : placeOn(rail, now.value));
  const tone = () =>
    now.value === undefined ? undefined : toneOf((now.value - openPrice) * (side === 'buy' ? 1 : -1));
  return (
    <div className={styles.way}>
      <Rail>
        <RailPart from={opened} to={place} tone={tone} />
        <RailMark at={opened} />
        <RailPip at={place} />
      </Rail>
      <p className={`ends tiny ${styles.mark}`} dir="ltr">
        <StopEnd position={position} of={rail.atLow} />
        <StopEnd position={position} of={rail.atHigh} />
      </p>
    </div>
  );
}

interface StopEndProps {
  readonly position: Position;
  readonly of: 'stopLoss' | 'takeProfit' | undefined;
}

/** The label of the stop at one end of the rail; no text at an end without a stop. */
function StopEnd({ position, of }: StopEndProps) {
  const { t } = useTranslation();
  if (of === undefined) return <span />;
  const mark = t(of === 'stopLoss' ? 'order.side_mark.stop_loss' : 'order.side_mark.take_profit');
  return (
    <span>
      {mark} {formatPrice(position[of], position.precision)}
    </span>
  );
}
