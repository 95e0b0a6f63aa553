import type { Instrument } from '../../../shared/domain/instrument.ts';
import type { RowSlot } from '../../components/row-slots.ts';
import { useSignals } from '../../components/use-signals.ts';
import { VirtualRows } from '../../components/VirtualRows.tsx';
import { areCovered, firstRows, uncover } from '../../state/first-page.ts';
import { followRows } from '../../state/quotes.ts';
import { HomeRow, ROW_HEIGHT } from './HomeRow.tsx';

const renderRow = (slot: RowSlot<Instrument>) => <HomeRow slot={slot} />;

interface RowsProps {
  readonly items: readonly Instrument[];
  readonly label: string;
}

/** The rows of the page stay where they are, and are not painted again. */
export const adoptFirst = (place: HTMLElement | null): void => place?.append(firstRows ?? '');

/** Instruments with their prices; has the quotes of those in sight followed. The page's rows cover them until they are there. */
export function Rows({ items, label }: RowsProps) {
  useSignals();
  return (
    <div className="first-cover">
      <VirtualRows
        items={items}
        rowHeight={ROW_HEIGHT}
        renderRow={renderRow}
        label={label}
        follow={followRows}
        onWhole={uncover}
      />
      {areCovered.value && <div ref={adoptFirst} />}
    </div>
  );
}
