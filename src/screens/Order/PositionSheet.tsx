import type { ReadonlySignal } from '@preact/signals-react';
import { useCallback, useLayoutEffect, useMemo, useState } from 'react';
import type { Money } from '../../../shared/domain/money.ts';
import type { Position } from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { type Volume, volumeToWire } from '../../../shared/domain/volume.ts';
import { err, type Result } from '../../../shared/result.ts';
import { Amount } from '../../components/account/Amount.tsx';
import { Chips } from '../../components/Chips.tsx';
import { Fact } from '../../components/Fact.tsx';
import { Sheet } from '../../components/Modal.tsx';
import { NumberStepper } from '../../components/NumberStepper.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatDateTime } from '../../format/date.ts';
import { formatLots } from '../../format/money.ts';
import { formatPrice, withPercent } from '../../format/number.ts';
import { parseVolume, plainLots, stepDecimals, type VolumeProblem } from '../../format/parse.ts';
import { volumeProblemText } from '../../i18n/problem-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { positionSignals } from '../../state/account.ts';
import { confirmOrders } from '../../state/preferences.ts';
import { useQuote } from '../../state/quotes.ts';
import { ActButton, ReplayNote } from '../shared/ActButton.tsx';
import type { Ask } from '../shared/AskDialog.tsx';
import { type LotTerms, lotTermsOf } from '../shared/lot-terms.ts';
import { closeShares, largestPart, readCloseSize } from '../shared/order-model.ts';
import type { OrderActions } from '../shared/use-order-actions.ts';
import type { PositionMoves } from '../shared/use-position-moves.tsx';
import { Details, LeadFact, SideDetail, StopDetails } from './Details.tsx';
import { NightFacts } from './Nights.tsx';
import styles from './OrderSheet.module.css';
import { AskedStory } from './OrderStory.tsx';
import { StopsFooter, StopsForm, useStopsForm } from './StopsForm.tsx';

interface PositionSheetProps {
  readonly position: Position;
  readonly open: boolean;
  readonly actions: OrderActions;
  readonly moves: PositionMoves;
  readonly onAsk: (ask: Ask) => void;
  readonly onClose: () => void;
}

/** An open position: its live figures, its stops, and closing all or a part of it. */
export function PositionSheet({ position, open, actions, moves, onAsk, onClose }: PositionSheetProps) {
  useSignals();
  const { t } = useTranslation();
  const [view, setView] = useState<'details' | 'stops'>('details');
  // A sheet that is opened again begins with the order as it is.
  useLayoutEffect(() => {
    if (open) setView('details');
  }, [open]);
  const mark = useMemo(() => positionSignals(position.id), [position.id]);
  // Adding to it opens at the other of the two prices.
  useQuote(open ? position.instrumentId : undefined);
  const form = useStopsForm(position, mark.price, actions, () => setView('details'));
  const part = useClosePart(position);
  const close = (): void => {
    const size = part.read();
    if (!size.ok) return;
    if (confirmOrders.peek()) {
      onAsk({ status: 'close', position, ...(size.value === undefined ? {} : { volume: size.value }) });
    } else void actions.close(position, size.value);
  };
  const footer =
    view === 'stops' ? (
      <StopsFooter form={form} onBack={() => setView('details')} />
    ) : (
      <>
        <ActButton variant="quiet" wide onClick={form.open(() => setView('stops'))}>
          {t('order.edit_stops')}
        </ActButton>
        <ActButton variant="primary" wide busy={form.busy.value} onClick={close}>
          {part.volume === undefined
            ? t('order.close_position')
            : t('order.close_lots', { lots: formatLots(part.volume) })}
        </ActButton>
      </>
    );
  return (
    <Sheet open={open} onClose={onClose} title={position.showCode} footer={footer}>
      {view === 'stops' ? (
        <StopsForm form={form} />
      ) : (
        <>
          <ReplayNote />
          <PositionDetails position={position} mark={mark} />
          <div data-uncovered>
            <ClosePart part={part} />
            <div className={styles.moves} data-moves>
              <ActButton variant="quiet" wide busy={form.busy.value} onClick={() => moves.reverse(position)}>
                {t('moves.reverse')}
              </ActButton>
              <ActButton variant="quiet" wide busy={form.busy.value} onClick={() => moves.add(position)}>
                {t('moves.add_lots', { lots: formatLots(moves.lotsOf(position)) })}
              </ActButton>
            </div>
          </div>
          <AskedStory order={position} />
        </>
      )}
    </Sheet>
  );
}

