import { effect, useComputed } from '@preact/signals-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { MARGIN_CALL_LEVEL } from '../../../../shared/domain/account.ts';
import { nightRate } from '../../../../shared/domain/financing.ts';
import { type Money, mulDiv, subMoney } from '../../../../shared/domain/money.ts';
import type { Side } from '../../../../shared/domain/order.ts';
import { Amount } from '../../../components/account/Amount.tsx';
import { Fact } from '../../../components/Fact.tsx';
import { Rail, RailMark, RailPart, RailPip } from '../../../components/Rail.tsx';
import { SigText } from '../../../components/SigText.tsx';
import { twoPartWriter } from '../../../components/two-part-writer.ts';
import { useSignals } from '../../../components/use-signals.ts';
import { formatPercent, formatPrice, formatRatio, UNKNOWN, withPercent } from '../../../format/number.ts';
import { parseVolume } from '../../../format/parse.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { figures, stopOutPercent } from '../../../state/account.ts';
import { hasNights, nightAfterNow, nightAmount } from '../../../state/nights.ts';
import { hideable } from '../../shared/Balance.tsx';
import { marginPlace } from '../../shared/margin-place.ts';
import { useSpread } from '../../shared/use-spread.ts';
import { offerChart, offerDraft } from '../offer-choices.ts';
import styles from './Impact.module.css';
import type { TicketPreview } from './ticket-preview.ts';
import { stopOutOf } from './ticket-stop-out.ts';
import type { TicketState } from './use-ticket.ts';

const { freeMargin, margin, marginLevel } = figures;

/** What the order costs and what the account looks like with it. Margins and fees have 6 decimals, balances 2. */
export function Impact({ ticket }: { readonly ticket: TicketState }) {
  // Here, since this code is not needed for the first look at the form.
  useEffect(offerChart, []);
  useEffect(() => offerDraft(ticket), [ticket]);
  return (
    <div className={styles.impact}>
      <dl className={styles.facts}>
        <LevelFact ticket={ticket} />
      </dl>
      <MarginGauge before={() => marginLevel.value} after={() => after({ ticket })?.marginLevel} />
      <dl className={styles.facts}>
        <CostFacts ticket={ticket} />
        <StopOutFact ticket={ticket} side="sell" />
        <StopOutFact ticket={ticket} side="buy" />
      </dl>
    </div>
  );
}

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
function MarginGauge({ before, after }: MarginGaugeProps) {
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

interface FactsProps {
  readonly ticket: TicketState;
  /** Undefined in the form, which can become either: the account is then shown after the dearer one, a buy. */
  readonly side?: Side | undefined;
}

const after = ({ ticket, side = 'buy' }: FactsProps) => ticket.sides[side].preview.value?.after;

export function LevelFact(props: FactsProps) {
  const { t } = useTranslation();
  const level = () => after(props)?.marginLevel;
  return (
    <Fact
      label={t('order.margin_level')}
      value={
        <Change
          before={() => formatRatio(marginLevel.value)}
          after={() => formatRatio(level())}
          isAlarming={() => (level() ?? MARGIN_CALL_LEVEL) < MARGIN_CALL_LEVEL}
        />
      }
    />
  );
}

export function CostFacts(props: FactsProps) {
  const { t } = useTranslation();
  return (
    <>
      <SideCosts {...props} />
      <Fact
        label={t('order.margin')}
        value={<Change before={() => hideable(margin.value)} after={() => hideable(after(props)?.margin)} />}
      />
      <Fact
        label={t('order.free_margin')}
        value={
          <Change
            before={() => hideable(freeMargin.value)}
            after={() => hideable(after(props)?.freeMargin)}
            isAlarming={() => (after(props)?.freeMargin ?? 0) < 0}
          />
        }
      />
    </>
  );
}

/** What an order of the side takes; where the sides differ the form has that of both. */
function SideCosts({ ticket, side }: FactsProps) {
  const { t } = useTranslation();
  const { instrument, lots, quote } = ticket;
  const hasSpread = useSpread(quote) !== undefined;
  const nights = useComputed(() =>
    hasNights(instrument) ? nightAfterNow(instrument)?.nights : undefined,
  ).value;
  const isPaid = nights !== undefined && (side === undefined || nightRate(side, instrument) !== 0);
  const hasSides = side === undefined && (hasSpread || isPaid);
  const night = (one: Side): Money | undefined => {
    const size = parseVolume(lots.value, instrument);
    if (!size.ok) return undefined;
    const order = { side: one, volume: size.value };
    return nightAmount(order, instrument, nights, quote.close.value, ticket.facts().rate);
  };
  const cells = (cell: (one: Side) => ReactNode): ReactNode =>
    hasSides ? (
      // As the buttons, Sell and Buy keep their sides in every language.
      <span dir="ltr">
        {(['sell', 'buy'] as const).map((one) => (
          <span key={one} className={styles.side}>
            {cell(one)}
          </span>
        ))}
      </span>
    ) : (
      cell(side ?? 'buy')
    );
  const row = (
    label: string,
    of: (preview: TicketPreview, side: Side) => Money | undefined,
    profit = false,
  ) => (
    <Fact
      label={label}
      value={cells((one) => (
        <Amount
          profit={profit}
          of={() => {
            const preview = ticket.sides[one].preview.value;
            return preview && of(preview, one);
          }}
        />
      ))}
    />
  );
  return (
    <>
      {hasSides && <Fact label="" value={cells((one) => t(`ticket.stake_${one}`))} />}
      {row(t('ticket.margin'), ({ margin }) => margin)}
      {row(t('ticket.fee'), ({ fee }) => fee)}
      {hasSpread &&
        row(
          t('ticket.opening'),
          ({ spread, fee }) => (fee === undefined ? undefined : subMoney(spread, fee)),
          true,
        )}
      {isPaid &&
        row(t('ticket.night', { count: nights, nights: String(nights) }), (_, one) => night(one), true)}
    </>
  );
}

/** The price of the stop out after an order of this side, and how far the price is from it. */
export function StopOutFact({ ticket, side }: FactsProps & { readonly side: Side }) {
  const { t } = useTranslation();
  const text = (): string => {
    const stopOut = stopOutOf(side, ticket.shown.value, ticket.instrument, ticket.facts());
    if (stopOut === undefined) return UNKNOWN;
    const { at, from } = stopOut;
    return `${formatPrice(at, ticket.instrument.precision)}  ${formatPercent(mulDiv(at - from, 10_000, from))}`;
  };
  return <Fact label={t(`ticket.after.stop_out_${side}`)} value={<SigText text={text} />} />;
}

interface ChangeProps {
  /** Both read signals. */
  readonly before: () => string;
  readonly after: () => string;
  /** Whether the figure afterwards calls for attention. */
  readonly isAlarming?: (() => boolean) | undefined;
}

/** A figure before and after the order, live: `1,240% → 155%`. */
function Change({ before, after, isAlarming }: ChangeProps) {
  const span = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const node = span.current;
    if (node === null) return;
    const write = twoPartWriter(node, styles.after);
    return effect(() => {
      write(`${before()} → `, after());
      node.toggleAttribute('data-alarming', isAlarming?.() ?? false);
    });
  }, [before, after, isAlarming]);
  return <span ref={span} className={styles.change} dir="ltr" />;
}
