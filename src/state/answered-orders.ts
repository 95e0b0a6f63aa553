import type { ReadonlySignal } from '@preact/signals-react';
import type { WorkingOrders } from '../../shared/bridge/worker-api.ts';
import type { ClosedOrder, OrderId, PendingOrder, Position } from '../../shared/domain/order.ts';
import { restOf } from '../../shared/domain/partial-close.ts';

type Row = Position | PendingOrder;

interface Answer {
  /** The row that the exchange had pushed before, as JSON: rows are copied on their way to the page. */
  readonly pushed: string;
  readonly row: Row;
}

/**
 * Orders as the exchange answered a change of them. Each stands in for the row that was pushed before, until another row is
 * pushed: an answer never hides a newer row.
 * @param adjustWorking see account.ts
 */
export function createAnswers(
  working: ReadonlySignal<WorkingOrders>,
  adjustWorking: (adjust: (pushed: WorkingOrders) => WorkingOrders) => (now: WorkingOrders) => void,
) {
  const answers = new Map<OrderId, Answer>();
  const newest = <T extends Row>(row: T): T => {
    const answer = answers.get(row.id);
    if (answer === undefined) return row;
    // The same order with the same status.
    if (JSON.stringify(row) === answer.pushed) return answer.row as T;
    answers.delete(row.id);
    return row;
  };
  const show = adjustWorking((pushed) => {
    if (pushed.status === 'ready') return eachRow(pushed, newest);
    answers.clear();
    return pushed;
  });
  const shown = (id: OrderId): Row | undefined => {
    const now = working.peek();
    return now.status === 'ready'
      ? [...now.positions, ...now.pending].find((row) => row.id === id)
      : undefined;
  };
  return {
    /** Call it before a change is sent. Returns what shows the answer, unless another row was pushed meanwhile. */
    expect(id: OrderId): (answer: Row | ClosedOrder) => void {
      const before = JSON.stringify(shown(id));
      return (answer) => {
        const now = working.peek();
        const old = shown(id);
        if (now.status !== 'ready' || old === undefined || JSON.stringify(old) !== before) return;
        const row = answer.status === 'closed' ? afterClose(old, answer) : answer;
        if (row?.status !== old.status) return;
        answers.set(id, { pushed: answers.get(id)?.pushed ?? before, row });
        show(eachRow(now, <T extends Row>(one: T): T => (one === old ? (row as T) : one)));
      };
    },
  };
}

/** What a close left of a position; undefined if it closed all. A part has an id of its own. */
const afterClose = (row: Row, closed: ClosedOrder): Row | undefined =>
  row.status === 'pending' || closed.id === row.id ? undefined : restOf(row, closed);

const eachRow = (
  now: Extract<WorkingOrders, { status: 'ready' }>,
  change: <T extends Row>(row: T) => T,
): WorkingOrders => ({ ...now, positions: now.positions.map(change), pending: now.pending.map(change) });
