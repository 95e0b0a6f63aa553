import { effect } from '@preact/signals-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { later } from '../../../clock.ts';
import { Icon } from '../../../components/Icon.tsx';
import { SigText } from '../../../components/SigText.tsx';
import { useNodeEffect } from '../../../components/use-node-effect.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { keepTaps } from '../../../state/kept-taps.ts';
import { orderTaps, showTaps } from '../../../state/order-taps.ts';
import styles from './TapLine.module.css';
import { isTrouble, tapText } from './tap-text.ts';

const TapSheet = lazy(() => import('./TapSheet.tsx').then((module) => ({ default: module.TapSheet })));

/**
 * One-tap trading is on, and what became of the newest tap; opens the list of all. Effects write its texts: ten taps a
 * second render nothing here.
 */
export function TapLine() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  useEffect(showTaps, []);
  useEffect(keepTaps, []);
  const newest = useCallback(() => {
    const [tap] = orderTaps.value;
    return tap === undefined ? t('ticket.one_tap') : tapText(t, tap);
  }, [t]);
  const count = useCallback(() => (orderTaps.value.length === 0 ? '' : String(orderTaps.value.length)), []);
  const mark = useCallback((node: HTMLElement) => {
    const [tap] = orderTaps.value;
    node.toggleAttribute('data-empty', tap === undefined);
    node.toggleAttribute('data-trouble', tap !== undefined && isTrouble(tap));
  }, []);
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
        <span className="visually-hidden">{t('settings.one_tap')}: </span>
        <SigText className={`grow ${styles.text}`} text={newest} words />
        <SigText className={styles.count} text={count} />
        <Icon name="up" size={16} />
      </button>
      <Announcer />
      <Suspense fallback={null}>
        {wasOpened && <TapSheet open={isOpen} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  );
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
      // What happened before this screen opened is no news.
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
