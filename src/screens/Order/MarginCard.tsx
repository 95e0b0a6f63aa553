import { computed, effect } from '@preact/signals-react';
import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { exposuresOf, heaviestOf, stopOutIn } from '../../../shared/domain/instrument-stop-out.ts';
import { withinMoney } from '../../../shared/domain/money.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Rail, RailMark, RailPart, RailPip } from '../../components/Rail.tsx';
import { SigText } from '../../components/SigText.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { Value } from '../../components/Value.tsx';
import { formatPrice, formatRatio, withPercent } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { figures, stopOutPercent, working } from '../../state/account.ts';
import { instrumentOf } from '../../state/market.ts';
import { useQuote } from '../../state/quotes.ts';
import { isDemo } from '../../state/session.ts';
import { useRate } from '../../state/use-rate.ts';
import { MarginCall } from '../shared/MarginCall.tsx';
import { marginPlace } from '../shared/margin-place.ts';
import styles from './MarginCard.module.css';

/** Hundredths of a percent. The card goes only well above the level at which it came: rows must not jump to and fro. */
const LOW_LEVEL = 15_000;
const CALM_LEVEL = 16_500;

const { marginLevel } = figures;
const place = () => marginPlace(marginLevel.value);

/** How far the account is from a stop out; at a low margin level, what can be done about it. */
export function MarginCard({ onCloseLosers }: { readonly onCloseLosers: () => void }) {
  useSignals();
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const isLow = useLowMargin();
  const stopOut = stopOutPercent.value;
  const orders = working.value;
  const rail = (
    <Rail>
      <RailPart from={0} to={() => marginPlace(LOW_LEVEL)} tone={() => 'warn'} />
      {stopOut !== undefined && <RailMark at={marginPlace(stopOut * 100)} />}
      <RailPip at={place} />
    </Rail>
  );
  if (!isLow) {
    return (
      orders.status === 'ready' &&
      orders.positions.length > 0 && (
        <div className={styles.card} data-calm>
          <StopOut />
          {rail}
        </div>
      )
    );
  }
  const percent = stopOut === undefined ? '--' : withPercent(String(stopOut));
  return (
    <section className={styles.card} aria-label={t('order.margin_level')}>
      <div className={styles.head}>
        <span className={styles.icon}>
          <Icon name="warning" />
        </span>
        <p>
          <SigText
            words
            text={() => t('order.margin_low', { level: formatRatio(marginLevel.value), percent })}
          />
        </p>
        {isDemo.value ? (
          <Button variant="primary" size="s" onClick={onCloseLosers}>
            {t('order.bulk_close')}
          </Button>
        ) : (
          <Button variant="primary" size="s" onClick={() => navigate('/mine/charge')}>
            {t('account.deposit')}
          </Button>
        )}
      </div>
      {rail}
      <StopOut />
      <MarginCall />
    </section>
  );
}

const NONE: readonly never[] = [];

/**
 * The price at which the account would be stopped out, of the instrument that is its first danger. Where no price does it the line
 * is empty, so that nothing moves when there is one.
 */
function StopOut() {
  useSignals();
  const { t } = useTranslation();
  const orders = working.value;
  const positions = orders.status === 'ready' ? orders.positions : NONE;
  const heavy = useMemo(() => heaviestOf(positions), [positions]);
  const instrument = heavy[0] && instrumentOf(heavy[0].instrumentId);
  const quote = useQuote(instrument?.id);
  const rate = useRate(instrument);
  const at = useMemo(
    () =>
      computed(() => {
        const [close, ask, own] = [quote.close.value, quote.ask.value, rate.value];
        const [{ value: equity }, { value: margin }] = [figures.equity, figures.margin];
        const percent = stopOutPercent.value;
        if (!instrument || !close || !ask || !own) return undefined;
        if (equity === undefined || margin === undefined || percent === undefined) return undefined;
        const held = withinMoney(() => exposuresOf(instrument, heavy));
        if (held === undefined) return undefined;
        const terms = { held, equity, margin, percent, now: { close, ask }, rate: own };
        return stopOutIn(instrument, terms) ?? null;
      }),
    [instrument, heavy, quote, rate],
  );
  const isNone = useMemo(() => computed(() => at.value === null), [at]).value;
  if (!instrument) return null;
  return (
    <p className="soft" style={isNone ? { visibility: 'hidden' } : undefined}>
      {t('order.reasons.stop-out')}: <Value>{instrument.showCode}</Value>{' '}
      <SigText className="strong" text={() => formatPrice(at.value?.at, instrument.precision)} />
    </p>
  );
}

function useLowMargin(): boolean {
  const [isLow, setLow] = useState(false);
  useEffect(
    () =>
      effect(() => {
        const now = marginLevel.value ?? CALM_LEVEL;
        if (now < LOW_LEVEL) setLow(true);
        else if (now >= CALM_LEVEL) setLow(false);
      }),
    [],
  );
  return isLow;
}
