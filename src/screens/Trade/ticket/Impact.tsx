import { effect, useComputed } from '@preact/signals-react';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { MARGIN_CALL_LEVEL } from '../../../../shared/domain/account.ts';
import { nightRate } from '../../../../shared/domain/financing.ts';
import { type Money, mulDiv, subMoney } from '../../../../shared/domain/money.ts';
import type { Side } from '../../../../shared/domain/order.ts';
import { Amount } from '../../../components/account/Amount.tsx';
import { Chips } from '../../../components/Chips.tsx';
import { Fact } from '../../../components/Fact.tsx';
import { Rail, RailMark, RailPart, RailPip } from '../../../components/Rail.tsx';
import { SigText } from '../../../components/SigText.tsx';
import { twoPartWriter } from '../../../components/two-part-writer.ts';
import { useNodeEffect } from '../../../components/use-node-effect.ts';
import { useSignals } from '../../../components/use-signals.ts';
import { formatMoney, formatSigned } from '../../../format/money.ts';
import { formatPercent, formatPrice, formatRatio, UNKNOWN } from '../../../format/number.ts';
import { parseVolume } from '../../../format/parse.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { figures, stopOutPercent } from '../../../state/account.ts';
import { followFirstFill } from '../../../state/follow-first-fill.ts';
import { hasNights, nightAfterNow, nightAmount } from '../../../state/nights.ts';
import { priceTolerance, TOLERANCES } from '../../../state/preferences.ts';
import { hideable } from '../../shared/Balance.tsx';
import { marginPlace } from '../../shared/margin-place.ts';
import { useSpread } from '../../shared/use-spread.ts';
import { offerChart, offerDraft } from '../offer-choices.ts';
import styles from './Impact.module.css';
import ticketStyles from './Ticket.module.css';
import type { TicketPreview } from './ticket-preview.ts';
import { stopOutOf } from './ticket-stop-out.ts';
import type { TicketState } from './use-ticket.ts';

const TapsButton = lazy(() =>
  import('../taps/TapLine.tsx').then((module) => ({ default: module.TapsButton })),
);

const { freeMargin, margin, marginLevel } = figures;

interface ImpactProps {
  readonly ticket: TicketState;
  /** The lines above Sell and Buy, the first of them, or all that there is to say, where it was asked for. */
  readonly what: 'lines' | 'first' | 'whole';
}

/** What the order is worth and costs, and what the account looks like with it. */
export function Impact({ ticket, what }: ImpactProps) {
  if (what === 'first') return <ValueLine ticket={ticket} />;
  return what === 'whole' ? <Whole ticket={ticket} /> : <Figures ticket={ticket} />;
}

/** Offers what is chosen in the form, and follows the account's first fill, whatever of the form is open. Here, since the first look at the form does not need it. */
export function Offers({ ticket }: FactsProps): null {
  useEffect(offerChart, []);
  useEffect(followFirstFill, []);
  useEffect(() => offerDraft(ticket), [ticket]);
  return null;
}

const cents = (amount: Money | undefined): string => formatMoney(amount);

/** A point of a small order is less than a cent. */
export const pointText = (amount: Money | undefined): string =>
  formatMoney(amount, amount === undefined || amount % 10_000 === 0 ? 2 : 4);

/** Less than a cent is not zero. */
const costText = (amount: Money | undefined): string =>
  formatSigned(amount, amount && Math.abs(amount) < 10_000 ? 4 : 2);

/** The value of the order and that of a point. */
function ValueLine({ ticket }: FactsProps) {
  const { t } = useTranslation();
  const preview = () => ticket.sides.buy.preview.value;
  return (
    <div className={ticketStyles.fig}>
      <span>
        {t('ticket.value')} <SigText className="strong" text={() => cents(preview()?.value)} />
      </span>
      <SigText words text={() => t('ticket.point', { amount: pointText(preview()?.point) })} />
    </div>
  );
}

/** The lines above Sell and Buy. */
function Figures({ ticket }: FactsProps) {
  const { t } = useTranslation();
  const preview = () => ticket.sides.buy.preview.value;
  const level = () => preview()?.after?.marginLevel;
  const line = useNodeEffect<HTMLDivElement>(
    useCallback(
      (node) => {
        const now = ticket.sides.buy.preview.value?.after?.marginLevel;
        node.toggleAttribute('data-alarming', (now ?? MARGIN_CALL_LEVEL) < MARGIN_CALL_LEVEL);
      },
      [ticket],
    ),
  );
  return (
    <div className={ticketStyles.figures}>
      <ValueLine ticket={ticket} />
      <div ref={line} className={`${ticketStyles.fig} ${ticketStyles.margin}`}>
        <span>
          {t('ticket.margin')} <SigText className="strong" text={() => cents(preview()?.margin)} />
        </span>
        <span className={ticketStyles.rail}>
          <MarginRail before={() => marginLevel.value} after={level} />
        </span>
        <span dir="ltr">
          <SigText
            text={() => (marginLevel.value === undefined ? '' : `${formatRatio(marginLevel.value, 0)} → `)}
          />
          <b>
            <SigText text={() => formatRatio(level(), 0)} />
          </b>
        </span>
      </div>
      <CostLine ticket={ticket} />
    </div>
  );
}

