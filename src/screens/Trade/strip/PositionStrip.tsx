import { lazy, Suspense, useId, useMemo, useState } from 'react';
import type { Instrument } from '../../../../shared/domain/instrument.ts';
import { netOf } from '../../../../shared/domain/net-position.ts';
import { Button } from '../../../components/Button.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { laterComponent } from '../../../components/later-component.ts';
import { SideSize } from '../../../components/trading/SideSize.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { watchedMedia } from '../../../components/watched-media.ts';
import { formatPrice, UNKNOWN } from '../../../format/number.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { working } from '../../../state/account.ts';
import { confirmOrders } from '../../../state/preferences.ts';
import { saysReplay } from '../../../state/replay-source.ts';
import { underway } from '../../../state/underway.ts';
import { useBulk } from '../../shared/use-bulk.ts';
import { useOrderActions } from '../../shared/use-order-actions.ts';
import styles from './PositionStrip.module.css';
import { Profit, useHolding } from './use-holding.tsx';

export const StripRows = laterComponent(() => import('./StripRows.tsx').then((module) => module.StripRows));

const BulkSheet = lazy(() => import('../../shared/BulkSheet.tsx').then((m) => ({ default: m.BulkSheet })));

/** Of the rows there, whether or not there are any. */
const ROOMY_PX = 176;

/** Where the strip stands below the chart with room for rows; the pane is then as wide as in TradeScreen.module.css. */
const [, useRoomy] = watchedMedia('(min-width: 1100px) and (min-height: 640px)');

/**
 * What is held of this instrument in one line, which unfolds to its parts; on a wide screen it begins unfolded. Its place is
 * always there, so that a fill moves nothing; effects write the profit.
 */
export function PositionStrip({ instrument }: { readonly instrument: Instrument }) {
  useSignals();
  const { t } = useTranslation();
  const id = useId();
  const isRoomy = useRoomy();
  const [chosen, setChosen] = useState<boolean>();
  const isUnfolded = chosen ?? isRoomy;
  const actions = useOrderActions(underway);
  const bulk = useBulk(actions);
  const { positions, profit } = useHolding(instrument.id);
  const count = positions.length;
  const net = useMemo(() => netOf(positions), [positions]);
  const closeAll = (): void => {
    if (confirmOrders.peek()) bulk.plan({ kind: 'close', scope: instrument.id });
    else actions.bulk(positions);
  };
  return (
    <section className={styles.strip} aria-label={t('strip.title')}>
      <div className={styles.head} data-uncovered>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isUnfolded}
          aria-controls={id}
          disabled={count === 0 && !isUnfolded}
          onClick={() => setChosen(!isUnfolded)}
        >
          {count === 0 ? (
            <span className="faint">{working.value.status === 'ready' ? t('strip.none') : UNKNOWN}</span>
          ) : (
            <>
              {/* Without it the text begins like that of the button that buys. */}
              <span className="visually-hidden">{t('strip.title')} </span>
              <span className="strong">
                <SideSize side={net.side} size={net.volume} />
              </span>
              <span className={`faint ${styles.average}`}>
                {net.average !== undefined && (
                  <span translate="no">
                    {t('order.average', { price: formatPrice(net.average, instrument.precision) })}
                  </span>
                )}
              </span>
              <Profit of={profit} className={styles.profit} />
            </>
          )}
        </button>
        {count > 0 && (
          <Button variant="quiet" size="s" disabled={saysReplay()} onClick={closeAll}>
            {t('order.close_all')}
          </Button>
        )}
        {(count > 0 || isUnfolded) && <Icon name={isUnfolded ? 'up' : 'down'} size={20} />}
      </div>
      <div id={id} hidden={!isUnfolded}>
        <Suspense fallback={isRoomy ? <div style={{ blockSize: ROOMY_PX }} /> : null}>
          {isUnfolded && (
            <StripRows
              positions={positions}
              actions={actions}
              underway={underway}
              height={isRoomy ? ROOMY_PX : undefined}
            />
          )}
        </Suspense>
      </div>
      {bulk.sheet !== undefined && (
        <Suspense fallback={null}>
          <BulkSheet {...bulk.sheet} onPlan={undefined} />
        </Suspense>
      )}
    </section>
  );
}
