import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Instrument, InstrumentId } from '../../../shared/domain/instrument.ts';
import { IconButton } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Sheet } from '../../components/Modal.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { arrangeFavourites } from '../../state/favourites.ts';
import { favourites } from '../../state/preferences.ts';
import styles from './HomeParts.module.css';
import { moved } from './home-order.ts';

interface EditSheetProps {
  readonly open: boolean;
  readonly instruments: readonly Instrument[];
  readonly onClose: () => void;
}

/** The starred instruments: dragged to another place by their handles, or moved by the arrow keys. */
export function EditSheet({ open, instruments, onClose }: EditSheetProps) {
  const { t } = useTranslation();
  return (
    <Sheet open={open} onClose={onClose} title={t('home.favourites')}>
      <Stars instruments={instruments} />
    </Sheet>
  );
}

interface Drag {
  readonly id: InstrumentId;
  /** Where the finger was when the row had its present place. */
  readonly y: number;
  readonly offset: number;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

function Stars({ instruments }: Pick<EditSheetProps, 'instruments'>) {
  useSignals();
  const { t } = useTranslation();
  const ids = favourites.value;
  const [drag, setDrag] = useState<Drag>();
  const focused = useRef<HTMLButtonElement>(null);
  // A row that the browser moves in the document loses the focus.
  useLayoutEffect(() => focused.current?.focus());
  const rows = ids.flatMap((id) => instruments.find((one) => one.id === id) ?? []);
  if (rows.length === 0) return <EmptyState icon="inbox" title={t('home.no_favourites')} />;

  const shift = (id: InstrumentId, steps: number): boolean => {
    // Instruments that are not listed at present keep their places.
    const row = rows.findIndex((one) => one.id === id);
    const other = rows[row + steps];
    if (other === undefined) return false;
    arrangeFavourites(moved(ids, ids.indexOf(id), ids.indexOf(other.id)));
    return true;
  };
  const onKey = (id: InstrumentId, event: KeyboardEvent<HTMLButtonElement>): void => {
    const steps = STEPS[event.key];
    if (steps === undefined) return;
    event.preventDefault();
    focused.current = event.currentTarget;
    shift(id, steps);
  };
  const onMove = (event: PointerEvent<HTMLButtonElement>): void => {
    if (drag === undefined) return;
    const row = event.currentTarget.closest('li');
    const height = row?.offsetHeight ?? 1;
    const offset = event.clientY - drag.y;
    const steps = Math.round(offset / height);
    if (steps !== 0 && shift(drag.id, steps)) {
      setDrag({ ...drag, y: drag.y + steps * height, offset: offset - steps * height });
      row?.scrollIntoView({ block: 'nearest' });
    } else setDrag({ ...drag, offset });
  };
  const end = (): void => setDrag(undefined);
  return (
    <ul aria-label={t('home.favourites')}>
      {rows.map(({ id, showCode }, i) => (
        <li
          key={id}
          className={`row ${styles.star}`}
          data-dragged={drag?.id === id || undefined}
          style={drag?.id === id ? { transform: `translateY(${drag.offset}px)` } : undefined}
        >
          <button
            type="button"
            className={styles.handle}
            aria-label={t('home.move', { name: showCode, place: i + 1, count: rows.length })}
            onKeyDown={(event) => onKey(id, event)}
            onBlur={() => {
              focused.current = null;
            }}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              setDrag({ id, y: event.clientY, offset: 0 });
            }}
            onPointerMove={onMove}
            onPointerUp={end}
            onPointerCancel={end}
          >
            <Icon name={MORE_ICONS.handle} size={22} />
          </button>
          <span className="grow one-line strong" translate="no">
            {showCode}
          </span>
          <IconButton
            icon={MORE_ICONS.trash}
            label={t('home.unstar_of', { name: showCode })}
            onClick={() => arrangeFavourites(ids.filter((one) => one !== id))}
          />
        </li>
      ))}
    </ul>
  );
}
