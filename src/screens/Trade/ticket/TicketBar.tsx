import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react';
import { Icon } from '../../../components/Icon.tsx';
import { SigText } from '../../../components/SigText.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { MarginCall } from '../../shared/MarginCall.tsx';
import { useOneTap } from '../../shared/use-one-tap.tsx';
import { useSpread } from '../../shared/use-spread.ts';
import { linePlaces } from '../lines/line-places.ts';
import { SideButtons } from './SideButton.tsx';
import styles from './Ticket.module.css';
import { blockText } from './ticket-text.ts';
import type { TicketState } from './use-ticket.ts';

/** Sell and Buy, always within reach of the thumb. They say what a tap does, or why it cannot be done. */
export function TicketBar(props: Omit<ComponentProps<typeof SideButtons>, 'children'>) {
  useSignals();
  const { ticket } = props;
  const { t } = useTranslation();
  const block = ticket.block.value;
  const bar = useRef<HTMLDivElement>(null);
  useDockHeight(bar);
  return (
    <div ref={bar} className={styles.bar}>
      <div className={styles.notes}>
        {block === undefined ? (
          <MarginCall />
        ) : (
          <p className="warning" role="status">
            {blockText(t, block, ticket.instrument)}
          </p>
        )}
      </div>
      <SideButtons {...props}>
        <Bolt ticket={ticket} />
      </SideButtons>
      <div ref={linePlaces.bar.take} className={styles.place} />
    </div>
  );
}

const BOLT = 'M13 3L5 14h6l-1 7 8-11h-6z';

/** Between both prices: what lies between them, if there are two, and one-tap trading. */
function Bolt({ ticket }: { readonly ticket: TicketState }) {
  useSignals();
  const { t } = useTranslation();
  const { isOn, toggle, question } = useOneTap();
  const spread = useSpread(ticket.quote);
  return (
    <>
      <button type="button" className={styles.axis} data-bolt aria-pressed={isOn} onClick={toggle}>
        {spread && (
          <span>
            <span className="visually-hidden">{t('ticket.spread')}</span>
            <SigText text={spread} words />
          </span>
        )}
        <Icon name={{ path: BOLT }} size={20} />
        <span className="visually-hidden">{t('settings.one_tap')}</span>
      </button>
      {question}
    </>
  );
}

/** The `--dock-h` of the page, px; until a bar was measured that of the style sheet. */
let dockHeight: number | undefined;

/**
 * Tells the page how high the bar is: `--dock-h`. It depends on text size, language and what the bar says. What lies below it
 * scrolls clear of it by that, and messages stand above it.
 */
function useDockHeight(bar: RefObject<HTMLDivElement | null>): void {
  // In the frame that shows the bar: a later change would restyle the page a second time.
  useLayoutEffect(() => {
    const { current: node } = bar;
    if (!node) return;
    const root = document.documentElement;
    const measure = new ResizeObserver(() => {
      dockHeight ??= Number.parseFloat(getComputedStyle(root).getPropertyValue('--dock-h'));
      const { top, bottom } = node.getBoundingClientRect();
      const height = Math.ceil(bottom - top);
      // Each new value restyles the whole page, so the last one stays when the bar is gone: the next one is as high.
      if (height > 0 && height !== dockHeight) root.style.setProperty('--dock-h', `${height}px`);
      if (height > 0) dockHeight = height;
    });
    measure.observe(node, { box: 'border-box' });
    root.dataset['dock'] = '';
    return () => {
      measure.disconnect();
      delete root.dataset['dock'];
    };
  }, [bar]);
}
