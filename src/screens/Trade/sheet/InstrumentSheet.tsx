import { type ReactNode, useCallback } from 'react';
import { type Night, nightRate } from '../../../../shared/domain/financing.ts';
import type { Instrument } from '../../../../shared/domain/instrument.ts';
import { feeOf, marginOf } from '../../../../shared/domain/margin.ts';
import type { Money } from '../../../../shared/domain/money.ts';
import type { Side } from '../../../../shared/domain/order.ts';
import { pnlOfPoints, pointValue } from '../../../../shared/domain/pnl.ts';
import { type Price, price } from '../../../../shared/domain/price.ts';
import { LOT_SCALE, volume } from '../../../../shared/domain/volume.ts';
import { Button } from '../../../components/Button.tsx';
import { Fact } from '../../../components/Fact.tsx';
import { Sheet } from '../../../components/Modal.tsx';
import { SigText } from '../../../components/SigText.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { formatLots, formatMoney, formatSigned } from '../../../format/money.ts';
import { formatPercent, formatPrice, formatScaled, UNKNOWN } from '../../../format/number.ts';
import { formatWeekTime } from '../../../format/time-left.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { market } from '../../../state/market.ts';
import { hasNights, nightAfterNow, nightAmount, tripleNight } from '../../../state/nights.ts';
import { feeType } from '../../../state/opening-facts.ts';
import { useQuote } from '../../../state/quotes.ts';
import { useRate } from '../../../state/use-rate.ts';
import { DayChange } from '../../shared/DayChange.tsx';
import { LivePrice } from '../../shared/LivePrice.tsx';
import { useSpread } from '../../shared/use-spread.ts';
import { DayRail } from '../DayRail.tsx';
import styles from './InstrumentSheet.module.css';
import { TradingWeek } from './TradingWeek.tsx';

interface InstrumentSheetProps {
  readonly open: boolean;
  readonly instrument: Instrument;
  readonly onAlert: () => void;
  readonly onClose: () => void;
}

/** What an instrument is: its full name, price and day, trading hours, and what a lot of it costs. */
export function InstrumentSheet({ open, instrument, onAlert, onClose }: InstrumentSheetProps) {
  const { t } = useTranslation();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={instrument.name}
      footer={
        <Button variant="quiet" wide onClick={onAlert}>
          {t('alerts.new')}
        </Button>
      }
    >
      <PriceNow instrument={instrument} />
      <TradingWeek id={instrument.id} />
      <Terms instrument={instrument} />
      {hasNights(instrument) && <Nights instrument={instrument} />}
      <Spread instrument={instrument} />
    </Sheet>
  );
}

/** What lies between the prices of Sell and Buy. */
function Spread({ instrument }: { readonly instrument: Instrument }) {
  const { t } = useTranslation();
  const spread = useSpread(useQuote(instrument.id));
  if (spread === undefined)
    return (
      <p className={`soft ${styles.section}`}>
        <strong>{t('instrument.no_spread')}</strong> {t('instrument.one_price')}
      </p>
    );
  return (
    <dl className={`${styles.section} ${styles.facts}`}>
      <Ticking label={t('ticket.spread')} value={spread} />
    </dl>
  );
}

/** The price, the day's change, and where the price lies between the day's lowest and highest. */
function PriceNow({ instrument }: { readonly instrument: Instrument }) {
  useSignals();
  const { t } = useTranslation();
  const { id, precision, categoryId, showCode } = instrument;
  const quote = useQuote(id);
  const list = market.value;
  const category =
    list.status === 'ready' ? list.categories.find((one) => one.id === categoryId)?.name : undefined;
  const open = useCallback(
    () => `${t('trade.open')} ${formatPrice(quote.open.value, precision)}`,
    [quote, precision, t],
  );
  return (
    <section className={styles.section}>
      <p className="ends faint">
        <span>{[showCode, category].filter(Boolean).join(' · ')}</span>
        <SigText text={open} words />
      </p>
      <p className={`ends ${styles.now}`}>
        <LivePrice className={styles.price} quote={quote} precision={precision} />
        <DayChange quote={quote} className="strong" />
      </p>
      <DayRail instrument={instrument} quote={quote} />
    </section>
  );
}

