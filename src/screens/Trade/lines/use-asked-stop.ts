import { computed } from '@preact/signals-react';
import { useMemo, useState } from 'react';
import { stopAt } from '../../../../shared/domain/order.ts';
import { decidingPrice } from '../../../../shared/domain/quote.ts';
import { changed, type Move, type WorkingOrder } from '../../../chart/orders/line-change.ts';
import { lineTask, type OrderChange } from '../../../chart/orders/line-task.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { stopReference } from '../../shared/order-model.ts';
import { createOrderStops, type OrderStopForm } from '../../shared/order-stops.ts';
import { typedStopText } from '../../shared/StopFields.tsx';
import type { StopName } from '../../shared/stop-units.ts';
import type { StopUnit } from '../../shared/ticket-draft.ts';
import { useLineFacts } from './use-line-facts.ts';

/** The only move that is asked about. */
export function askedMove(): OrderChange<Move> {
  const task = lineTask.peek();
  const [only] = task?.what === 'move' ? task.changes : [];
  if (!only) throw new Error('no move is asked about');
  return only;
}

/** @param change undefined while the typed text cannot be read as a stop: the line stays where it was */
export function askMove(order: WorkingOrder, change: Move | undefined, problem: string | undefined): void {
  lineTask.value = { what: 'move', changes: [{ order, change: change ?? askedMove().change }], problem };
}

/** The unit of the last one. */
let lastUnit: StopUnit = 'points';

/** The fields of a stop that is asked about: they follow the line until they are typed over, and what is typed moves the line. */
export function useAskedStop(): { readonly name: StopName; readonly stops: OrderStopForm } {
  const { t } = useTranslation();
  const { instrument, quote, rate } = useLineFacts();
  const [asked] = useState(askedMove);
  const { order } = asked;
  const name: StopName = asked.change.what === 'take-profit' ? 'takeProfit' : 'stopLoss';
  const stops = useMemo(() => {
    const now = decidingPrice(order, quote);
    const moveOf = (form: OrderStopForm): Move | undefined => {
      const read = form.read();
      if (!read.ok) return undefined;
      const { trailPoints: points, [name]: at } = read.value;
      const from = stopReference(order, now.peek());
      if (name === 'stopLoss' && points !== undefined)
        return from && { what: 'trailing-stop', price: stopAt(order.side, from, points), points };
      return at && { what: name === 'stopLoss' ? 'stop-loss' : 'take-profit', price: at };
    };
    const form = createOrderStops({
      order: computed(() => {
        const task = lineTask.value;
        const [one] = task?.what === 'move' ? task.changes : [];
        return changed(order, (one ?? asked).change);
      }),
      instrument,
      rate,
      now,
      unit: lastUnit,
      onEdit() {
        const { stopUnit, [name]: text } = form.draft.peek();
        lastUnit = stopUnit;
        const move = moveOf(form);
        const read = form.read();
        const found = read.ok ? undefined : read.error.find(({ field }) => field === name);
        const problem = found
          ? typedStopText(t, found, order.side, stopUnit, order.precision)
          : text === '' || move === undefined
            ? t('ticket.problem.malformed')
            : undefined;
        askMove(order, move, problem);
      },
    });
    return form;
  }, [t, order, asked, name, instrument, quote, rate]);
  return { name, stops };
}
