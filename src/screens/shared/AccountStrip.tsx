import { Link } from 'wouter';
import { Rail, RailMark, RailPip } from '../../components/Rail.tsx';
import { SigText } from '../../components/SigText.tsx';
import { useNodeEffect } from '../../components/use-node-effect.ts';
import { useSignals } from '../../components/use-signals.ts';
import { formatSigned } from '../../format/money.ts';
import { formatRatio } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { figures, stopOutPercent } from '../../state/account.ts';
import styles from './AccountStrip.module.css';
import { hideable, hideableText, hideableTone } from './Balance.tsx';
import { marginPlace } from './margin-place.ts';

const { equity, floatingPnl, marginLevel, freeMargin } = figures;

const equityText = () => hideable(equity.value);
const profitText = () => hideableText(formatSigned(floatingPnl.value));
const profitTone = () => hideableTone(floatingPnl.value);
const freeText = () => hideable(freeMargin.value);
const levelText = () => formatRatio(marginLevel.value);
const levelPlace = () => marginPlace(marginLevel.value);

/** More digits than fit in the large size. */
const LONG = 11;
const sizeEquity = (strip: HTMLAnchorElement) => {
  strip.toggleAttribute('data-long', equityText().length > LONG);
  strip.toggleAttribute('data-known', equity.value !== undefined);
};

/** What the account is worth now and how near it is to a margin call; leads to the portfolio. */
export function AccountStrip() {
  useSignals();
  const { t } = useTranslation();
  const stopOut = stopOutPercent.value;
  return (
    <Link href="/portfolio" className={styles.strip} ref={useNodeEffect(sizeEquity)}>
      <span className="visually-hidden">
        {t('portfolio.title')}, {t('order.net_value')}
      </span>
      <span className={`ends ${styles.figures}`}>
        <span className={styles.worth}>
          <SigText className={`big ${styles.equity}`} text={equityText} />{' '}
          <span className="tiny">
            <span translate="no">USD</span>{' '}
            <span className={styles.word} aria-hidden="true">
              {t('order.net_value')}
            </span>
          </span>
        </span>
        <span className={`soft ${styles.profit}`}>
          {t('order.profit')} <SigText className="strong number-end" text={profitText} tone={profitTone} />
        </span>
      </span>
      <span className={`soft ${styles.margin}`}>
        <span>
          {t('order.margin_level')} <SigText className={`strong ${styles.level}`} text={levelText} />
        </span>
        <span className="grow">
          <Rail>
            {stopOut !== undefined && <RailMark at={marginPlace(stopOut * 100)} />}
            <RailPip at={levelPlace} />
          </Rail>
        </span>
        <span className={styles.free}>
          <SigText className={`strong number-end ${styles.amount}`} text={freeText} /> {t('home.free')}
        </span>
      </span>
    </Link>
  );
}