const ONE_LOT = volume(LOT_SCALE);
/** All amounts are in the account's currency. */
const inUsd = (amount: Money | undefined): string =>
  amount === undefined ? UNKNOWN : `${formatMoney(amount)} USD`;

/** What one lot is, and what it costs at the price now. */
function Terms({ instrument }: { readonly instrument: Instrument }) {
  useSignals();
  const { t } = useTranslation();
  const { contractSize, showCode, multiples, precision, lotStep, minVolume } = instrument;
  const quote = useQuote(instrument.id);
  const rate = useRate(instrument);
  const most = Math.max(...multiples);
  const paid = feeType.value;
  const margin = (): Money | undefined => {
    const [now, worth] = [quote.close.value, rate.value];
    if (now === undefined || worth === undefined || multiples.length === 0) return undefined;
    return marginOf(instrument, ONE_LOT, now, most, worth);
  };
  const fee = (): Money | undefined => {
    const held = margin();
    return paid === undefined || held === undefined
      ? undefined
      : feeOf(paid, instrument.feeRateMillionths, ONE_LOT, held);
  };
  const point = (): Money | undefined =>
    rate.value && pnlOfPoints(1, pointValue(ONE_LOT, contractSize, precision), rate.value);
  const [base, quoted] = showCode.split('/');
  const units = formatScaled(contractSize, 0);
  return (
    <dl className={`${styles.section} ${styles.facts}`}>
      <Row label={t('instrument.lot')}>
        {quoted === undefined ? t('instrument.units', { amount: units }) : `${units} ${base}`}
      </Row>
      <Row label={t('ticket.multiple')}>
        {multiples.length === 0
          ? UNKNOWN
          : t('instrument.up_to', { most: t('ticket.multiple_value', { value: most }) })}
      </Row>
      <Ticking label={t('instrument.margin')} value={() => inUsd(margin())} />
      <Ticking label={t('instrument.fee')} value={() => inUsd(fee())} />
      <Row label={t('instrument.least')}>{[minVolume, lotStep].map(formatLots).join(', ')}</Row>
      <Ticking
        label={t('instrument.point', { point: formatPrice(ONE_POINT, precision) })}
        value={() => inUsd(point())}
      />
    </dl>
  );
}

/** What a lot pays for a night on either side, and when. */
function Nights({ instrument }: { readonly instrument: Instrument }) {
  const { t } = useTranslation();
  const quote = useQuote(instrument.id);
  const rate = useRate(instrument);
  const row = (side: Side) => (
    <Ticking
      label={t(`instrument.night_${side}`)}
      value={() => {
        const single = nightAmount({ side, volume: ONE_LOT }, instrument, 1, quote.close.value, rate.value);
        const paid = nightRate(side, instrument);
        const rateText = paid % 100 === 0 ? formatPercent(-paid / 100) : formatPercent(-paid, 4);
        return `${formatSigned(single, 6)} USD · ${t('instrument.a_year', { rate: rateText })}`;
      }}
    />
  );
  const at = (night: Night | undefined) => (night === undefined ? UNKNOWN : formatWeekTime(night.at));
  return (
    <dl className={`${styles.section} ${styles.facts}`}>
      {row('sell')}
      {row('buy')}
      <Ticking
        label={t('ticket.night', { count: 1, nights: '1' })}
        value={() => at(nightAfterNow(instrument))}
      />
      {instrument.tripleDay !== undefined && (
        <Ticking label={t('instrument.triple_night')} value={() => at(tripleNight(instrument))} />
      )}
    </dl>
  );
}

const ONE_POINT: Price = price(1);

const Row = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <Fact label={label} value={children} className="ends" />
);

const Ticking = ({ label, value }: { readonly label: string; readonly value: () => string }) => (
  <Fact label={label} value={value} className="ends" />
);
