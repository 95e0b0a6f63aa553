import { computed, type ReadonlySignal } from '@preact/signals-react';
import { type ReactNode, useMemo, useReducer, useState } from 'react';
import { marketBar } from '../../../shared/domain/allowed.ts';
import { dealFacts } from '../../../shared/domain/instrument.ts';
import { openingCost } from '../../../shared/domain/opening.ts';
import type { Position, Side } from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { openingPrice } from '../../../shared/domain/quote.ts';
import { type Volume, volumeToWire } from '../../../shared/domain/volume.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Modal.tsx';
import { NumberStepper } from '../../components/NumberStepper.tsx';
import { showRefusal } from '../../components/show-refusal.ts';
import { holdToast, showToast } from '../../components/toast-store.ts';
import { useLast } from '../../components/use-last.ts';
import { useSignals } from '../../components/use-signals.ts';
import { formatLots, formatSigned } from '../../format/money.ts';
import { formatPrice } from '../../format/number.ts';
import { parseVolume, plainLots, stepDecimals } from '../../format/parse.ts';
import { withBetter } from '../../i18n/better-text.ts';
import { marketBarText, volumeProblemText } from '../../i18n/problem-text.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { type Translate, useTranslation } from '../../i18n/use-translation.ts';
import { positionSignals } from '../../state/account.ts';
import { betterBy } from '../../state/better-fills.ts';
import { instrumentOf } from '../../state/market.ts';
import { openingFacts } from '../../state/opening-facts.ts';
import { confirmOrders } from '../../state/preferences.ts';
import { quoteOf, useQuote } from '../../state/quotes.ts';
import { addToPosition, type ReverseOutcome, reversePosition } from '../../state/reverse.ts';
import { ticketMemory } from '../../state/ticket-memory.ts';
import type { Underway } from '../../state/underway.ts';
import { useRate } from '../../state/use-rate.ts';
import { lotTermsOf } from './lot-terms.ts';
import { MarketPrice, PositionNow } from './PositionNow.tsx';

/** Reversing a position and adding to it. Each asks first, unless one-tap trading is on, and shows its outcome. */
export interface PositionMoves {
  reverse(position: Position): void;
  add(position: Position): void;
  /** The lots that `add` would add: those last used for the instrument, or the position's. */
  lotsOf(position: Position): Volume;
  /** The question; belongs into the screen. */
  readonly dialog: ReactNode;
}

interface Question {
  readonly kind: 'reverse' | 'add';
  readonly position: Position;
}

export function usePositionMoves(underway: Underway): PositionMoves {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Question>();
  const [count, countUp] = useReducer((before: number) => before + 1, 0);
  return useMemo(() => {
    const run = (question: Question, lots: Volume): void => {
      setAsked(undefined);
      void carryOut(t, underway, question, lots);
    };
    const begin = (question: Question): void => {
      countUp();
      if (confirmOrders.peek()) setAsked(question);
      else run(question, lotsOf(question.position));
    };
    return {
      reverse: (position) => begin({ kind: 'reverse', position }),
      add: (position) => begin({ kind: 'add', position }),
      lotsOf,
      dialog: <MoveDialog nth={count} asked={asked} onClose={() => setAsked(undefined)} onConfirm={run} />,
    };
  }, [t, underway, asked, count]);
}

const lotsOf = (position: Position): Volume => ticketMemory(position.code)?.volume ?? position.volume;

/** Checks before the first half of a reversal whether the second has a chance: the exchange judges the rest. */
function blockText(t: Translate, { instrumentId }: Position, now: Price | undefined): string | undefined {
  const instrument = instrumentOf(instrumentId);
  const { marketOpen, freshness } = quoteOf(instrumentId);
  if (instrument === undefined) return t('ticket.block.closed');
  const bar = marketBar('open', dealFacts(instrument, marketOpen.peek()));
  if (bar) return marketBarText(t, bar);
  if (now === undefined) return t('ticket.block.no_price');
  return freshness.peek() === 'old' ? t('ticket.block.old_price') : undefined;
}

async function carryOut(
  t: Translate,
  underway: Underway,
  { kind, position }: Question,
  lots: Volume,
): Promise<void> {
  // A position closes at the price at which the other side opens.
  const { price } = positionSignals(position.id);
  const seen = (
    kind === 'reverse' ? price : openingPrice(position.side, quoteOf(position.instrumentId))
  ).peek();
  const block = blockText(t, position, seen);
  if (block !== undefined || seen === undefined) return showToast(block ?? '', 'error');
  if (kind === 'reverse') {
    const outcome = await underway.once(position.id, () => reversePosition(position, seen));
    if (outcome !== undefined) showReversed(t, position, outcome);
    return;
  }
  const added = await underway.once(position.id, () => addToPosition(position, lots, seen));
  if (added === undefined) return;
  if (!added.ok) return showRefusal(t, added.error);
  const { showCode: name, precision } = position;
  if (added.value.status === 'pending') return;
  const text = t('moves.added', {
    name,
    side: sideText(t, position.side),
    lots: formatLots(added.value.volume),
    price: formatPrice(added.value.openPrice, precision),
  });
  showToast(withBetter(t, text, betterBy(added.value)), 'ok');
}

/** An outcome other than the expected one stays until it is dismissed: the user would count on the other side. */
function showReversed(t: Translate, position: Position, outcome: ReverseOutcome): void {
  const text = reversedText(t, position, outcome);
  if ('closed' in outcome && outcome.opening.status === 'executed') {
    // Two deals on one side: what holds for both.
    const better = Math.min(betterBy(outcome.closed), betterBy(outcome.opening.order));
    showToast(withBetter(t, text, better), 'ok');
  } else holdToast(text, 'error');
}

