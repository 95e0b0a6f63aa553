import { effect, signal } from '@preact/signals-react';
import type { Instrument, InstrumentId } from '../../../../shared/domain/instrument.ts';
import type { Side } from '../../../../shared/domain/order.ts';
import type { Price } from '../../../../shared/domain/price.ts';
import { plainPrice } from '../../../format/parse.ts';
import { watchTickets } from '../../../state/open-ticket.ts';
import { session } from '../../../state/session.ts';
import { ticketMemory } from '../../../state/ticket-memory.ts';
import { openDraft, type TicketDraft } from '../../shared/ticket-draft.ts';
import { createTicketForm, type TicketForm } from './ticket-form.ts';

/*
 * The order form of each instrument as it stands, so that a half-filled one survives a change of instrument or screen.
 *
 * In memory only: a reload empties them, so a newer build asks before it starts.
 *
 * A sign-out and a change of the account empty them; an expired session does not, since the same person comes back to the
 * same form.
 */

/** The longest unused one is forgotten beyond this number. */
const MOST = 50;

interface Kept {
  readonly instrument: Instrument;
  readonly form: TicketForm;
}

const kept = new Map<InstrumentId, Kept>();

/** The instrument whose form was filled in from elsewhere and has not been shown since. */
const offer = signal<InstrumentId | undefined>(undefined);

/** The form of the instrument as it was left. */
export function formOf(instrument: Instrument): TicketForm {
  followAccount();
  const form = kept.get(instrument.id)?.form ?? newForm(instrument);
  kept.delete(instrument.id);
  kept.set(instrument.id, { instrument, form });
  for (const [oldest] of kept) {
    if (kept.size <= MOST) break;
    kept.delete(oldest);
  }
  return form;
}

/** Makes the form one for a pending order at this price; `side` is the one that its stops start for. */
export function offerPending(instrument: Instrument, at: Price, side?: Side): void {
  const form = formOf(instrument);
  const draft = form.draft.peek();
  form.set({
    ...draft,
    kind: { type: 'pending', target: plainPrice(at, instrument.precision) },
    stopSide: side ?? draft.stopSide,
  });
  offer.value = instrument.id;
}

/** Whether the form has been filled in from elsewhere since the last call. */
export function takeOffer(id: InstrumentId): boolean {
  if (offer.value !== id) return false;
  offer.value = undefined;
  return true;
}

/** Empties all forms. */
export function clearDrafts(): void {
  for (const { instrument, form } of kept.values()) {
    form.set(newDraft(instrument));
    form.sizedBy.value = 'none';
  }
}

/** The form of the instrument with nothing filled in but what its last order had. */
export const newForm = (instrument: Instrument): TicketForm => createTicketForm(newDraft(instrument));

const newDraft = (instrument: Instrument): TicketDraft =>
  openDraft(instrument, ticketMemory(instrument.code));

function isFilledIn({ instrument, form }: Kept): boolean {
  const draft = form.draft.peek();
  const empty = newDraft(instrument);
  const opened = form.sizedBy.peek() === 'equity' ? { ...empty, lots: draft.lots } : empty;
  return JSON.stringify(draft) !== JSON.stringify(opened);
}

let isFollowing = false;

function followAccount(): void {
  if (isFollowing) return;
  isFollowing = true;
  watchTickets(() => [...kept.values()].some(isFilledIn));
  let owner: number | undefined;
  effect(() => {
    const now = session.value;
    const isOther = now.status === 'signed-in' && owner !== undefined && owner !== now.user.uid;
    const isLeft = now.status === 'anonymous' && now.because === 'signed-out';
    if (isOther || isLeft) clearDrafts();
    if (isLeft) owner = undefined;
    if (now.status === 'signed-in') owner = now.user.uid;
  });
}
