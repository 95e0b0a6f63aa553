import { MARGIN_CALL_LEVEL } from '../../../../shared/domain/account.ts';
import { Rail, RailMark, RailPart, RailPip } from '../../../components/Rail.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { formatRatio, withPercent } from '../../../format/number.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { stopOutPercent } from '../../../state/account.ts';
import { marginPlace } from '../../shared/margin-place.ts';
import styles from './MarginGauge.module.css';

type Level = () => number | undefined;

interface MarginGaugeProps {
  /** Margin levels in hundredths of a percent; they read signals. */
  readonly before: Level;
  readonly after: Level;
}

/**
 * The margin level on a rail: a hollow pip before the order, a full one after it, and where margin call and stop out are.
 * Like every number axis it runs from left to right in all languages.
 */
export function MarginGauge({ before, after }: MarginGaugeProps) {
  useSignals();
  const { t } = useTranslation();
  const stopOut = stopOutPercent.value;
  const call = MARGIN_CALL_LEVEL / 100;
  const label = () => t('ticket.after.gauge', { before: formatRatio(before()), after: formatRatio(after()) });
  return (
    <div className={styles.gauge} dir="ltr">
      <Rail label={label}>
        <RailPart from={0} to={() => marginPlace(MARGIN_CALL_LEVEL)} tone={() => 'warn'} />
        {stopOut !== undefined && <RailMark at={marginPlace(stopOut * 100)} />}
        <RailMark at={marginPlace(MARGIN_CALL_LEVEL)} />
        <RailPip at={() => marginPlace(before())} hollow glides />
        <RailPip at={() => marginPlace(after())} glides />
      </Rail>
      <p className={`tiny ${styles.legend}`}>
        <span>
          {t('ticket.after.stop_out', { percent: stopOut === undefined ? '--' : withPercent(`${stopOut}`) })}
        </span>
        <span>{t('ticket.after.call', { percent: withPercent(`${call}`) })}</span>
      </p>
    </div>
  );
}
