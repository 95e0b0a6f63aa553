import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { OrderId, Position } from '../../../../shared/domain/order.ts';
import type { Volume } from '../../../../shared/domain/volume.ts';
import { later } from '../../../clock.ts';
import { Button } from '../../../components/Button.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { formatLots } from '../../../format/money.ts';
import { withPercent } from '../../../format/number.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { instrumentOf } from '../../../state/market.ts';
import { confirmOrders } from '../../../state/preferences.ts';
import { saysReplay } from '../../../state/replay-source.ts';
import type { Underway } from '../../../state/underway.ts';
import { type Ask, AskDialog } from '../../shared/AskDialog.tsx';
import { lotTermsOf } from '../../shared/lot-terms.ts';
import { closeShares, newestFirst } from '../../shared/order-model.ts';
import { PartRow } from '../../shared/PartRow.tsx';
import { nextRows } from '../../shared/steady-rows.ts';
import type { OrderActions } from '../../shared/use-order-actions.ts';
import { usePositionMoves } from '../../shared/use-position-moves.tsx';
import styles from './PositionStrip.module.css';

interface StripRowsProps {
  readonly positions: readonly Position[];
  readonly actions: OrderActions;
  readonly underway: Underway;
  /** In pixels; undefined: as high as the rows are that one or a tap unfolds. */
  readonly height: number | undefined;
}

/** Higher than that the rows scroll in their box. */
const MAX_HEIGHT_PX = 224;
/** On a phone in landscape: what price, the strip's head and the bar with Sell and Buy leave. */
const ROOM = { maxBlockSize: 'max(5.5rem, 100dvh - var(--dock-h) - 7.75rem)' };

/** How long a closed row keeps its place from an open one that is out of sight. */
const CLOSED_SHOWN_MS = 2_000;
/** A row of which less than this is in sight is not seen. */
const EDGE_PX = 4;

const NOTHING = { status: 'none' } as const;

/** The parts, in a box that keeps its height: whatever is opened or closed, nothing below it moves but by a tap. */
export function StripRows({ positions, actions, underway, height }: StripRowsProps) {
  useSignals();
  const moves = usePositionMoves(underway);
  const [rows, setRows] = useState(() => nextRows<Position>([], newestFirst(positions)));
  const now = nextRows(rows, positions);
  if (now !== rows) setRows(now);
  const [asked, setAsked] = useState<Ask>(NOTHING);
  const [unfolded, setUnfolded] = useState(positions.length === 1 ? positions[0]?.id : undefined);
  const isUnderway = (id: OrderId): boolean => actions.underway.value.has(id);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (now[0]?.isOpen !== false) return;
    return later(CLOSED_SHOWN_MS, () => {
      // After a reversal the box has the closed row only. Nothing in it can be tapped, so the new one may take its place.
      const next = box.current?.querySelector('article:not([data-closed])');
      if (!box.current || !next) return;
      if (next.getBoundingClientRect().top >= box.current.getBoundingClientRect().bottom - EDGE_PX)
        setRows(now.filter(({ isOpen }) => isOpen));
    });
  }, [now]);
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return;
    current.style.blockSize = '';
    current.style.blockSize = `${height ?? Math.min(current.scrollHeight, MAX_HEIGHT_PX)}px`;
    if (height === undefined) current.scrollIntoView({ block: 'nearest' });
    if (unfolded !== undefined)
      current.querySelector('[aria-expanded=true]')?.parentElement?.scrollIntoView({ block: 'nearest' });
  }, [height, unfolded]);
  const close = (position: Position, volume?: Volume): void => {
    if (confirmOrders.peek())
      setAsked({ status: 'close', position, ...(volume === undefined ? {} : { volume }) });
    else void actions.close(position, volume);
  };
  return (
    <div ref={box} className={styles.rows} style={ROOM}>
      {now.map(({ order: position, isOpen }) => (
        <PartRow
          key={position.id}
          position={position}
          isOpen={isOpen}
          underway={actions.underway}
          onOpen={() => setUnfolded(unfolded === position.id ? undefined : position.id)}
          onClose={() => close(position)}
          isUnfolded={unfolded === position.id}
        >
          <Acts
            position={position}
            isStill={!isOpen || isUnderway(position.id)}
            onClose={(volume) => close(position, volume)}
            onReverse={() => moves.reverse(position)}
          />
        </PartRow>
      ))}
      {moves.dialog}
      <AskDialog ask={asked} actions={actions} onClose={() => setAsked(NOTHING)} />
    </div>
  );
}

interface ActsProps {
  readonly position: Position;
  readonly isStill: boolean;
  readonly onClose: (volume: Volume) => void;
  readonly onReverse: () => void;
}

/** What else can be done with a part: closing a share of it, and reversing it. */
function Acts({ position, isStill, onClose, onReverse }: ActsProps) {
  useSignals();
  const { t } = useTranslation();
  const mode = instrumentOf(position.instrumentId)?.mode ?? 'open';
  const isBarred = isStill || saysReplay();
  const shares = closeShares(position, lotTermsOf(position.instrumentId)).filter(
    ({ percent }) => percent < 100,
  );
  return (
    <div className={styles.acts}>
      {shares.map(({ percent, size }) => (
        <Button
          key={percent}
          variant="quiet"
          size="s"
          disabled={isBarred || mode === 'halted'}
          onClick={() => onClose(size)}
        >
          <span aria-hidden="true">{withPercent(String(percent))}</span>
          <span className="visually-hidden">{t('order.close_lots', { lots: formatLots(size) })}</span>
        </Button>
      ))}
      <Button variant="quiet" size="s" disabled={isBarred || mode !== 'open'} onClick={onReverse}>
        {t('moves.reverse')}
      </Button>
    </div>
  );
}
