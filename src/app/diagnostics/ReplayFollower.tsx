import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useSignals } from '../../components/use-signals.ts';
import { noteScreen, screenIsDue } from '../../state/replay.ts';
import { followsUser, recordedPath, recordedScroll, recordedTaps } from '../../state/replay-follow.ts';
import { findElement } from '../../state/tapped-element.ts';
import styles from './ReplayBanner.module.css';

/** Opens the replay on the recorded screen; if asked to, follows the user from screen to screen and shows the taps. */
export function ReplayFollower() {
  useSignals();
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
    if (!follows || !isThere) return;
    const pane = [...document.querySelectorAll('[data-scroll]')].find((one) => one.clientHeight > 0);
    // On a phone the screen is the page.
    (pane ?? document.scrollingElement)?.scrollTo({ top: scrolledTo });
  }, [follows, isThere, scrolledTo]);

  return null;
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
