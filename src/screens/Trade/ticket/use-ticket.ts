import { computed, effect, type ReadonlySignal, type Signal, signal, useSignal } from '@preact/signals-react';
import { useLayoutEffect, useMemo, useState } from 'react';
import type { WorkingOrders } from '../../../../shared/bridge/worker-api.ts';
import type { Instrument } from '../../../../shared/domain/instrument.ts';
import { isCovered } from '../../../../shared/domain/opening.ts';
import type { Side } from '../../../../shared/domain/order.ts';
import type { Price } from '../../../../shared/domain/price.ts';
import { closingPrice, openingPrice } from '../../../../shared/domain/quote.ts';
import type { Rate } from '../../../../shared/domain/rate.ts';
import type { Volume } from '../../../../shared/domain/volume.ts';
import { MAX_WORKING_ORDERS } from '../../../../shared/limits.ts';
import { plainLots } from '../../../format/parse.ts';
import { figures, stopOutPercent, working } from '../../../state/account.ts';
import { areFirst } from '../../../state/first-page.ts';
import { feeType } from '../../../state/opening-facts.ts';
import { ordersOnTheWay } from '../../../state/orders.ts';
import { type QuoteSignals, useQuote } from '../../../state/quotes.ts';
import { saysReplay } from '../../../state/replay-source.ts';
import { isDemo } from '../../../state/session.ts';
import { rememberTicket, type TicketMemory, ticketMemory } from '../../../state/ticket-memory.ts';
import { useRate } from '../../../state/use-rate.ts';
import type { StopForm } from '../../shared/StopFields.tsx';
import { firstTarget, type StopName, stopsOf, type TicketStops } from '../../shared/stop-units.ts';
import { afterOrder, referenceOf, type TicketDraft } from '../../shared/ticket-draft.ts';
import { formOf } from './ticket-drafts.ts';
import type { TicketForm } from './ticket-form.ts';
import type { FieldProblem } from './ticket-model.ts';
import {
  type Block,
  blockOf,
  exposuresIn,
  feltSize,
  type LiveFacts,
  previewOf,
  shareOfMax,
  type TicketPreview,
} from './ticket-preview.ts';

/** The form's state. Live values are functions and signals, to be read in effects only. */
export interface TicketState extends StopForm {
  readonly instrument: Instrument;
  readonly quote: QuoteSignals;
  /** The form as an order takes it. */
  readonly draft: ReadonlySignal<TicketDraft>;
  /** The form as what depends on it displays it: what `editSoon` changes comes after the next frame. */
  readonly shown: ReadonlySignal<TicketDraft>;
  /** Parts of `shown`, as signals of their own. */
  readonly type: ReadonlySignal<TicketDraft['kind']['type']>;
  readonly lots: ReadonlySignal<string>;
  /** The size of the order of this instrument that was accepted last; undefined if there was none on this device. */
  readonly lastSize: ReadonlySignal<Volume | undefined>;
  /** One that is felt, for the first order of this instrument; with real money it is only offered. */
  readonly offeredSize: ReadonlySignal<Volume | undefined>;
  /** Problems found by the last tap; a change of a field clears its problems. */
  readonly problems: Signal<readonly FieldProblem[]>;
  /** Changes when the market opens or closes or its price gets old, not on ticks. */
  readonly block: ReadonlySignal<Block | undefined>;
  /** What depends on the side: two prices make it differ. */
  readonly sides: Readonly<Record<Side, TicketSide>>;
  facts(): LiveFacts;
  readonly stops: ReadonlySignal<TicketStops>;
  /** The price of the typed stop for an order of `side`; undefined unless it is valid there. */
  stopPrice(name: StopName, side: Side): Price | undefined;
  /** A pending order begins with a price as far away as a stop's first one. */
  setType(type: TicketDraft['kind']['type']): void;
  edit(patch: Partial<TicketDraft>): void;
  /** Changes the form at once; what depends on it is displayed after the next frame. For taps, whose field displays `draft`. */
  editSoon(patch: Partial<TicketDraft>): void;
  /** Displays the form as it is. */
  catchUp(): void;
  /** Empties what was meant for the accepted order alone; `sent` is the form as it was sent. */
  spend(sent: TicketDraft): void;
  /** Keeps what an accepted order had for the next one. */
  remember(accepted: TicketMemory): void;
  /** Fills in `percent` of the largest possible size. */
  fill(percent: number): void;
  fillSize(size: Volume): void;
  /** In a demo account a form whose lots nobody chose takes those of an order that is felt, once they are known. Reads signals. */
  sizeFirst(): void;
}

interface TicketSide {
  readonly preview: ReadonlySignal<TicketPreview | undefined>;
  /** Whether the order costs more than the free margin; false while unknown. */
  readonly tooDear: ReadonlySignal<boolean>;
  /** The price at which the order would open. */
  opening(): Price | undefined;
  /** The price that its stops are measured from. */
  closing(): Price | undefined;
}

