import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { CODE } from '../../../../shared/contract/codes.ts';
import type { Side } from '../../../../shared/domain/order.ts';
import { openingPrice } from '../../../../shared/domain/quote.ts';
import { ok, type Refusal, refusal } from '../../../../shared/result.ts';
import { later } from '../../../clock.ts';
import { painted } from '../../../components/after-paint.ts';
import { showRefusal } from '../../../components/show-refusal.ts';
import { showToast } from '../../../components/toast-store.ts';
import { validStops } from '../../../format/stops.ts';
import { refusalText } from '../../../i18n/refusal.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { outcomeOf } from '../../../state/command-outcome.ts';
import { haptic } from '../../../state/haptics.ts';
import { orderKey } from '../../../state/order-intents.ts';
import { areTapsShown, refuseTap, tapOrder } from '../../../state/order-taps.ts';
import { isLineFull, newCid } from '../../../state/orders.ts';
import { confirmOrders, priceTolerance } from '../../../state/preferences.ts';
import { session } from '../../../state/session.ts';
import type { TicketDraft } from '../../shared/ticket-draft.ts';
import { tapText } from '../taps/tap-text.ts';
import { type FieldProblem, readTicket, refusedFields, requestOf, type TicketTerms } from './ticket-model.ts';
import { outcomeText } from './ticket-text.ts';
import type { TicketState } from './use-ticket.ts';

export type Asking =
  | { readonly status: 'none' }
  | { readonly status: 'confirm'; readonly terms: TicketTerms }
  /** Refused because the price has moved; the same terms are offered at the current price. */
  | { readonly status: 'moved'; readonly terms: TicketTerms };

/** Order entry: from a tap on Buy or Sell to its outcome. */
export interface OrderEntry {
  readonly asking: ReadonlySignal<Asking>;
  /** Keys (`orderKey`) of the orders that are being sent; with one-tap trading one may be in it several times. */
  readonly underway: ReadonlySignal<readonly string[]>;
  /** @param atMs when the finger touched, as in `Event.timeStamp` */
  tap(side: Side, atMs: number): void;
  confirm(): void;
  dismiss(): void;
}

interface OrderEntryHandlers {
  /** Called when fields of the form show why the exchange refused their order. */
  readonly onRefused?: () => void;
  /** Called when a confirmed order was accepted while its form is open and asks nothing. */
  readonly onAccepted?: () => void;
}

/** @param isOpen false while the form is closing: from then on its answers are toasts */
export function useOrderEntry(ticket: TicketState, handlers: OrderEntryHandlers, isOpen = true): OrderEntry {
  const { t } = useTranslation();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const open = useRef(isOpen);
  const now = {
    ticket,
    t,
    handlers,
    isOpen: () => open.current,
    signIn: () => navigate(`/login?from=${encodeURIComponent(search === '' ? path : `${path}?${search}`)}`),
  };
  const latest = useRef(now);
  latest.current = now;
  const entry = useMemo(() => createOrderEntry(() => latest.current), []);
  useLayoutEffect(() => {
    open.current = isOpen;
    return () => {
      open.current = false;
      entry.dismiss();
    };
  }, [isOpen, entry]);
  return entry;
}

/**
 * Without a confirmation the form is emptied only this long after the last tap: while one taps fast, no order may leave
 * without the stops that the one before had.
 */
const BURST_MS = 2_000;

interface OrderEntryContext {
  readonly ticket: TicketState;
  readonly t: ReturnType<typeof useTranslation>['t'];
  readonly handlers: OrderEntryHandlers;
  /** Whether the form can still show an answer. */
  isOpen(): boolean;
  signIn(): void;
}

function createOrderEntry(context: () => OrderEntryContext): OrderEntry {
  const asking = signal<Asking>({ status: 'none' });
  const underway = signal<readonly string[]>([]);
  let keepStops = (): void => {};
  let spendLater = (): void => {};
  // A question shows price and cost by the form below it, which waits for its end.
  const spend = (ticket: TicketState, sent: TicketDraft): void => {
    if (asking.peek().status === 'none') ticket.spend(sent);
    else spendLater = () => ticket.spend(sent);
  };
  const send = async (terms: TicketTerms, oneTapMs?: number): Promise<void> => {
    const { ticket } = context();
    const sent = ticket.draft.peek();
    keepStops();
    if (!(await sendOrder(context(), { terms, oneTapMs }, underway, asking))) return;
    keepStops();
    if (confirmOrders.peek()) {
      spend(ticket, sent);
      // The question about another order stays.
      if (context().isOpen() && asking.peek().status === 'none') context().handlers.onAccepted?.();
    } else keepStops = later(BURST_MS, () => spend(ticket, sent));
  };
  return {
    asking,
    underway,
    tap(side, atMs) {
      const { ticket, signIn } = context();
      if (session.peek().status === 'anonymous') return signIn();
      // A step of the lots may not be displayed yet.
      ticket.catchUp();
      if (ticket.block.peek() !== undefined || isLineFull.peek()) return;
      const read = readTicket(ticket.draft.peek(), ticket.instrument, side, ticket.facts());
      const found = read.ok ? [] : read.error;
      // One empty list after another would render the form.
      if (found.length + ticket.problems.peek().length > 0) ticket.problems.value = found;
      if (!read.ok) return;
      if (!confirmOrders.peek()) return void send(read.value, atMs);
      // Else the field would have the focus, and a phone its keyboard, again after the question.
      if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
      asking.value = { status: 'confirm', terms: read.value };
    },
    confirm() {
      const asked = asking.peek();
      if (asked.status === 'none') return;
      asking.value = { status: 'none' };
      // What the previous order left in the form belongs to this order, and is emptied with it.
      spendLater = () => {};
      const passed = passedStops(context().ticket, asked.terms);
      if (passed.length > 0) context().ticket.problems.value = passed;
      else void send(asked.terms);
    },
    dismiss() {
      asking.value = { status: 'none' };
      spendLater();
      spendLater = () => {};
    },
  };
}

