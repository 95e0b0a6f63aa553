import { useEffect, useRef } from 'react';

/**
 * Lets the back gesture close what is open. Where the browser has close watchers it does so for dialogs by itself;
 * elsewhere an entry of our own on the history stands for the open dialog.
 */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!open || 'CloseWatcher' in window) return;
    const mark = { modal: crypto.randomUUID() };
    history.pushState(mark, '');
    const onBack = (): void => close.current();
    window.addEventListener('popstate', onBack);
    return () => {
      window.removeEventListener('popstate', onBack);
      // Gone already after a back gesture, or covered by a page that was opened from the dialog.
      if (history.state?.modal === mark.modal) history.back();
    };
  }, [open]);
}
