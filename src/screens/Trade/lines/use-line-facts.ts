import { useComputed } from '@preact/signals-react';
import { problemOf } from '../../../chart/orders/line-change.ts';
import { type LineTask, shownTask } from '../../../chart/orders/line-task.ts';
import { moveProblemText } from '../../../chart/orders/line-texts.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { instrumentOf } from '../../../state/market.ts';
import { openingFacts } from '../../../state/opening-facts.ts';
import { useQuote } from '../../../state/quotes.ts';
import { useRate } from '../../../state/use-rate.ts';

/** The orders that a task is about. */
export const ordersOf = (task: LineTask | undefined) =>
  task === undefined ? [] : task.what === 'close' ? task.positions : task.changes.map(({ order }) => order);

/** The live values that decide about what is asked. */
export function useLineFacts() {
  const { t } = useTranslation();
  const id = useComputed(() => ordersOf(shownTask.value)[0]?.instrumentId).value;
  const instrument = id === undefined ? undefined : instrumentOf(id);
  const quote = useQuote(id);
  const rate = useRate(instrument);
  /** Why the move cannot be set; a function of signals. */
  const problem = useComputed(() => {
    const task = shownTask.value;
    if (task?.what !== 'move') return undefined;
    if (task.problem !== undefined) return task.problem;
    for (const { order, change } of task.changes) {
      const found = problemOf(order, change, openingFacts(order, instrument, quote, rate));
      if (found) return moveProblemText(t, found, change, order);
    }
    return undefined;
  });
  return { instrument, quote, rate, problem };
}
