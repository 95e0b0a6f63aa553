import { lazy, Suspense } from 'react';
import { negMoney } from '../../../shared/domain/money.ts';
import type { ClosedOrder, Position } from '../../../shared/domain/order.ts';
import { Amount } from '../../components/account/Amount.tsx';
import { Fact } from '../../components/Fact.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { instrumentOf } from '../../state/market.ts';
import { hideableText } from '../shared/Balance.tsx';

// A chunk of its own: few exchanges book nights.
const NextNight = lazy(() => import('./NextNight.tsx').then((module) => ({ default: module.NextNight })));

/** What its nights have cost or brought an order so far, and what the next one will; nothing where that is nothing. */
export function NightFacts({
  order,
  className,
}: {
  readonly order: Position | ClosedOrder;
  readonly className?: string;
}) {
  const { t } = useTranslation();
  const { financing } = order;
  const { longRate, shortRate } = instrumentOf(order.instrumentId) ?? {};
  return (
    <>
      {financing !== undefined && (
        <Fact
          className={className}
          label={t('order.financing')}
          value={<Amount of={negMoney(financing)} profit mask={hideableText} />}
        />
      )}
      {order.status === 'open' && (longRate || shortRate) && (
        <Suspense>
          <NextNight position={order} className={className} />
        </Suspense>
      )}
    </>
  );
}
