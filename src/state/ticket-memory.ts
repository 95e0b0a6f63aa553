import { type Volume, volume } from '../../shared/domain/volume.ts';
import { lasting } from '../link/storage.ts';

/** The order form's initial values for an instrument that was traded before. */
export interface TicketMemory {
  readonly volume: Volume;
  readonly multiple: number;
}

/** The size and leverage last used for the instrument of this code, on this device. */
export const ticketMemory = (code: string, store = lasting): TicketMemory | undefined =>
  parseTicket(store.get(keyOf(code)));

export const rememberTicket = (code: string, memory: TicketMemory, store = lasting): void =>
  store.set(keyOf(code), `${memory.volume} ${memory.multiple}`);

const keyOf = (code: string): string => `ticket.${code}`;

function parseTicket(text: string | null): TicketMemory | undefined {
  const [size, multiple] = (text ?? '').split(' ').map(Number);
  if (size === undefined || multiple === undefined) return undefined;
  const whole = Number.isSafeInteger(size) && size > 0 && Number.isFinite(multiple) && multiple > 0;
  return whole ? { volume: volume(size), multiple } : undefined;
}
