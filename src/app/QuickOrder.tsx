import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useSignals } from '../components/use-signals.ts';
import { loadLaterTexts } from '../i18n/texts.ts';
import { startLater } from '../state/app-state.ts';
import { closeQuickOrder, quickOrder } from '../state/quick-order.ts';

type Sheet = typeof import('../screens/Trade/ticket/QuickTicket.tsx').QuickTicket;

/** The short ticket, whose code comes when it is first asked for. */
export function QuickOrder() {
  useSignals();
  const [path, navigate] = useLocation();
  const id = quickOrder.value?.id;
  const [loaded, setLoaded] = useState<{ readonly QuickTicket: Sheet }>();
  const askedOn = useRef(path);
  useEffect(() => {
    // Its code may come late, and another screen has buttons of its own where the sheet's would appear.
    if (path !== askedOn.current) closeQuickOrder();
    askedOn.current = path;
  }, [path]);
  useEffect(() => {
    if (id === undefined || loaded) return;
    Promise.all([import('../screens/Trade/ticket/QuickTicket.tsx'), loadLaterTexts(), startLater()]).then(
      ([module]) => setLoaded(module),
      () => {
        if (quickOrder.peek()?.id !== id) return;
        // Out of reach: the screen with the whole ticket says so, or has it already.
        closeQuickOrder();
        navigate(`/trade?id=${id}`);
      },
    );
  }, [id, loaded, navigate]);
  return loaded ? <loaded.QuickTicket /> : null;
}
