import { useComputed } from '@preact/signals-react';
import { createPortal } from 'react-dom';
import { chosenLines, heldMove, lineTask, shownTask } from '../../../chart/orders/line-task.ts';
import { useSignals } from '../../../components/use-signals.ts';
import { underway } from '../../../state/underway.ts';
import { useOrderActions } from '../../shared/use-order-actions.ts';
import { usePositionMoves } from '../../shared/use-position-moves.tsx';
import { LabelBar } from './LabelBar.tsx';
import { LineDock } from './LineDock.tsx';
import { LineRows } from './LineRows.tsx';
import styles from './Lines.module.css';
import { linePlaces } from './line-places.ts';

/**
 * What is done with lines of the chart: the bar of a label that was tapped, and in the place of the ticket what is asked before
 * a change is sent. With the chart on the full screen that stands at its foot.
 */
export function ChartLines({ isFull }: { readonly isFull: boolean }) {
  useSignals();
  const actions = useOrderActions(underway);
  const moves = usePositionMoves(underway);
  // Not the task itself: a finger changes it in each frame.
  const kind = useComputed(() => shownTask.value?.what).value;
  const isHeld = useComputed(() => heldMove.value !== undefined).value;
  const places = isFull ? undefined : linePlaces;
  const [ticketRows, bar] = [places?.rows.node.value, places?.bar.node.value];
  const dock = kind && <LineDock key={kind} kind={kind} isHeld={isHeld} actions={actions} />;
  const rows = kind && <LineRows />;
  return (
    <>
      {chosenLines.value && lineTask.value === undefined && (
        <LabelBar chosen={chosenLines.value} actions={actions} moves={moves} />
      )}
      {moves.dialog}
      {!bar ? (
        dock && (
          <div className={styles.foot}>
            {!isHeld && rows}
            {dock}
          </div>
        )
      ) : (
        <>
          {ticketRows && createPortal(rows, ticketRows)}
          {createPortal(dock, bar)}
        </>
      )}
    </>
  );
}
