import type { InstrumentId } from '../../shared/domain/instrument.ts';
import { lasting } from '../link/storage.ts';
import { createPreferences, type TicketMemory } from './preference-store.ts';

const preferences = createPreferences(lasting);

/** Writable signals; a new value is kept on this device at once. */
export const {
  language,
  theme,
  palette,
  confirmOrders,
  priceTolerance,
  balanceHidden,
  /** The instrument last opened on the trade screen. */
  lastTrade,
} = preferences;

export function rememberTrade(id: InstrumentId): void {
  lastTrade.value = id;
}

/** The size and leverage last used for the instrument of this code. */
export const ticketMemory = (code: string): TicketMemory | undefined => preferences.ticketMemory(code);

export const rememberTicket = (code: string, memory: TicketMemory): void =>
  preferences.rememberTicket(code, memory);