/** @param open the form to begin with; by default the one that was left on the instrument's screen, which it then changes */
export function useTicket(instrument: Instrument, open = formOf): TicketState {
  const [form] = useState(() => open(instrument));
  const problems = useSignal<readonly FieldProblem[]>([]);
  const quote = useQuote(instrument.id);
  const rate = useRate(instrument);
  const ticket = useMemo(
    () => createTicket(instrument, form, problems, quote, rate),
    [instrument, form, problems, quote, rate],
  );
  // Before the paint: the lots must not change under a thumb.
  useLayoutEffect(() => effect(ticket.sizeFirst), [ticket]);
  return ticket;
}

function createTicket(
  instrument: Instrument,
  form: TicketForm,
  problems: Signal<readonly FieldProblem[]>,
  quote: QuoteSignals,
  rate: ReadonlySignal<Rate | undefined>,
): TicketState {
  const { draft, shown } = form;
  const exposures = computed(() => exposuresIn(instrument, working.value));
  const facts = (): LiveFacts => ({
    quote: { close: quote.close.value, ask: quote.ask.value },
    rate: rate.value,
    feeType: feeType.value,
    freeMargin: figures.freeMargin.value,
    equity: figures.equity.value,
    stopOutPercent: stopOutPercent.value,
    exposures: exposures.value,
  });
  const lastSize = signal(ticketMemory(instrument.code)?.volume);
  const felt = computed(() =>
    lastSize.value === undefined ? feltSize(shown.value, instrument, facts()) : undefined,
  );
  const stops = computed(() => stopsOf(shown.value, instrument, facts()));
  const sideOf = (side: Side): TicketSide => {
    const preview = computed(() => previewOf(side, shown.value, instrument, facts()));
    return {
      preview,
      tooDear: computed(() => {
        const { margin, fee } = preview.value ?? {};
        const free = figures.freeMargin.value;
        if (margin === undefined || fee === undefined || free === undefined) return false;
        return !isCovered(margin, fee, free);
      }),
      opening: () => referenceOf(shown.value, instrument, openingPrice(side, quote).value),
      closing: () => referenceOf(shown.value, instrument, closingPrice(side, quote).value),
    };
  };
  const change = (patch: Partial<TicketDraft>, set = form.set): void => {
    if (patch.lots !== undefined) form.sizedBy.value = 'user';
    set({ ...draft.peek(), ...patch });
    // A new kind or target changes the reference price of both stops.
    const left = patch.kind ? [] : problems.peek().filter((one) => !(one.field in patch));
    if (left.length < problems.peek().length) problems.value = left;
  };
  const editSoon = (patch: Partial<TicketDraft>): void => change(patch, form.setSoon);
  const fillSize = (size: Volume): void => editSoon({ lots: plainLots(size, instrument.lotStep) });
  return {
    instrument,
    quote,
    ...partsOf(form),
    lastSize,
    offeredSize: computed(() =>
      isDemo.value || felt.value === instrument.minVolume ? undefined : felt.value,
    ),
    problems,
    sides: { buy: sideOf('buy'), sell: sideOf('sell') },
    block: computed(() => {
      if (saysReplay()) return 'replay';
      if (isFull(working.value, ordersOnTheWay.value)) return 'too-many';
      const { marketOpen, close, freshness } = quote;
      return blockOf(
        shown.value.kind.type,
        instrument,
        marketOpen.value,
        close.value,
        areFirst.value ? 'old' : freshness.value,
      );
    }),
    facts,
    stops,
    stopPrice(name, side) {
      const read = stops.value.pricesFor(side);
      return read.ok ? read.value[name] : undefined;
    },
    firstStop: (name) => stopsOf(draft.peek(), instrument, facts())[name].first(),
    near: () => closingPrice(draft.peek().stopSide, quote).peek(),
    stopsIn: (unit) => editSoon(stopsOf(draft.peek(), instrument, facts()).inUnit(unit)),
    setType(type) {
      const draftNow = draft.peek();
      const target = type === 'pending' ? firstTarget(draftNow, instrument, quote.close.peek()) : undefined;
      change({ kind: type === 'market' ? { type } : { type, target: target ?? '' } });
    },
    edit: (patch) => change(patch),
    editSoon,
    catchUp: form.catchUp,
    spend(sent) {
      form.set(afterOrder(draft.peek(), sent));
    },
    remember(accepted) {
      rememberTicket(instrument.code, accepted);
      lastSize.value = accepted.volume;
    },
    fillSize,
    fill(percent) {
      const size = shareOfMax(percent, draft.peek(), instrument, facts());
      if (size !== undefined) fillSize(size);
    },
    sizeFirst() {
      if (!isDemo.value || form.sizedBy.value !== 'none' || felt.value === undefined) return;
      form.sizedBy.value = 'equity';
      form.set({ ...draft.peek(), lots: plainLots(felt.value, instrument.lotStep) });
    },
  };
}

const partsOf = ({ draft, shown }: TicketForm) => ({
  draft,
  shown,
  type: computed(() => shown.value.kind.type),
  lots: computed(() => shown.value.lots),
});

/** Whether the exchange takes no further order, once it has those on the way. */
const isFull = (orders: WorkingOrders, onTheWay: number): boolean =>
  orders.status === 'ready' &&
  orders.positions.length + orders.pending.length + onTheWay >= MAX_WORKING_ORDERS;
