import { useComputed } from '@preact/signals-react';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import {
  chosenLines,
  dropLineWork,
  hasLineWork,
  heldMove,
  lineTask,
  shownTask,
} from '../../../chart/orders/line-task.ts';
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
  const isAsked = useComputed(() => lineTask.value !== undefined).value;
  useLeaving();
  const { rows: ticketRows, bar } = isFull
    ? NONE
    : { rows: linePlaces.rows.node.value, bar: linePlaces.bar.node.value };
  const rows = kind && <LineRows isHeld={isHeld} />;
  const dock = kind && <LineDock key={kind} kind={kind} isHeld={isHeld} actions={actions} />;
  return (
    <>
      {chosenLines.value && !isAsked && (
        <LabelBar chosen={chosenLines.value} actions={actions} moves={moves} />
      )}
      {moves.dialog}
      {bar ? (
        <>
          {ticketRows && createPortal(rows, ticketRows)}
          {createPortal(dock, bar)}
        </>
      ) : (
        kind && (
          <div className={styles.foot}>
            {!isHeld && rows}
            {dock}
          </div>
        )
      )}
    </>
  );
}

const NONE = { rows: null, bar: null };

/** Escape leaves bar and dock. Who opened them by key has the focus again. */
function useLeaving(): void {
  const opener = useRef<HTMLElement>(undefined);
  const isOpen = useComputed(() => hasLineWork.value).value;
  if (chosenLines.value?.opener) opener.current = chosenLines.value.opener;
  useEffect(() => {
    if (!isOpen) return;
    const leave = ({ key }: KeyboardEvent): void => {
      // What a finger holds goes back by itself.
      if (key === 'Escape' && !heldMove.peek()) dropLineWork();
    };
    document.addEventListener('keydown', leave);
    return () => {
      document.removeEventListener('keydown', leave);
      if (document.activeElement === document.body) opener.current?.focus({ preventScroll: true });
      opener.current = undefined;
    };
  }, [isOpen]);
}
