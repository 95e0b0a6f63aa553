import { useComputed } from '@preact/signals-react';
import { type ComponentProps, lazy, type RefObject, Suspense, useLayoutEffect, useRef } from 'react';
import type { Side } from '../../../../shared/domain/order.ts';
import { SigText } from '../../../components/SigText.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { formatPrice } from '../../../format/number.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { confirmOrders } from '../../../state/preferences.ts';
import { MarginCall } from '../../shared/MarginCall.tsx';
import { SideButtons } from './SideButton.tsx';
import styles from './Ticket.module.css';
import type { StopName } from './ticket-stops.ts';
import { blockText } from './ticket-text.ts';
import type { TicketState } from './use-ticket.ts';

const TapLine = lazy(() => import('../taps/TapLine.tsx').then((module) => ({ default: module.TapLine })));

/** Sell and Buy, always within reach of the thumb. They say what a tap does, or why it cannot be done. */
export function TicketBar(props: ComponentProps<typeof SideButtons>) {
  useSignals();
  const { ticket } = props;
  const { t } = useTranslation();
  const block = ticket.block.value;
  const stopped = useComputed(() => {
    const { stopLoss, takeProfit } = ticket.shown.value;
    return stopLoss !== '' || takeProfit !== '';
  });
  const bar = useRef<HTMLDivElement>(null);
  useDockHeight(bar);
  return (
    <div ref={bar} className={styles.bar}>
      <div className={styles.notes}>
        {block !== undefined && (
          <p className="warning" role="status">
            {blockText(t, block, ticket.instrument)}
          </p>
        )}
        {block === undefined && <MarginCall />}
      </div>
      {!confirmOrders.value && (
        <div className={styles.taps}>
          <Suspense fallback={null}>
            <TapLine />
          </Suspense>
        </div>
      )}
      {stopped.value && (
        <div className={`faint ${styles.stops}`}>
          <SideStops ticket={ticket} side="sell" />
          <SideStops ticket={ticket} side="buy" />
        </div>
      )}
      <SideButtons {...props} />
    </div>
  );
}

/** The `--dock-h` of the page, px; until a bar was measured that of the style sheet. */
let dockHeight: number | undefined;

/**
 * Tells the page how high the bar is, with the notes above it: `--dock-h`. It depends on text size, language and what the bar
 * says. What lies below it scrolls clear of it by that, and messages stand above it.
 */
function useDockHeight(bar: RefObject<HTMLDivElement | null>): void {
  // In the frame that shows the bar: a later change would restyle the page a second time.
  useLayoutEffect(() => {
    const { current: node } = bar;
    const notes = node?.firstElementChild;
    if (!node || !notes) return;
    const root = document.documentElement;
    const measure = new ResizeObserver(() => {
      dockHeight ??= Number.parseFloat(getComputedStyle(root).getPropertyValue('--dock-h'));
      const { top, bottom } = node.getBoundingClientRect();
      const height = Math.ceil(bottom - top + notes.clientHeight);
      // Each new value restyles the whole page, so the last one stays when the bar is gone: the next one is as high.
      if (height > 0 && height !== dockHeight) root.style.setProperty('--dock-h', `${height}px`);
      if (height > 0) dockHeight = height;
    });
    measure.observe(node, { box: 'border-box' });
    measure.observe(notes, { box: 'border-box' });
    root.dataset['dock'] = '';
    return () => {
      measure.disconnect();
      delete root.dataset['dock'];
    };
  }, [bar]);
}

/** The stops that an order of this side would get; `--` for one that is not valid for it. */
function SideStops({ ticket, side }: { readonly ticket: TicketState; readonly side: Side }) {
  const { t } = useTranslation();
  const written = (name: StopName, mark: string): string =>
    ticket.shown.value[name] === ''
      ? ''
      : `${mark}\u00a0${formatPrice(ticket.stopPrice(name, side), ticket.instrument.precision)}`;
  return (
    <SigText
      text={() =>
        [
          written('stopLoss', t('order.side_mark.stop_loss')),
          written('takeProfit', t('order.side_mark.take_profit')),
        ]
          .filter((one) => one !== '')
          .join(' · ')
      }
    />
  );
}
