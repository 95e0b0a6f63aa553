import { effect, type ReadonlySignal, signal } from '@preact/signals-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { later } from '../../../clock.ts';
import { Icon } from '../../../components/Icon.tsx';
import { SigText } from '../../../components/SigText.tsx';
import { useNodeEffect } from '../../../components/use-node-effect.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { keepTaps } from '../../../state/kept-taps.ts';
import { deviceNow } from '../../../state/now.ts';
import { isFinal, type OrderTap, orderTaps, showTaps } from '../../../state/order-taps.ts';
import styles from './TapLine.module.css';
import { isTrouble, tapText } from './tap-text.ts';

const TapSheet = lazy(() => import('./TapSheet.tsx').then((module) => ({ default: module.TapSheet })));

/**
 * One-tap trading is on, and for a moment what became of the newest tap; opens the list of all. Effects write its texts: ten
 * taps a second render nothing here.
 */
export function TapLine() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  useEffect(showTaps, []);
  useEffect(keepTaps, []);
  const news = useNews();
  const title = useCallback(() => (news.value === undefined ? '' : `${t('settings.one_tap')}: `), [news, t]);
  const text = useCallback(() => {
    const tap = news.value;
    return tap === undefined ? t('settings.one_tap') : tapText(t, tap);
  }, [news, t]);
  const mark = useCallback(
    (node: HTMLElement) => {
      const tap = news.value;
      node.toggleAttribute('data-shown', tap !== undefined);
      node.toggleAttribute('data-trouble', tap !== undefined && isTrouble(tap));
    },
    [news],
  );
  const line = useNodeEffect<HTMLButtonElement>(mark);
  return (
    <>
      <button
        ref={line}
        type="button"
        className={`row ${styles.line}`}
        aria-haspopup="dialog"
        onClick={() => {
          setWasOpened(true);
          setIsOpen(true);
        }}
      >
        <Icon name={{ path: BOLT }} size={16} />
        <SigText className="visually-hidden" text={title} words />
        <SigText className={`grow one-line ${styles.text}`} text={text} words />
        <Icon name="up" size={16} />
      </button>
      <Announcer />
      <Suspense fallback={null}>
        {wasOpened && <TapSheet open={isOpen} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  );
}

/** How long a final fate is shown. */
const SHOWN_MS = 3_000;

/** The newest tap while it waits for its answer, and a moment longer; not one of before this screen opened. */
function useNews(): ReadonlySignal<OrderTap | undefined> {
  const [news] = useState(() => signal<OrderTap>());
  useEffect(() => {
    let known = orderTaps.peek()[0];
    let cancel = (): void => {};
    const stop = effect(() => {
      const [tap] = orderTaps.value;
      if (tap === known) return;
      // The list of an earlier page came back.
      const isOld = tap !== undefined && tap.cid !== known?.cid && deviceNow() - tap.atMs > SHOWN_MS;
      known = tap;
      cancel();
      news.value = isOld && isFinal(tap) ? undefined : tap;
      if (tap === undefined || !isFinal(tap)) return;
      cancel = later(SHOWN_MS, () => {
        news.value = undefined;
      });
    });
    return () => {
      stop();
      cancel();
    };
  }, [news]);
  return news;
}

const BOLT = 'M13 3L5 14h6l-1 7 8-11h-6z';

/** A screen reader hears the newest fate when the taps pause, and not each of ten a second. */
const CALM_MS = 700;

function Announcer() {
  const { t } = useTranslation();
  const host = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let cancel = (): void => {};
    let isFirst = true;
    const stop = effect(() => {
      const [tap] = orderTaps.value;
      cancel();
      // Taps of before this screen opened are not shown.
      if (!isFirst && tap !== undefined && tap.fate.status !== 'sent') {
        cancel = later(CALM_MS, () => {
          if (host.current !== null) host.current.textContent = tapText(t, tap);
        });
      }
      isFirst = false;
    });
    return () => {
      stop();
      cancel();
    };
  }, [t]);
  return <span ref={host} className="visually-hidden" role="status" />;
}
