import { useEffect, useLayoutEffect, useRef } from 'react';
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
  // Before the paint.
  useLayoutEffect(() => {
    if (newest !== undefined && host.current !== null) lift(host.current);
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

/** Moves toasts above what they must not cover, where that lies at their place: it is marked with `data-uncovered`. */
function lift(host: HTMLElement): void {
  host.style.translate = '';
  const toast = host.getBoundingClientRect();
  for (const one of document.querySelectorAll('[data-uncovered]')) {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    const isBeside = right <= toast.left || left >= toast.right;
    if (isBeside || bottom <= toast.top || top >= toast.bottom) continue;
    host.style.translate = `0 ${Math.floor(top - GAP_PX - toast.bottom)}px`;
    return;
  }
}
