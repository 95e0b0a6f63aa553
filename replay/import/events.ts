import type { Venue, VenueEvent } from './venue.ts';

const PRICE = /^\d{1,12}(\.\d{1,16})?$/;
const UNREADABLE: readonly VenueEvent[] = [{ kind: 'ignored', what: 'frame that is no JSON' }];

/** What a frame says, with prices that are some; everything else is ignored by name. */
export function eventsOf(venue: Venue, frame: string): readonly VenueEvent[] {
  let value: unknown;
  try {
    value = JSON.parse(frame);
  } catch {
    return UNREADABLE;
  }
  return venue.read(value).map(sound);
}

function sound(event: VenueEvent): VenueEvent {
  if (event.kind === 'ignored' || pricesOf(event).every(isPrice)) return event;
  return { kind: 'ignored', what: `${event.kind} without a price` };
}

export function pricesOf(event: Exclude<VenueEvent, { kind: 'ignored' }>): readonly string[] {
  if (event.kind === 'candle') return event.prices;
  return event.kind === 'ticker' && event.open !== undefined ? [event.price, event.open] : [event.price];
}

const isPrice = (text: string): boolean => PRICE.test(text) && Number(text) > 0;