/** How much of a position to close: all of it unless something else is typed. */
export interface ClosePartState {
  readonly position: Position;
  readonly terms: LotTerms;
  readonly text: string;
  readonly problem: VolumeProblem | undefined;
  /** The parsed text; undefined if malformed. */
  readonly volume: Volume | undefined;
  /** The largest partial size. */
  readonly most: Volume;
  edit(text: string): void;
  /** The size for the command (undefined: all). Marks the field if the size cannot be closed. */
  read(): Result<Volume | undefined, VolumeProblem>;
}

function useClosePart(position: Position): ClosePartState {
  // Kept with the position's size: after a partial close the field shows the rest.
  const [typed, setTyped] = useState({ of: position.volume, text: '', problem: false });
  const terms = lotTermsOf(position.instrumentId);
  const mine = typed.of === position.volume && typed.text !== '';
  const text = mine ? typed.text : plainLots(position.volume, terms.lotStep);
  const size = readCloseSize(text, position, terms);
  const parsed = parseVolume(text, terms);
  return {
    position,
    terms,
    text,
    problem: mine && typed.problem && !size.ok ? size.error : undefined,
    volume: parsed.ok ? parsed.value : undefined,
    most: largestPart(position, terms),
    edit: (next) => setTyped({ of: position.volume, text: next, problem: false }),
    read() {
      if (size.ok) return size;
      setTyped({ of: position.volume, text, problem: true });
      return err(size.error);
    },
  };
}

/** The size to close. */
function ClosePart({ part }: { readonly part: ClosePartState }) {
  const { t } = useTranslation();
  const { position, terms, problem } = part;
  const shares = closeShares(position, terms);
  return (
    <div className={styles.part}>
      {shares.length > 1 && (
        <Chips
          label={t('order.close_amount')}
          options={shares.map(({ percent, size }) => ({ value: size, label: withPercent(String(percent)) }))}
          value={part.volume}
          onChange={(size) => part.edit(plainLots(size, terms.lotStep))}
        />
      )}
      <NumberStepper
        label={t('order.close_amount')}
        value={part.text}
        onChange={part.edit}
        step={volumeToWire(terms.lotStep)}
        min={volumeToWire(terms.minVolume)}
        max={volumeToWire(position.volume)}
        decimals={stepDecimals(terms.lotStep)}
        error={problem && volumeProblemText(t, problem, terms, part.most)}
      />
    </div>
  );
}

interface PositionDetailsProps {
  readonly position: Position;
  /** The live part: the current price and the profit at this price. */
  readonly mark: {
    readonly price: ReadonlySignal<Price | undefined>;
    readonly pnl: ReadonlySignal<Money | undefined>;
  };
}

/** The details of an open position; profit and margin with 6 decimals. */
function PositionDetails({ position, mark }: PositionDetailsProps) {
  const { t } = useTranslation();
  const { precision } = position;
  const pnl = useCallback(() => mark.pnl.value, [mark]);
  return (
    <Details>
      <LeadFact label={t('order.profit')} value={<Amount of={pnl} profit />} />
      <SideDetail side={position.side} />
      <Fact label={t('order.hand_num')} value={formatLots(position.volume)} />
      <Fact label={t('order.price')} value={formatPrice(position.openPrice, precision)} />
      <Fact label={t('order.market_price')} value={() => formatPrice(mark.price.value, precision)} />
      <StopDetails order={position} />
      <Fact label={t('order.bond_fee')} value={<Amount of={position.margin} />} />
      <Fact label={t('order.handle_fee')} value={<Amount of={position.fee} />} />
      <NightFacts order={position} />
      <Fact label={t('order.times')} value={t('ticket.multiple_value', { value: position.multiple })} />
      <Fact label={t('order.time')} value={formatDateTime(position.createdAt)} />
      <Fact label={t('order.number')} value={String(position.id)} />
    </Details>
  );
}