/** What opening costs, and what the next night brings or takes above the side that it is about. */
export function CostLine({ ticket }: FactsProps) {
  useSignals();
  const { t } = useTranslation();
  const { hasSpread, nights, night } = useCosts(ticket);
  if (!hasSpread && nights === undefined) return null;
  // Without nights both are empty, and what stands between them in the middle.
  const side = (one: Side) => (
    <span>
      {nights !== undefined && (
        <>
          {t('ticket.night_mark', { count: nights, nights: String(nights) })}{' '}
          <SigText className="strong" text={() => costText(night(one))} />
        </>
      )}
    </span>
  );
  return (
    <div className={`${ticketStyles.fig} ${ticketStyles.sides} ${ticketStyles.costs}`}>
      {side('sell')}
      <span>
        {t('ticket.opening_mark')}{' '}
        <SigText className="strong" text={() => costText(openingCost(ticket.sides.buy.preview.value))} />
      </span>
      {side('buy')}
    </div>
  );
}

const openingCost = (preview: TicketPreview | undefined): Money | undefined =>
  preview?.fee === undefined ? undefined : subMoney(preview.spread, preview.fee);

/** Which costs there are; a night's amount reads signals. */
function useCosts({ instrument, quote, lots, facts }: TicketState) {
  const hasSpread = useSpread(quote) !== undefined;
  const nights = useComputed(() =>
    hasNights(instrument) ? nightAfterNow(instrument)?.nights : undefined,
  ).value;
  const night = (side: Side): Money | undefined => {
    const size = parseVolume(lots.value, instrument);
    if (!size.ok) return undefined;
    return nightAmount({ side, volume: size.value }, instrument, nights, quote.close.value, facts().rate);
  };
  return { hasSpread, nights, night };
}

/** Behind the chevron: the tolerance, all figures with all their decimals, and what became of taps. */
function Whole({ ticket }: FactsProps) {
  useSignals();
  return (
    <div className={ticketStyles.more}>
      {ticket.type.value === 'market' && <ToleranceField />}
      <dl className={styles.facts}>
        <LevelFact ticket={ticket} />
        <CostFacts ticket={ticket} />
        <StopOutFact ticket={ticket} side="sell" />
        <StopOutFact ticket={ticket} side="buy" />
      </dl>
      <Suspense fallback={null}>
        <TapsButton />
      </Suspense>
    </div>
  );
}

/** The price tolerance of market orders: a setting for all instruments. */
function ToleranceField() {
  useSignals();
  const { t } = useTranslation();
  return (
    <div className={ticketStyles.choice}>
      <span className="soft">{t('ticket.tolerance')}</span>
      <Chips
        label={t('ticket.tolerance')}
        value={priceTolerance.value}
        options={TOLERANCES.map((value) => ({ value, label: formatRatio(value) }))}
        onChange={(value) => {
          priceTolerance.value = value;
        }}
      />
      <p className="faint">{t('ticket.tolerance_hint')}</p>
    </div>
  );
}

type Level = () => number | undefined;

interface MarginRailProps {
  /** Margin levels in hundredths of a percent; they read signals. */
  readonly before: Level;
  readonly after: Level;
}

/**
 * The margin level on a rail: a hollow pip before the order, a full one after it, and where margin call and stop out are.
 * Like every number axis it runs from left to right in all languages.
 */
function MarginRail({ before, after }: MarginRailProps) {
  useSignals();
  const { t } = useTranslation();
  const stopOut = stopOutPercent.value;
  const label = () => t('ticket.after.gauge', { before: formatRatio(before()), after: formatRatio(after()) });
  return (
    <Rail label={label}>
      <RailPart from={0} to={() => marginPlace(MARGIN_CALL_LEVEL)} tone={() => 'warn'} />
      {stopOut !== undefined && <RailMark at={marginPlace(stopOut * 100)} />}
      <RailMark at={marginPlace(MARGIN_CALL_LEVEL)} />
      <RailPip at={() => marginPlace(before())} hollow glides />
      <RailPip at={() => marginPlace(after())} glides />
    </Rail>
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

function CostFacts(props: FactsProps) {
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
export function SideCosts({ ticket, side }: FactsProps) {
  const { t } = useTranslation();
  const { hasSpread, nights, night } = useCosts(ticket);
  const hasFee = useComputed(() => ticket.sides[side ?? 'buy'].preview.value?.fee !== 0).value;
  const isPaid = nights !== undefined && (side === undefined || nightRate(side, ticket.instrument) !== 0);
  const hasSides = side === undefined && (hasSpread || isPaid);
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
      {(side === undefined || hasFee) && row(t('ticket.fee'), ({ fee }) => fee)}
      {hasSpread && row(t('ticket.opening'), openingCost, true)}
      {isPaid &&
        row(t('ticket.night', { count: nights, nights: String(nights) }), (_, one) => night(one), true)}
    </>
  );
}

/** The price of the stop out after an order of this side, and how far the price is from it; nothing if there is no such price. */
export function StopOutFact({ ticket, side }: FactsProps & { readonly side: Side }) {
  useSignals();
  const { t } = useTranslation();
  const stopOut = useComputed(() => stopOutOf(side, ticket.shown.value, ticket.instrument, ticket.facts()));
  const isNone = useComputed(() => stopOut.value === 'none').value;
  const text = (): string => {
    const { value } = stopOut;
    if (value === undefined || value === 'none') return UNKNOWN;
    const { at, from } = value;
    return `${formatPrice(at, ticket.instrument.precision)}  ${formatPercent(mulDiv(at - from, 10_000, from))}`;
  };
  if (isNone) return null;
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
