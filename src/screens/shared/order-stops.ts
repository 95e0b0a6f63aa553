import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { type PendingOrder, type Position, stopAt } from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { entryOf } from '../../../shared/domain/profit-at.ts';
import type { Rate } from '../../../shared/domain/rate.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { plainLots, plainPrice } from '../../format/parse.ts';
import { type OrderStops, stopReference } from './order-model.ts';
import type { StopForm } from './StopFields.tsx';
import {
  type StopFacts,
  type StopName,
  type StopTerms,
  stopsOf,
  type TypedStopProblem,
} from './stop-units.ts';
import type { StopUnit, TicketDraft } from './ticket-draft.ts';

/** The stops of an order that exists, as fields. What nobody has typed over follows the order. */
export interface OrderStopForm extends StopForm {
  /** The stops as they are sent, or why they cannot be. */
  read(): Result<OrderStops, readonly TypedStopProblem[]>;
  /** All as the order has it. */
  reset(): void;
}

interface OrderStopsOptions {
  /** The order as it is, or as it will be; undefined keeps the last one. */
  readonly order: ReadonlySignal<Position | PendingOrder>;
  readonly instrument: Instrument | undefined;
  readonly rate: ReadonlySignal<Rate | undefined>;
  /** The price that decides. */
  readonly now: ReadonlySignal<Price | undefined>;
  /** Default: a price, or the points of a stop that trails. */
  readonly unit?: StopUnit | undefined;
  /** What was typed over, or is counted in another unit. */
  readonly onEdit: (names: readonly StopName[]) => void;
}

type Edits = Partial<Pick<TicketDraft, 'stopUnit' | StopName | 'trails' | 'typedStops'>>;

const STOP_NAMES = ['stopLoss', 'takeProfit'] as const;

/** What was closed or ordered once may be off the step by now. */
const ANY_SIZE = { lotStep: volume(1), minVolume: volume(1) };

export function createOrderStops(options: OrderStopsOptions): OrderStopForm {
  const { order, instrument, rate, now, onEdit } = options;
  const begin: Edits = options.unit === undefined ? {} : { stopUnit: options.unit };
  const edits = signal(begin);
  const precision = order.peek().precision;
  const terms: StopTerms = {
    ...ANY_SIZE,
    precision,
    contractSize: instrument?.contractSize ?? 0,
    marginMode: instrument?.marginMode ?? 'by-price',
  };
  const reference = (): Price | undefined => stopReference(order.value, now.value);
  const facts = (exact: NonNullable<StopFacts['held']>['exact']): StopFacts => ({
    quote: { close: undefined, ask: undefined },
    rate: instrument && rate.value,
    held: { reference: reference(), exact },
  });
  const emptyDraft = (): TicketDraft => {
    const { side, volume: size, multiple, trailPoints } = order.value;
    const { stopLoss: _, takeProfit: __, ...typed } = edits.value;
    const trails = typed.trails ?? trailPoints !== undefined;
    return {
      kind: { type: 'pending', target: plainPrice(entryOf(order.value), precision) },
      multiple,
      lots: plainLots(size, ANY_SIZE.lotStep),
      stopUnit: trails ? 'points' : 'price',
      stopLoss: '',
      takeProfit: '',
      stopSide: side,
      ...typed,
      trails,
    };
  };
  /** The stops that were not typed over; of one that trails, where it would begin now. */
  const untouched = (trails: boolean) => {
    const { side, stopLoss, takeProfit, trailPoints } = order.value;
    const { stopLoss: loss, takeProfit: profit } = edits.value;
    const from = reference();
    const trailed = trails && trailPoints !== undefined && from !== undefined;
    return {
      stopLoss: loss !== undefined ? undefined : trailed ? stopAt(side, from, trailPoints) : stopLoss,
      takeProfit: profit !== undefined ? undefined : takeProfit,
    };
  };
  const exact = computed(() => untouched(emptyDraft().trails === true));
  const draft = computed((): TicketDraft => {
    const empty = emptyDraft();
    const { stopLoss, takeProfit } = exact.value;
    const texts = stopsOf(empty, terms, facts({}));
    return {
      ...empty,
      stopLoss: edits.value.stopLoss ?? (stopLoss && texts.stopLoss.textAt(stopLoss)) ?? '',
      takeProfit: edits.value.takeProfit ?? (takeProfit && texts.takeProfit.textAt(takeProfit)) ?? '',
    };
  });
  const stops = computed(() => stopsOf(draft.value, terms, facts(exact.value)));
  const set = (patch: Edits): void => {
    edits.value = { ...edits.peek(), ...patch };
  };
  const change = (patch: Edits): void => {
    // What is typed keeps its meaning, whatever another device makes of the order.
    const { stopUnit, trails } = draft.peek();
    set({ stopUnit, ...('stopLoss' in patch && { trails }), ...patch });
    onEdit(STOP_NAMES.filter((name) => name in patch || 'stopUnit' in patch));
  };
  /** The stop stays where it is, though its distance is counted from another price. */
  const trail = (trails: boolean): void => {
    const before = stops.peek().pricesFor(order.peek().side);
    const at = before.ok ? before.value.stopLoss : undefined;
    set({ trails, ...(trails && draft.peek().stopUnit === 'price' && { stopUnit: 'points' }) });
    const { stopLoss } = stops.peek();
    change({ stopLoss: at === undefined ? (stopLoss.first() ?? '') : stopLoss.textAt(at) });
  };
  const edit = (patch: Partial<TicketDraft>): void => {
    if (patch.trails === undefined) change(patch);
    else trail(patch.trails);
  };
  return {
    instrument: terms,
    isHeld: true,
    draft,
    shown: draft,
    stops,
    edit,
    editSoon: edit,
    firstStop: (name) => stops.peek()[name].first(),
    near: () => now.peek(),
    stopsIn(unit) {
      const { stopLoss, takeProfit, typedStops } = stops.peek().inUnit(unit);
      const typed = edits.peek();
      change({
        stopUnit: unit,
        typedStops,
        ...(typed.stopLoss !== undefined && { stopLoss }),
        ...(typed.takeProfit !== undefined && { takeProfit }),
      });
    },
    read() {
      const { side, trailPoints } = order.peek();
      const read = stops.peek().pricesFor(side);
      if (!read.ok || draft.peek().trails !== true) return read;
      const { stopLoss, ...rest } = read.value;
      const from = reference();
      if (stopLoss === undefined) return ok(rest);
      if (from === undefined) return err([{ field: 'stopLoss', reason: 'unknown' }]);
      const isKept = edits.peek().stopLoss === undefined && trailPoints !== undefined;
      return ok({ ...rest, trailPoints: isKept ? trailPoints : Math.abs(from - stopLoss) });
    },
    reset() {
      edits.value = begin;
    },
  };
}