/** The stops that the price has passed while the confirmation was open. */
function passedStops(ticket: TicketState, { side, ...terms }: TicketTerms): readonly FieldProblem[] {
  const checked = validStops((name) => ok(terms[name]), side, ticket.sides[side].closing());
  const unit = ticket.draft.peek().stopUnit;
  return checked.ok ? [] : checked.error.map((problem) => ({ ...problem, side, unit }));
}

/**
 * One intent has one cid: a second confirmation of an order that is being sent is listed as ignored. With one-tap trading each
 * tap is an intent, and the list of taps says what became of it; nothing covers the screen, so that the next tap meets what the
 * thumb expects.
 *
 * @returns whether the order was accepted
 */
async function sendOrder(
  { ticket, t, handlers, isOpen }: OrderEntryContext,
  { terms, oneTapMs }: { readonly terms: TicketTerms; readonly oneTapMs: number | undefined },
  underway: Signal<readonly string[]>,
  asking: Signal<Asking>,
): Promise<boolean> {
  const { instrument, quote } = ticket;
  const key = orderKey(instrument.id, terms);
  const isOneTap = oneTapMs !== undefined;
  const request = requestOf(
    instrument,
    terms,
    newCid(),
    openingPrice(terms.side, quote).peek(),
    priceTolerance.peek(),
  );
  if (!request) {
    showToast(t('ticket.block.no_price'), 'error');
    return false;
  }
  const isTooDear = isOneTap && ticket.sides[terms.side].tooDear.peek();
  if (isTooDear) {
    const error = refusal(CODE.notEnoughMargin, t('ticket.not_enough'));
    refuseTap(request, error);
    if (!areTapsShown()) showToast(tapText(t, { request, fate: { status: 'refused', error } }), 'error');
  }
  const sent = isTooDear ? undefined : tapOrder(request, oneTapMs);
  if (isOneTap) haptic(sent === undefined ? 'double' : 'tick');
  else if (sent === undefined) showToast(t('taps.ignored'), 'error');
  if (sent === undefined) return false;
  underway.value = [...underway.peek(), key];
  const form = ticket.draft.peek();
  // The order has left; what its answer changes follows the frame in which its question goes.
  const [result] = await Promise.all([sent, isOneTap || painted()]);
  underway.value = underway.peek().toSpliced(underway.peek().indexOf(key), 1);
  if (result.ok) ticket.remember(terms);
  const isSameForm = isOpen() && form === ticket.draft.peek();
  const isAtField = !result.ok && isSameForm && showAtFields(ticket, t, terms, result.error);
  if (isOneTap && !result.ok) haptic('double');
  if (isOneTap && areTapsShown()) return result.ok;
  if (result.ok) showToast(outcomeText(t, result.value), 'ok');
  // Another form, or the question about another order, may be in sight by now: the text names the order.
  else if (!isSameForm || asking.peek().status !== 'none')
    showToast(tapText(t, { request, fate: outcomeOf(result) }), 'error');
  // Not while taps follow each other: the next one could answer it.
  else if (result.error.code === CODE.priceMoved && !isOneTap) asking.value = { status: 'moved', terms };
  else if (isAtField) handlers.onRefused?.();
  else showRefusal(t, result.error);
  return result.ok;
}

/** Whether the refusal is about fields of the form, which now show it. */
function showAtFields(
  ticket: TicketState,
  t: OrderEntryContext['t'],
  terms: TicketTerms,
  error: Refusal,
): boolean {
  const message = refusalText(t, error);
  const fields = refusedFields(error.code, terms);
  ticket.problems.value = fields.map((field) => ({ field, reason: 'refused', message }));
  return fields.length > 0;
}
