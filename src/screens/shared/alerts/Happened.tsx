import { useEffect } from 'react';
import type { AlertFiring } from '../../../../shared/contract/alerts.ts';
import { instrumentId } from '../../../../shared/domain/instrument.ts';
import { priceFromWire } from '../../../../shared/domain/price.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { LoadedView, Outline } from '../../../components/LoadedView.tsx';
import { MORE_ICONS } from '../../../components/more-icons.ts';
import { useSignals } from '../../../components/use-signals.ts';
import { formatDateTime } from '../../../format/date.ts';
import { formatPrice, UNKNOWN } from '../../../format/number.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { loadAlertFirings, onAlertFired } from '../../../state/alerts.ts';
import { useLoaded } from '../../../state/ask.ts';
import { instrumentOf } from '../../../state/market.ts';
import styles from './AlertSheet.module.css';
import { targetWords } from './alert-model.ts';

/** Which alerts have fired, when and at which price; the latest first. */
export function Happened() {
  const { t } = useTranslation();
  const { loaded, reload } = useLoaded(loadAlertFirings);
  useEffect(() => onAlertFired(() => void reload()), [reload]);
  return (
    <LoadedView loaded={loaded} reload={reload} outline={<Outline rows={[48, 48]} />}>
      {({ list }) =>
        list.length === 0 ? (
          <EmptyState
            icon={MORE_ICONS.alarm}
            title={t('alerts.none_happened')}
            text={t('alerts.none_text')}
          />
        ) : (
          <ul className={styles.list}>
            {list.map((firing) => (
              <FiringRow key={firing.id} firing={firing} />
            ))}
          </ul>
        )
      }
    </LoadedView>
  );
}

function FiringRow({ firing }: { readonly firing: AlertFiring }) {
  useSignals();
  const { t } = useTranslation();
  const instrument = instrumentOf(instrumentId(firing.instrumentId));
  const precision = instrument?.precision;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p>
          <bdi className="strong" translate="no">
            {instrument?.showCode ?? UNKNOWN}
          </bdi>{' '}
          <span className={styles.words}>{targetWords(t, firing, precision)}</span>
        </p>
        <p className="faint">
          {t('alerts.happened_at', {
            price:
              precision === undefined
                ? UNKNOWN
                : formatPrice(priceFromWire(firing.reached, precision), precision),
            time: formatDateTime(Date.parse(firing.firedAt)),
          })}
        </p>
      </div>
    </li>
  );
}
