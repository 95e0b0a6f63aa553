import { useEffect, useLayoutEffect, useRef } from 'react';
import { every } from '../clock.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import styles from './Toasts.module.css';
import { dismissToast, type ToastKind, toasts } from './toast-store.ts';
import { useSignals } from './use-signals.ts';

const ICON_OF = { info: 'info', ok: 'check', error: 'warning' } as const satisfies Record<
  ToastKind,
  IconName
>;

/** Shows the toasts; mounted once in the app. */
export function Toasts() {
  useSignals();
  const shown = toasts.value;
  const newest = shown.at(-1)?.id;
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const node = host.current;
    if (node === null) return;
    // Over a dialog it opens again, since the last to enter the top layer lies above the others.
    if (newest !== undefined && document.querySelector('dialog[open]') !== null) node.hidePopover();
    if (!node.matches(':popover-open')) node.showPopover();
  }, [newest]);
  // Before the paint, and again for what is opened below it later.
  useLayoutEffect(() => {
    const node = host.current;
    if (newest === undefined || node === null) return;
    lift(node);
    return every(LOOK_MS, () => lift(node));
  }, [newest]);
  return (
    <div ref={host} popover="manual" className={styles.host}>
      {shown.map((toast) => (
        <button
          type="button"
          key={toast.id}
          className={styles.toast}
          data-kind={toast.kind}
          data-lasts={toast.lasts}
          onClick={() => dismissToast(toast.id)}
        >
          <Icon name={ICON_OF[toast.kind]} size={18} />
          <span>{toast.text}</span>
        </button>
      ))}
    </div>
  );
}

const GAP_PX = 4;
const LOOK_MS = 250;

/**
 * Moves toasts above what they must not cover, where that lies at their place: what is marked with `data-uncovered`, and all
 * controls of open dialogs.
 */
function lift(host: HTMLElement): void {
  host.style.translate = '';
  const { top, bottom, left, right } = host.getBoundingClientRect();
  let up = 0;
  const uncovered = document.querySelectorAll(
    document.querySelector('dialog[open]') === null
      ? '[data-uncovered]'
      : 'dialog[open] :is([data-uncovered], button, input, a)',
  );
  const marked = [...uncovered].map((one) => one.getBoundingClientRect());
  // What lies above one may be at the place of the toasts then.
  for (const one of marked.sort((a, b) => b.top - a.top)) {
    const isBeside = one.right <= left || one.left >= right;
    if (!isBeside && one.bottom > top - up && one.top < bottom - up)
      up = Math.ceil(bottom + GAP_PX - one.top);
  }
  // A full screen of controls has no free place: a message is seen all the same.
  up = Math.min(up, Math.floor(top));
  host.style.translate = up > 0 ? `0 ${-up}px` : '';
}
