import { createMarginWatch, type MarginWatchDeps } from './margin-watch.ts';
import { createOrderWatch, type Watch } from './order-watch.ts';

/** Watches prices for the accounts: targets and stops at each tick, stop-outs shortly after. */
export function createWatch(deps: MarginWatchDeps): Watch {
  const orders = createOrderWatch(deps);
  const margins = createMarginWatch(deps);
  let unsubscribe: (() => void) | undefined;
  return {
    update(state) {
      orders.update(state);
      margins.update(state);
    },
    start() {
      orders.start();
      margins.start();
      unsubscribe = deps.market.onTick((tick) => {
        // A bug here must not keep the tick from other listeners.
        try {
          orders.onTick(tick);
          margins.onTick(tick);
        } catch (error) {
          deps.report(error);
        }
      });
    },
    stop() {
      unsubscribe?.();
      orders.stop();
      margins.stop();
    },
  };
}
