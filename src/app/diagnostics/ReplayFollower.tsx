import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useSignals } from '../../components/use-signals.ts';
import { followChoices } from '../../state/follow-choices.ts';
import { noteScreen, screenIsDue } from '../../state/replay.ts';
import { followsUser, recordedPath, recordedScroll, recordedTaps } from '../../state/replay-follow.ts';
import { findElement } from '../../state/tapped-element.ts';
import styles from './ReplayBanner.module.css';

/** Opens the replay on the recorded screen; if asked to, follows the user from screen to screen and shows the taps. */
export function ReplayFollower() {
  useSignals();
  useEffect(coverMissingPictures, []);
  useEffect(followChoices, []);
  return (
    <>
      <Follow
        path={recordedPath.value}
        isDue={screenIsDue.value}
        follows={followsUser.value}
        scrolledTo={recordedScroll.value}
      />
      <Taps />
    </>
  );
}

interface FollowProps {
  readonly path: string | undefined;
  readonly isDue: boolean;
  readonly follows: boolean;
  readonly scrolledTo: number;
}

function Follow({ path, isDue, follows, scrolledTo }: FollowProps) {
  const [location, navigate] = useLocation();
  useEffect(() => {
    if (!isDue || path === undefined) return;
    noteScreen();
    navigate(path);
  }, [isDue, path, navigate]);
  useEffect(() => {
    if (follows && path !== undefined) navigate(path, { replace: true });
  }, [follows, path, navigate]);
  // Screens that stay mounted come back where they were left.
  const isThere = path?.split('?', 1)[0] === location;
  useEffect(() => {
    return follows && isThere ? keepScrolled(scrolledTo) : undefined;
  }, [follows, isThere, scrolledTo]);

  return null;
}

/** Scrolls the screen, again whenever it grows: what it shows may come later. @returns stops that */
function keepScrolled(top: number): () => void {
  const pane = [...document.querySelectorAll('[data-scroll]')].find((one) => one.clientHeight > 0);
  const scroll = (): void => (pane ?? document.scrollingElement)?.scrollTo({ top });
  const sized = new ResizeObserver(scroll);
  // On a phone the screen is the page.
  const watch = (): void => {
    for (const part of pane?.children ?? [document.body]) sized.observe(part);
  };
  const replaced = new MutationObserver(watch);
  if (pane) replaced.observe(pane, { childList: true });
  watch();
  scroll();
  return () => {
    sized.disconnect();
    replaced.disconnect();
  };
}

function Taps() {
  useSignals();
  return recordedTaps.value.map(({ atMs, x, y, element }) => (
    <span
      key={`${atMs} ${element.tag} ${element.nth}`}
      className={styles.tap}
      style={placeOf(findElement(element), x, y)}
      aria-hidden="true"
    />
  ));
}

/** The same place of the window, whose size may differ: within the control that was tapped, if this screen shows it. */
function placeOf(control: Element | undefined, x: number, y: number): { left: string; top: string } {
  const [left, top] = [x * innerWidth, y * innerHeight];
  const box = control?.getBoundingClientRect();
  const isShown = box !== undefined && box.bottom > 0 && box.top < innerHeight;
  if (!isShown) return { left: `${left}px`, top: `${top}px` };
  const within = (at: number, from: number, to: number) => Math.min(to, Math.max(from, at));
  return {
    left: `${within(left, box.left, box.right)}px`,
    top: `${within(top, box.top, box.bottom)}px`,
  };
}

const NOTHING = encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="160" height="90"/>');

/**
 * Recordings have no pictures, and this site may have none of the same name: shows a quiet box in place of the browser's
 * sign. @returns stops that
 */
function coverMissingPictures(): () => void {
  const cover = (image: HTMLImageElement, isMissing: boolean): void => {
    image.style.content = isMissing ? `url("data:image/svg+xml,${NOTHING}")` : '';
    image.style.background = isMissing ? 'var(--surface-2)' : '';
  };
  const note = ({ type, target }: Event): void => {
    if (target instanceof HTMLImageElement) cover(target, type === 'error');
  };
  for (const image of document.images)
    cover(image, image.hasAttribute('src') && image.complete && image.naturalWidth === 0);
  for (const type of ['error', 'load']) document.addEventListener(type, note, true);
  return () => {
    for (const type of ['error', 'load']) document.removeEventListener(type, note, true);
    for (const image of document.images) cover(image, false);
  };
}
