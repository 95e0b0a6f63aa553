import type { ReadonlySignal } from '@preact/signals-react';
import { useCallback, useMemo } from 'react';
import type { Position } from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { Amount } from '../../components/account/Amount.tsx';
import { SigText } from '../../components/SigText.tsx';
import { formatPrice } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { positionSignals } from '../../state/account.ts';
import { hideableText } from './Balance.tsx';

interface PositionNowProps {
  readonly position: Position;
  /** A question about a part of it: the profit of all of it would mislead. */
  readonly isPart?: boolean;
}

/** What a question about a position is decided by: its live price and profit. */
export function PositionNow({ position: { id, precision }, isPart = false }: PositionNowProps) {
  const { t } = useTranslation();
  const mark = useMemo(() => positionSignals(id), [id]);
  const profit = useCallback(() => mark.pnl.value, [mark]);
  return (
    <>
      <MarketPrice of={mark.price} precision={precision} />
      {!isPart && (
        <p className="ends">
          {t('order.profit')}
          <Amount of={profit} profit mask={hideableText} />
        </p>
      )}
    </>
  );
}

interface MarketPriceProps {
  readonly of: ReadonlySignal<Price | undefined>;
  readonly precision: number;
}

export function MarketPrice({ of, precision }: MarketPriceProps) {
  const { t } = useTranslation();
  return (
    <p className="ends">
      {t('order.market_price')}
      <SigText text={() => formatPrice(of.value, precision)} />
    </p>
  );
}
