import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { later } from '../clock.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Icon } from './Icon.tsx';
import styles from './PullToRefresh.module.css';

interface PullToRefreshProps {
  readonly onRefresh: () => Promise<void>;
  readonly children: ReactNode;
}

/** Specification, section 9. */
const SHOWN_AT_LEAST_MS = 500;
const TRIGGER_PX = 64;
const MAX_PX = 96;

/** Refreshes when the page is pulled down at its top. The indicator stays for at least half a second. */
export function PullToRefresh({ onRefresh, children }: PullToRefreshProps) {
  const host = useRef<HTMLDivElement>(null);
  const refreshing = usePull(host, (node) => node, onRefresh);
  return (
    <div ref={host} className={styles.host} data-refreshing={refreshing || undefined} aria-busy={refreshing}>
      <Indicator refreshing={refreshing} />
      {children}
    </div>
  );
}

/** The same for the page around it, which need not wait for this code. */
export function PullAround({ onRefresh }: Pick<PullToRefreshProps, 'onRefresh'>) {
  const host = useRef<HTMLDivElement>(null);
  const refreshing = usePull(host, pageOf, onRefresh);
  return (
    <div
      ref={host}
      className={styles.around}
      data-refreshing={refreshing || undefined}
      aria-busy={refreshing}
    >
      <Indicator refreshing={refreshing} />
    </div>
  );
}

const pageOf = (node: HTMLElement): HTMLElement => node.closest<HTMLElement>('main, aside') ?? node;

function Indicator({ refreshing }: { readonly refreshing: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={styles.indicator} role="status">
      <Icon name="refresh" size={20} />
      {refreshing && <span className="visually-hidden">{t('public.refreshing')}</span>}
    </div>
  );
}

/** @param areaOf what is pulled, for the element that has the indicator. Pass a stable function. */
function usePull(
  host: RefObject<HTMLElement | null>,
  areaOf: (host: HTMLElement) => HTMLElement,
  onRefresh: () => Promise<void>,
): boolean {
  const [refreshing, setRefreshing] = useState(false);
  const refresh = useRef(onRefresh);
  useEffect(() => {
    refresh.current = onRefresh;
  });
  useEffect(() => {
    const node = host.current;
    if (node === null || refreshing) return;
    return watchPull(areaOf(node), node, () => {
      setRefreshing(true);
      const shown = new Promise<void>((resolve) => later(SHOWN_AT_LEAST_MS, resolve));
      void Promise.allSettled([refresh.current(), shown]).then(() => setRefreshing(false));
    });
  }, [refreshing, host, areaOf]);
  return refreshing;
}

/** Follows one finger from the top of the page. The distance is written as a style, without a render. */
function watchPull(area: HTMLElement, node: HTMLElement, onPulled: () => void): () => void {
  let startY: number | undefined;
  let distance = 0;
  // On a wide screen the screens scroll in a box of their own; elsewhere it has no height.
  const box = node.closest('[data-scroll]');
  const scrolled = (): number => (box && box.clientHeight > 0 ? box.scrollTop : window.scrollY);
  const start = (event: TouchEvent): void => {
    const touch = event.touches[0];
    // A sheet lies above the page, though its element is within it.
    const isOnPage = event.target instanceof Element && event.target.closest('dialog') === null;
    const isPull = isOnPage && event.touches.length === 1 && scrolled() <= 0;
    startY = isPull ? touch?.clientY : undefined;
    distance = 0;
  };
  const move = (event: TouchEvent): void => {
    const touch = event.touches[0];
    if (startY === undefined || touch === undefined) return;
    distance = scrolled() > 0 ? 0 : Math.min(MAX_PX, Math.max(0, (touch.clientY - startY) / 2));
    node.style.setProperty('--pull', `${distance}px`);
    node.dataset['armed'] = String(distance >= TRIGGER_PX);
  };
  const end = (): void => {
    if (startY !== undefined && distance >= TRIGGER_PX) onPulled();
    startY = undefined;
    node.style.removeProperty('--pull');
    delete node.dataset['armed'];
  };
  area.addEventListener('touchstart', start, { passive: true });
  area.addEventListener('touchmove', move, { passive: true });
  area.addEventListener('touchend', end);
  area.addEventListener('touchcancel', end);
  return () => {
    area.removeEventListener('touchstart', start);
    area.removeEventListener('touchmove', move);
    area.removeEventListener('touchend', end);
    area.removeEventListener('touchcancel', end);
  };
}