function reversedText(
  t: Translate,
  { showCode: name, precision }: Position,
  outcome: ReverseOutcome,
): string {
  if ('closing' in outcome) {
    const { status, error } = outcome.closing;
    return status === 'unknown'
      ? t('moves.close_unknown', { name })
      : t('moves.not_closed', { name, reason: refusalText(t, error) });
  }
  const { closed, opening } = outcome;
  const facts = {
    name,
    price: formatPrice(closed.closePrice, precision),
    profit: formatSigned(closed.realisedPnl, 6),
  };
  switch (opening.status) {
    case 'executed':
      return t('moves.reversed', {
        ...facts,
        side: sideText(t, opening.order.side),
        lots: formatLots(opening.order.volume),
        opened: formatPrice(opening.order.openPrice, precision),
      });
    case 'unknown':
      return t('moves.open_unknown', facts);
    default:
      return t('moves.closed_only', { ...facts, reason: refusalText(t, opening.error) });
  }
}

const sideText = (t: Translate, side: Side): string => t(side === 'buy' ? 'order.buy' : 'order.sell');

interface MoveDialogProps {
  /** Of the question: what was typed in an earlier one is not kept. */
  readonly nth: number;
  readonly asked: Question | undefined;
  readonly onClose: () => void;
  readonly onConfirm: (question: Question, lots: Volume) => void;
}

function MoveDialog({ nth, asked, onClose, onConfirm }: MoveDialogProps) {
  const question = useLast(asked);
  if (question === undefined) return null;
  const { kind, position } = question;
  const props = { position, open: asked !== undefined, onClose };
  return kind === 'reverse' ? (
    <ReverseDialog {...props} onConfirm={() => onConfirm(question, position.volume)} />
  ) : (
    <AddDialog key={nth} {...props} onConfirm={(lots) => onConfirm(question, lots)} />
  );
}

interface QuestionProps {
  readonly position: Position;
  readonly open: boolean;
  readonly onClose: () => void;
}

function ReverseDialog({
  position,
  onConfirm,
  ...props
}: QuestionProps & { readonly onConfirm: () => void }) {
  const { t } = useTranslation();
  const [side, other] = [position.side, position.side === 'buy' ? 'sell' : 'buy'] as const;
  return (
    <Dialog
      {...props}
      title={t('moves.reverse_ask')}
      actions={
        <>
          <Button variant="quiet" wide onClick={props.onClose}>
            {t('order.keep')}
          </Button>
          <Button variant="danger" wide onClick={onConfirm}>
            {t('moves.reverse')}
          </Button>
        </>
      }
    >
      <p>
        {t('moves.reverse_text', {
          name: position.showCode,
          lots: formatLots(position.volume),
          side: sideText(t, side),
          other: sideText(t, other),
        })}
      </p>
      <PositionNow position={position} />
    </Dialog>
  );
}

interface AddDialogProps extends QuestionProps {
  readonly onConfirm: (lots: Volume) => void;
}

function AddDialog({ position, onConfirm, ...props }: AddDialogProps) {
  useSignals();
  const { t } = useTranslation();
  const terms = lotTermsOf(position.instrumentId);
  const quote = useQuote(position.instrumentId);
  const [text, setText] = useState(() => plainLots(lotsOf(position), terms.lotStep));
  const [isChecked, setChecked] = useState(false);
  const size = parseVolume(text, terms);
  const obstacle = useObstacle(position, size.ok ? size.value : undefined);
  const side = sideText(t, position.side);
  const confirm = (): void => {
    setChecked(true);
    if (size.ok && obstacle.peek() === undefined) onConfirm(size.value);
  };
  return (
    <Dialog
      {...props}
      title={t('moves.add_ask')}
      actions={
        <>
          <Button variant="quiet" wide onClick={props.onClose}>
            {t('public.cancel')}
          </Button>
          <Button variant={position.side} wide onClick={confirm}>
            {side} {size.ok ? formatLots(size.value) : ''}
          </Button>
        </>
      }
    >
      <p>{t('moves.add_text', { side, name: position.showCode, multiple: position.multiple })}</p>
      <MarketPrice of={openingPrice(position.side, quote)} precision={position.precision} />
      <NumberStepper
        label={t('ticket.lots')}
        value={text}
        onChange={setText}
        step={volumeToWire(terms.lotStep)}
        min={volumeToWire(terms.minVolume)}
        decimals={stepDecimals(terms.lotStep)}
        error={isChecked && !size.ok ? volumeProblemText(t, size.error, terms) : obstacle.value}
      />
    </Dialog>
  );
}

/** Why the exchange would not add this to a position now, if so. */
function useObstacle(position: Position, volume: Volume | undefined): ReadonlySignal<string | undefined> {
  const { t } = useTranslation();
  const instrument = instrumentOf(position.instrumentId);
  const quote = useQuote(position.instrumentId);
  const rate = useRate(instrument);
  const { multiple, side } = position;
  return useMemo(
    () =>
      computed(() => {
        const facts = openingFacts({ status: 'pending', side }, instrument, quote, rate);
        const bar = instrument && marketBar('open', dealFacts(instrument, facts.isMarketOpen));
        if (bar) return marketBarText(t, bar);
        if (volume === undefined || facts.now === undefined) return undefined;
        const isTooDear = openingCost({ volume, multiple }, facts.now, facts) === 'not-enough';
        return isTooDear ? t('ticket.not_enough') : undefined;
      }),
    [t, instrument, quote, rate, multiple, side, volume],
  );
}
