import { effect, type ReadonlySignal, signal } from '@preact/signals-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { later } from '../../../clock.ts';
import { Button } from '../../../components/Button.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { SigText } from '../../../components/SigText.tsx';
import { useNodeEffect } from '../../../components/use-node-effect.ts';
import { useSignals } from '../../../components/use-signals.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { keepTaps } from '../../../state/kept-taps.ts';
import { deviceNow } from '../../../state/now.ts';
import { isFinal, type OrderTap, orderTaps, showTaps } from '../../../state/order-taps.ts';
import { confirmOrders } from '../../../state/preferences.ts';
import styles from './TapLine.module.css';
import { isTrouble, progressText, tapText } from './tap-text.ts';

const TapSheet = lazy(() => import('./TapSheet.tsx').then((module) => ({ default: module.TapSheet })));

/**
 * What became of the newest taps, for a moment, in the place of other figures; opens the list of all. Effects write it: ten taps
 * a second render nothing here.
 */
export function TapLine() {
  const { t } = useTranslation();
  const list = useTapSheet();
  useEffect(showTaps, []);
  useEffect(keepTaps, []);
  const news = useNews();
  const text = useCallback(() => {
    const { taps } = news.value;
    const [tap] = taps;
    if (tap === undefined) return '';
    return (taps.length < 2 ? '' : `${progressText(t, taps)} · `) + tapText(t, tap);
  }, [news, t]);
  const title = useCallback(
    () => (news.value.taps.length === 0 ? '' : `${t('settings.one_tap')}: `),
    [news, t],
  );
  const line = useNodeEffect<HTMLButtonElement>(
    useCallback(
      (node) => {
        const { taps, isFading } = news.value;
        const [tap] = taps;
        node.hidden = tap === undefined || confirmOrders.value;
        node.toggleAttribute('data-fading', isFading);
        node.toggleAttribute('data-trouble', tap !== undefined && isTrouble(tap));
      },
      [news],
    ),
  );
  const pips = useNodeEffect<HTMLSpanElement>(
    useCallback(
      (node) => {
        const { taps } = news.value;
        const shown = taps.length > MOST_PIPS ? [] : taps.toReversed();
        while (node.childElementCount > shown.length) node.lastElementChild?.remove();
        while (node.childElementCount < shown.length) node.append(document.createElement('i'));
        shown.forEach((tap, at) => {
          const pip = node.children[at] as HTMLElement;
          const look = isTrouble(tap) ? 'trouble' : tap.fate.status;
          if (pip.dataset['fate'] !== look) pip.dataset['fate'] = look;
        });
      },
      [news],
    ),
  );
  return (
    <>
      <button
        ref={line}
        type="button"
        className={styles.line}
        aria-haspopup="dialog"
        hidden
        onClick={list.open}
      >
        <span ref={pips} className={styles.pips} aria-hidden="true" />
        <SigText className="visually-hidden" text={title} words />
        <SigText className={`grow ${styles.text}`} text={text} words />
        <Icon name="forward" size={16} />
      </button>
      <Announcer />
      {list.sheet}
    </>
  );
}

/** Opens the list where no line is in sight. */
export function TapsButton() {
  useSignals();
  const { t } = useTranslation();
  const list = useTapSheet();
  return (
    orderTaps.value.length > 0 && (
      <>
        <Button variant="quiet" size="s" onClick={list.open}>
          {`${t('settings.one_tap')} · ${progressText(t, orderTaps.value)}`}
        </Button>
        {list.sheet}
      </>
    )
  );
}

/** The list of all taps, whose code comes with its first opening. */
function useTapSheet() {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  return {
    open: () => setState('open'),
    sheet: (
      <Suspense fallback={null}>
        {state !== 'never' && <TapSheet open={state === 'open'} onClose={() => setState('closed')} />}
      </Suspense>
    ),
  };
}

/** Beyond it the count says it. */
const MOST_PIPS = 20;

/** How long a final fate is shown, and from when on it fades. */
const SHOWN_MS = 3_000;
const INK_MS = 2_000;

/** The taps of a burst, newest first. */
interface News {
  readonly taps: readonly OrderTap[];
  readonly isFading: boolean;
}

const NO_NEWS: News = { taps: [], isFading: false };

/** The newest taps while one waits for its answer, and a moment longer. */
function useNews(): ReadonlySignal<News> {
  const [news] = useState(() => signal(NO_NEWS));
  useEffect(() => {
    let known: readonly OrderTap[] = [];
    /** The cid of the newest tap that is no longer news. */
    let past: string | undefined;
    let ends: readonly (() => void)[] = [];
    const stop = effect(() => {
      const all = orderTaps.value;
      if (all === known) return;
      known = all;
      const [tap] = all;
      // Of an earlier screen, or the list of an earlier page that came back.
      const isOld = (one: OrderTap) => isFinal(one) && deviceNow() - one.atMs > SHOWN_MS;
      const end = all.findIndex((one) => one.cid === past || (news.peek().taps.length === 0 && isOld(one)));
      const taps = end < 0 ? all : all.slice(0, end);
      for (const cancel of ends) cancel();
      ends = [];
      news.value = { taps, isFading: false };
      if (tap === undefined || taps.some((one) => !isFinal(one))) return;
      ends = [
        later(INK_MS, () => {
          news.value = { taps, isFading: true };
        }),
        later(SHOWN_MS, () => {
          past = tap.cid;
          news.value = NO_NEWS;
        }),
      ];
    });
    return () => {
      stop();
      for (const cancel of ends) cancel();
    };
  }, [news]);
  return news;
}

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
      if (!isFirst && tap !== undefined && tap.fate.status !== 'sent' && !confirmOrders.peek()) {
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
