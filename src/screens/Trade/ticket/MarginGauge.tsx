import { useNodeEffect } from '../../../components/use-node-effect.ts';
import { useSignals } from '../../../components/use-signals.ts';
import { formatRatio, withPercent } from '../../../format/number.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { MARGIN_CALL_LEVEL, stopOutPercent } from '../../../state/account.ts';
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
  const rail = useNodeEffect<HTMLDivElement>((node) => {
    const words = t('ticket.after.gauge', { before: formatRatio(before()), after: formatRatio(after()) });
    if (node.ariaLabel !== words) node.ariaLabel = words;
  });
  return (
    <div className={styles.gauge} dir="ltr">
      <div ref={rail} className={styles.rail} role="img">
        <span className={styles.danger} style={{ inlineSize: `${placeOf(MARGIN_CALL_LEVEL)}%` }} />
        {stopOut !== undefined && <Mark at={stopOut * 100} />}
        <Mark at={MARGIN_CALL_LEVEL} />
        <Pip level={before} hollow />
        <Pip level={after} />
      </div>
      <p className={`tiny ${styles.legend}`}>
        <span>
          {t('ticket.after.stop_out', { percent: stopOut === undefined ? '--' : withPercent(`${stopOut}`) })}
        </span>
        <span>{t('ticket.after.call', { percent: withPercent(`${call}`) })}</span>
      </p>
    </div>
  );
}

function Mark({ at }: { readonly at: number }) {
  return <span className={styles.mark} style={{ insetInlineStart: `${placeOf(at)}%` }} />;
}

/** A span as wide as the rail that carries the pip at its start, so that a translation in percent is one of the rail. */
function Pip({ level, hollow = false }: { readonly level: Level; readonly hollow?: boolean }) {
  const node = useNodeEffect<HTMLSpanElement>((span) => {
    const now = level();
    span.hidden = now === undefined;
    const moved = now === undefined ? '' : `translateX(${placeOf(now)}%)`;
    if (span.style.transform !== moved) span.style.transform = moved;
  });
  return <span ref={node} className={styles.carrier} data-hollow={hollow || undefined} hidden />;
}

/** The rail runs from 25 % to 2,500 % on a logarithmic scale: what matters lies at its low end. */
const LOWEST = 2_500;
const DECADES = 2;

/** In percent of the rail, in steps of a quarter, so that a pip moves seldom. */
function placeOf(level: number): number {
  const share = level > LOWEST ? Math.log10(level / LOWEST) / DECADES : 0;
  return Math.round(Math.min(1, share) * 400) / 4;
}
