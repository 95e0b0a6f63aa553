import { useLocation } from 'wouter';
import { type Money, withinMoney } from '../../../../shared/domain/money.ts';
import { stopAt } from '../../../../shared/domain/order.ts';
import { floatingPnl, pointValue } from '../../../../shared/domain/pnl.ts';
import { Button } from '../../../components/Button.tsx';
import { Fact } from '../../../components/Fact.tsx';
import { Sheet } from '../../../components/Modal.tsx';
import { SigText } from '../../../components/SigText.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { Value } from '../../../components/Value.tsx';
import { formatLots, formatMoney, formatSigned, toneOf } from '../../../format/money.ts';
import { formatPrice, formatRatio, formatScaled } from '../../../format/number.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { DEFAULT_TOLERANCE, priceTolerance } from '../../../state/preferences.ts';
import { isDemo } from '../../../state/session.ts';
import { LivePrice } from '../../shared/LivePrice.tsx';
import type { StopName } from '../../shared/stop-units.ts';
import styles from './ConfirmSheet.module.css';
import { LevelFact, pointText, SideCosts, StopOutFact } from './Impact.tsx';
import type { TicketTerms } from './ticket-model.ts';
import { blockText } from './ticket-text.ts';
import type { Asking, OrderEntry } from './use-order-entry.ts';
import type { TicketState } from './use-ticket.ts';

interface ConfirmSheetProps {
  readonly ticket: TicketState;
  readonly entry: OrderEntry;
}

/** All terms of the order at the live price, to be confirmed; also after the price has moved too far. */
export function ConfirmSheet({ ticket, entry }: ConfirmSheetProps) {
  useSignals();
  const { t } = useTranslation();
  const asking = entry.asking.value;
  const block = ticket.block.value;
  const tooDear = asking.status !== 'none' && ticket.sides[asking.terms.side].tooDear.value;
  return (
    <Sheet
      open={asking.status !== 'none'}
      onClose={entry.dismiss}
      title={t('trade.order_confirm')}
      footer={
        asking.status !== 'none' && (
          <>
            <Button variant="quiet" onClick={entry.dismiss}>
              {t('public.cancel')}
            </Button>
            <Button
              variant={asking.terms.side}
              wide
              disabled={block !== undefined || tooDear}
              onClick={entry.confirm}
            >
              <Consequence ticket={ticket} terms={asking.terms} />
            </Button>
          </>
        )
      }
    >
      {asking.status !== 'none' && <Terms ticket={ticket} asking={asking} />}
      {block !== undefined && (
        <p className={`warning ${styles.warning}`} role="status">
          {blockText(t, block, ticket.instrument)}
        </p>
      )}
      {tooDear && <TooDear onLeave={entry.dismiss} />}
    </Sheet>
  );
}

/** Says that the money does not suffice, and leads to a deposit where there can be one. */
function TooDear({ onLeave }: { readonly onLeave: () => void }) {
  useSignals();
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const deposit = (): void => {
    onLeave();
    navigate('/mine/charge');
  };
  return (
    <div className={styles.dear}>
      <p className="grow warning" role="status">
        {t('ticket.not_enough')}
      </p>
      {!isDemo.value && (
        <Button variant="primary" size="s" onClick={deposit}>
          {t('account.deposit')}
        </Button>
      )}
    </div>
  );
}

function Consequence({ ticket, terms }: { readonly ticket: TicketState; readonly terms: TicketTerms }) {
  const { t } = useTranslation();
  const lots = formatLots(terms.volume);
  const price = () => formatPrice(ticket.sides[terms.side].opening(), ticket.instrument.precision);
  return <SigText text={() => t(`ticket.confirm_${terms.side}`, { lots, price: price() })} />;
}

type Asked = Exclude<Asking, { readonly status: 'none' }>;

function Terms({ ticket, asking }: { readonly ticket: TicketState; readonly asking: Asked }) {
  useSignals();
  const { t } = useTranslation();
  const { instrument } = ticket;
  const { terms } = asking;
  const isDefault = terms.kind.type === 'pending' || priceTolerance.value === DEFAULT_TOLERANCE;
  const side = ticket.sides[terms.side];
  // Of the terms as they stand here: the form's own distance moves with the price.
  const money = (name: StopName) => (): Money | undefined => {
    const { rate } = ticket.facts();
    const [opensAt, closesAt] = [side.opening(), side.closing()];
    if (!rate || opensAt === undefined || closesAt === undefined) return undefined;
    return withinMoney(() => {
      const at = terms[name] ?? stopAt(terms.side, closesAt, terms.trailPoints ?? 0);
      const value = pointValue(terms.volume, instrument.contractSize, instrument.precision);
      return floatingPnl(terms.side, opensAt, at, value, rate);
    });
  };
  const stop = (name: StopName, label: string, at: string) => (
    <Fact
      label={label}
      value={
        <>
          <Value>{at}</Value>{' '}
          <SigText tone={() => toneOf(money(name)())} text={() => formatSigned(money(name)())} />
        </>
      }
    />
  );
  return (
    <div className={styles.body}>
      {asking.status === 'moved' && (
        <p className={`warning ${styles.warning}`} role="alert">
          {t('ticket.moved')}
        </p>
      )}
      <p className={styles.head}>
        <span className={`strong ${styles.side}`} data-side={terms.side}>
          {t(terms.side === 'buy' ? 'ticket.buy' : 'ticket.sell')}
        </span>
        <span className="grow strong" translate="no">
          {instrument.showCode}
        </span>
        <LivePrice
          className={`big ${styles.price}`}
          quote={ticket.quote}
          precision={instrument.precision}
          price={side.opening}
        />
      </p>
      <dl className={styles.terms}>
        {terms.kind.type === 'pending' && <Fact label={t('ticket.mode')} value={t('ticket.pending')} />}
        <Fact label={t('ticket.lots')} value={formatLots(terms.volume)} />
        <Fact label={t('ticket.multiple')} value={t('ticket.multiple_value', { value: terms.multiple })} />
        {terms.stopLoss !== undefined &&
          stop('stopLoss', t('ticket.stop_loss'), formatPrice(terms.stopLoss, instrument.precision))}
        {terms.trailPoints !== undefined &&
          stop(
            'stopLoss',
            t('order.reasons.trailing-stop'),
            t('ticket.points', { count: terms.trailPoints, points: formatScaled(terms.trailPoints, 0) }),
          )}
        {terms.takeProfit !== undefined &&
          stop('takeProfit', t('ticket.take_profit'), formatPrice(terms.takeProfit, instrument.precision))}
        <Fact label={t('ticket.value')} value={() => formatMoney(side.preview.value?.value)} />
        <Fact label={t('ticket.each_point')} value={() => `${pointText(side.preview.value?.point)} USD`} />
        {!isDefault && <Fact label={t('ticket.tolerance')} value={formatRatio(priceTolerance.value)} />}
        <SideCosts ticket={ticket} side={terms.side} />
        <LevelFact ticket={ticket} side={terms.side} />
        <StopOutFact ticket={ticket} side={terms.side} />
      </dl>
    </div>
  );
}
