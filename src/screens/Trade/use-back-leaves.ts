import { useEffect, useRef } from 'react';

/** While `active`, Escape and the back gesture call `leave` once instead of leaving the page. */
export function useBackLeaves(active: boolean, leave: () => void): void {
  const newest = useRef(leave);
  useEffect(() => {
    newest.current = leave;
  });
  useEffect(() => {
    if (!active) return;
    return 'CloseWatcher' in window ? watchClose(() => newest.current()) : pushEntry(() => newest.current());
  }, [active]);
}

/** Not yet in the language's library of the DOM. */
declare const CloseWatcher: new () => { onclose: (() => void) | null; destroy(): void };

function watchClose(leave: () => void): () => void {
  const watcher = new CloseWatcher();
  watcher.onclose = leave;
  return () => watcher.destroy();
}

/** Without close watchers: a history entry of its own for the back gesture, and a listener for the key. */
function pushEntry(leave: () => void): () => void {
  const mark = crypto.randomUUID();
  history.pushState({ layer: mark }, '');
  // A sheet over it has an entry of its own, whose end comes back to this one.
  const onBack = () => {
    if (history.state?.layer !== mark) leave();
  };
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && document.querySelector('dialog[open]') === null) leave();
  };
  window.addEventListener('popstate', onBack);
  window.addEventListener('keydown', onKey);
  return () => {
    window.removeEventListener('popstate', onBack);
    window.removeEventListener('keydown', onKey);
    if (history.state?.layer === mark) history.back();
  };
}
