import { chartSettings, validIndicators } from '../../state/chart-settings.ts';
import { offerChoice } from '../../state/choices.ts';
import { STOP_UNITS } from '../shared/ticket-draft.ts';
import type { TicketState } from './ticket/use-ticket.ts';

const { period, type, volume, fills, indicators } = chartSettings;

/** Offers how the chart looks, for the life of the page: it is the same for all instruments. */
export function offerChart(): void {
  offerChoice('chart.period', period);
  offerChoice('chart.type', type);
  offerChoice('chart.volume', volume);
  offerChoice('chart.fills', fills);
  offerChoice('chart.indicators', {
    get value() {
      return indicators.value.join();
    },
    set value(text) {
      indicators.value = validIndicators(String(text).split(','));
    },
  });
}

/** Offers what is chosen in the form; amounts, which are typed, are not. @returns withdraws it */
export function offerDraft({ draft, edit, setType, stopsIn }: TicketState): () => void {
  const ends = [
    offerChoice('ticket.type', {
      get value() {
        return draft.value.kind.type;
      },
      set value(text) {
        setType(text === 'pending' ? text : 'market');
      },
    }),
    offerChoice('ticket.side', {
      get value() {
        return draft.value.stopSide;
      },
      set value(text) {
        edit({ stopSide: text === 'sell' ? text : 'buy' });
      },
    }),
    offerChoice('ticket.unit', {
      get value() {
        return draft.value.stopUnit;
      },
      set value(text) {
        const unit = STOP_UNITS.find((one) => one === text);
        if (unit !== undefined) stopsIn(unit);
      },
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
