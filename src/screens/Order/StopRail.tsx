import type { ReadonlySignal } from '@preact/signals-react';
import { useMemo } from 'react';
import type { Position } from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { Rail, RailMark, RailPart, RailPip } from '../../components/Rail.tsx';
import { SigText } from '../../components/SigText.tsx';
import { Value } from '../../components/Value.tsx';
import { toneOf } from '../../format/money.ts';
import { formatPrice } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './OrderScreen.module.css';
import { placeOn, type StopRail as StopWay, stopRailOf } from './stop-rail.ts';

interface StopRailProps {
  readonly position: Position;
  readonly now: ReadonlySignal<Price | undefined>;
}

/**
 * The opening price and the price now, between the stops. With a stop it is also drawn where the price is on its way from the
 * stop loss to the take profit: a mark at the opening price, a pip at the price now, and between them the colour of profit or
 * loss. Without one there is no such way, and the words say what is missing.
 */
export function StopRail({ position, now }: StopRailProps) {
  const { side, openPrice, precision } = position;
  const rail = useMemo(() => stopRailOf(position), [position]);
  // Prices rise from left to right: a sell has its target at the left.
  const [low, high] =
    side === 'buy' ? (['stopLoss', 'takeProfit'] as const) : (['takeProfit', 'stopLoss'] as const);
  const opened = formatPrice(openPrice, precision);
  return (
    <div className={styles.way}>
      {rail !== undefined && <Way rail={rail} position={position} now={now} />}
      <p className="ends tiny" dir="ltr">
        <StopEnd position={position} of={low} />
        <StopEnd position={position} of={high} />
        <span translate="no">
          {opened} → {/* Room for a price that comes after the order. */}
          <span className={styles.now} style={{ minInlineSize: `${opened.length}ch` }}>
            <SigText text={() => formatPrice(now.value, precision)} />
          </span>
        </span>
      </p>
    </div>
  );
}

function Way({ rail, position: { side, openPrice }, now }: StopRailProps & { readonly rail: StopWay }) {
  const opened = placeOn(rail, openPrice);
  const place = () => (now.value === undefined ? undefined : placeOn(rail, now.value));
  const tone = () =>
    now.value === undefined ? undefined : toneOf((now.value - openPrice) * (side === 'buy' ? 1 : -1));
  return (
    <Rail>
      <RailPart from={opened} to={place} tone={tone} />
      <RailMark at={opened} />
      <RailPip at={place} />
    </Rail>
  );
}

interface StopEndProps {
  readonly position: Position;
  readonly of: 'stopLoss' | 'takeProfit';
}

function StopEnd({ position, of }: StopEndProps) {
  const { t } = useTranslation();
  const name = of === 'stopLoss' ? 'stop_loss' : 'take_profit';
  const price = position[of];
  if (price === undefined) return <bdi>{t(`order.side_mark.no_${name}`)}</bdi>;
  return (
    <span className={styles.mark}>
      {t(`order.side_mark.${name}`)} <Value>{formatPrice(price, position.precision)}</Value>
    </span>
  );
}
