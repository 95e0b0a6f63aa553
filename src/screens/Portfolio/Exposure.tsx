import { computed, type ReadonlySignal } from '@preact/signals-react';
import { type ReactNode, useEffect, useId, useMemo } from 'react';
import { Link } from 'wouter';
import type { WorkingOrders } from '../../../shared/bridge/worker-api.ts';
import { type Money, negMoney } from '../../../shared/domain/money.ts';
import type { Position } from '../../../shared/domain/order.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { Rail, RailMark, RailPart } from '../../components/Rail.tsx';
import { SigText } from '../../components/SigText.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { formatLots, formatMoney, formatSigned, toneOf } from '../../format/money.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { positionSignals } from '../../state/account.ts';
import { instrumentOf } from '../../state/market.ts';
import { balanceHidden } from '../../state/preferences.ts';
import { followQuotes } from '../../state/quotes.ts';
import { rateSignal, settlingInstrument } from '../../state/use-rate.ts';
import { hideableText } from '../shared/Balance.tsx';
import { barEnd, exposureOf, type Holding, holdingsOf, sumOf } from './exposure.ts';
import styles from './PortfolioScreen.module.css';

/** What the account holds by instrument, about a zero mark: bought to the right, sold to the left. */
export function Exposure({ orders }: { readonly orders: WorkingOrders }) {
  const { t } = useTranslation();
  const id = useId();
  const heading = (
    <h2 id={id} className="strong">
      {t('portfolio.exposure')}
    </h2>
  );
  const isReady = orders.status === 'ready';
  return (
    <section className={styles.section} aria-labelledby={id}>
      {isReady && orders.positions.length > 0 ? (
        <Holdings heading={heading} positions={orders.positions} />
      ) : (
        <>
          {heading}
          {isReady ? <p className="soft">{t('order.empty_holding')}</p> : <Skeleton height={96} />}
        </>
      )}
    </section>
  );
}

/** A holding with its live figures; each is undefined while unknown. */
interface LiveHolding extends Holding {
  readonly worth: ReadonlySignal<Money | undefined>;
  readonly pnl: ReadonlySignal<Money | undefined>;
}

interface HoldingsProps {
  readonly heading: ReactNode;
  readonly positions: readonly Position[];
}

function Holdings({ heading, positions }: HoldingsProps) {
  const { t } = useTranslation();
  const holdings = useMemo(() => holdingsOf(positions).map(live), [positions]);
  useEffect(
    () =>
      followQuotes(
        holdings.flatMap(({ instrumentId }) => {
          const instrument = instrumentOf(instrumentId);
          return (instrument && settlingInstrument(instrument)) ?? [];
        }),
      ),
    [holdings],
  );
  const [net, largest] = useMemo(() => {
    const parts = holdings.map(({ worth }) => worth);
    return [sumOf(parts), computed(() => Math.max(0, ...parts.map(({ value = 0 }) => Math.abs(value))))];
  }, [holdings]);
  return (
    <>
      <div className={`ends ${styles.line}`}>
        {heading}
        <p className="soft">
          <SigText
            words
            text={() => t('portfolio.net', { amount: hideableText(formatSigned(net.value, 0)) })}
          />
        </p>
      </div>
      <ul>
        {holdings.map((holding) => (
          <li key={holding.instrumentId}>
            <HoldingRow holding={holding} largest={largest} />
          </li>
        ))}
      </ul>
    </>
  );
}

function live(holding: Holding): LiveHolding {
  const { instrumentId, positions } = holding;
  const instrument = instrumentOf(instrumentId);
  const rate = rateSignal(instrument);
  const marks = positions.map(({ id }) => positionSignals(id));
  return {
    ...holding,
    worth: computed(() => exposureOf(holding, instrument, marks[0]?.price.value, rate.value)),
    pnl: sumOf(marks.map(({ pnl }) => pnl)),
  };
}

interface HoldingRowProps {
  readonly holding: LiveHolding;
  readonly largest: ReadonlySignal<number>;
}

/** One instrument. Effects write its figures and move its bar. */
function HoldingRow({ holding, largest }: HoldingRowProps) {
  const { t } = useTranslation();
  const { instrumentId, showCode, netLots, worth, pnl } = holding;
  const lots = formatLots(volume(Math.abs(netLots)));
  const side = netLots > 0 ? 'portfolio.long' : netLots < 0 ? 'portfolio.short' : 'portfolio.hedged';
  return (
    <Link href={`/trade?id=${instrumentId}`} className={styles.holding}>
      <span className={`ends ${styles.line}`}>
        <span>
          <span className="strong" translate="no">
            {showCode}
          </span>{' '}
          <span className="soft">
            {t(side, { lots })}
            {' · '}
            <SigText text={() => hideableText(formatMoney(absolute(worth.value), 0))} />
          </span>
        </span>
        <SigText
          className="strong"
          tone={() => (balanceHidden.value ? undefined : toneOf(pnl.value))}
          text={() => hideableText(formatSigned(pnl.value))}
        />
      </span>
      <Rail>
        <RailPart
          from={50}
          to={() => barEnd(worth.value, largest.value)}
          tone={() => (netLots > 0 ? 'up' : netLots < 0 ? 'down' : 'flat')}
        />
        <RailMark at={50} />
      </Rail>
    </Link>
  );
}

const absolute = (amount: Money | undefined): Money | undefined =>
  amount !== undefined && amount < 0 ? negMoney(amount) : amount;
