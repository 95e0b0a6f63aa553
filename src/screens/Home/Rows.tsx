import type { Instrument } from '../../../shared/domain/instrument.ts';
import type { RowSlot } from '../../components/row-slots.ts';
import { VirtualRows } from '../../components/VirtualRows.tsx';
import { followRows } from '../../state/quotes.ts';
import { HomeRow, ROW_HEIGHT } from './HomeRow.tsx';

const renderRow = (slot: RowSlot<Instrument>) => <HomeRow slot={slot} />;

interface RowsProps {
  readonly items: readonly Instrument[];
  readonly label: string;
}

/** Instruments with their prices; has the quotes of those in sight followed. */
export const Rows = ({ items, label }: RowsProps) => (
  <VirtualRows items={items} rowHeight={ROW_HEIGHT} renderRow={renderRow} label={label} follow={followRows} />
);
