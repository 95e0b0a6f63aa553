import { useComputed } from '@preact/signals-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Position } from '../../../../shared/domain/order.ts';
import type { Volume } from '../../../../shared/domain/volume.ts';
import { later } from '../../../clock.ts';
import { Button } from '../../../components/Button.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { ConfirmDialog } from '../../../components/Modal.tsx';
import { SigText } from '../../../components/SigText.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { Value } from '../../../components/Value.tsx';
import { formatLots, formatSigned } from '../../../format/money.ts';
import { formatPrice, withPercent } from '../../../format/number.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { positionSignals } from '../../../state/account.ts';
import { instrumentOf } from '../../../state/market.ts';
import { confirmOrders } from '../../../state/preferences.ts';
import { saysReplay } from '../../../state/replay-source.ts';
import type { Underway } from '../../../state/underway.ts';
import { hideableText, hideableTone } from '../../shared/Balance.tsx';
import { lotTermsOf } from '../../shared/lot-terms.ts';
import { closeShares, newestFirst } from '../../shared/order-model.ts';
import { nextRows } from '../../shared/steady-rows.ts';
import type { OrderActions } from '../../shared/use-order-actions.ts';
import { usePositionMoves } from '../../shared/use-position-moves.tsx';
import styles from './PositionStrip.module.css';

interface StripRowsProps {
  readonly positions: readonly Position[];
  readonly actions: OrderActions;
  readonly underway: Underway;
  /** In pixels; undefined: as high as the first rows are. */
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

interface Closing {
  readonly position: Position;
  /** Undefined: all of it. */
  readonly volume: Volume | undefined;
}

/** The rows, in a box that keeps its height: whatever is opened or closed, nothing below it moves. */
export function StripRows({ positions, actions, underway, height }: StripRowsProps) {
  const { t } = useTranslation();
  const moves = usePositionMoves(underway);
  const [rows, setRows] = useState(() => nextRows<Position>([], newestFirst(positions)));
  const now = nextRows(rows, positions);
  if (now !== rows) setRows(now);
  const [asked, setAsked] = useState<Closing>();
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
    current.style.blockSize = `${height ?? Math.min(current.scrollHeight, MAX_HEIGHT_PX)}px`;
    if (height === undefined) current.scrollIntoView({ block: 'nearest' });
  }, [height]);
  const close = ({ position, volume }: Closing): void => void actions.close(position, volume);
  const ask = (closing: Closing): void => {
    if (confirmOrders.peek()) setAsked(closing);
    else close(closing);
  };
  return (
    <div ref={box} className={styles.rows} style={ROOM}>
      {now.map(({ order: position, isOpen }) => (
        <Row
          key={position.id}
          position={position}
          isOpen={isOpen}
          actions={actions}
          onClose={(volume) => ask({ position, volume })}
          onReverse={() => moves.reverse(position)}
        />
      ))}
      {moves.dialog}
      {asked !== undefined && (
        <ConfirmDialog
          open
          title={t('order.close_ask')}
          text={t('order.close_text', {
            side: t(asked.position.side === 'buy' ? 'order.buy' : 'order.sell'),
            lots: formatLots(asked.volume ?? asked.position.volume),
            name: asked.position.showCode,
          })}
          action={t('order.close')}
          danger
          onClose={() => setAsked(undefined)}
          onConfirm={() => close(asked)}
        />
      )}
    </div>
  );
}

interface RowProps {
  readonly position: Position;
  readonly isOpen: boolean;
  readonly actions: OrderActions;
  readonly onClose: (volume: Volume | undefined) => void;
  readonly onReverse: () => void;
}

function Row({ position, isOpen, actions, onClose, onReverse }: RowProps) {
  useSignals();
  const { t } = useTranslation();
  const { id, showCode: name, side, volume, precision } = position;
  const mark = useMemo(() => positionSignals(id), [id]);
  const busy = useComputed(() => actions.underway.value.has(id));
  const isStill = !isOpen || busy.value || saysReplay();
  const mode = instrumentOf(position.instrumentId)?.mode ?? 'open';
  const isHalted = isStill || mode === 'halted';
  const lots = formatLots(volume);
  const shares = closeShares(position, lotTermsOf(position.instrumentId)).filter(
    ({ percent }) => percent < 100,
  );
  return (
    <article className={styles.row} data-closed={!isOpen || undefined}>
      <p className={styles.facts}>
        <span className={styles.side} data-side={side}>
          {t(side === 'buy' ? 'order.buy' : 'order.sell')} <Value>{lots}</Value>
        </span>
        <span className="soft" dir="ltr" translate="no">
          {formatPrice(position.openPrice, precision)}
        </span>
        {isOpen ? (
          <SigText
            className={`strong ${styles.pnl}`}
            tone={() => hideableTone(mark.pnl.value)}
            text={() => hideableText(formatSigned(mark.pnl.value))}
          />
        ) : (
          <span className={`soft ${styles.pnl}`}>{t('strip.closed')}</span>
        )}
      </p>
      <div className={styles.acts}>
        {shares.map(({ percent, size }) => (
          <Button key={percent} variant="quiet" size="s" disabled={isHalted} onClick={() => onClose(size)}>
            <span aria-hidden="true">{withPercent(String(percent))}</span>
            <span className="visually-hidden">{t('order.close_lots', { lots: formatLots(size) })}</span>
          </Button>
        ))}
        <Button variant="quiet" size="s" disabled={isStill || mode !== 'open'} onClick={onReverse}>
          <Icon name={{ path: SWAP }} size={18} />
          <span className="visually-hidden">{t('moves.reverse')}</span>
        </Button>
        <Button variant="quiet" size="s" disabled={isHalted} onClick={() => onClose(undefined)}>
          <span aria-hidden="true">{t('order.close')}</span>
          <span className="visually-hidden">{t('order.close_row', { name, lots })}</span>
        </Button>
      </div>
    </article>
  );
}

const SWAP = 'M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4';
