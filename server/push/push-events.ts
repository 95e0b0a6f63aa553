import type { Alerts } from '../alerts/alerts.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Market } from '../feed/market.ts';
import type { Push } from './push.ts';
import { alertNotice, marginCallNotice, orderNotice } from './push-notice.ts';

interface PushEventDeps {
  readonly push: Pick<Push, 'notify'>;
  readonly exchange: Pick<Exchange, 'onPriceEvent'>;
  readonly alerts: Pick<Alerts, 'onFired'>;
  readonly market: Pick<Market, 'instrument' | 'wall'>;
}

/** Notifies the owners' devices of what prices did in this process: alerts, fills, stops, margin calls. @returns stop */
export function pushEvents({ push, exchange, alerts, market }: PushEventDeps): () => void {
  const stops = [
    exchange.onPriceEvent(({ accountId, order }) => {
      const notice =
        order === 'margin-call' ? marginCallNotice(market.wall()) : orderNotice(order, market.wall());
      if (notice !== undefined) push.notify(accountId, notice);
    }),
    alerts.onFired((fired) => {
      for (const alert of fired) {
        const instrument = market.instrument(alert.instrumentId);
        if (instrument === undefined) continue;
        push.notify(alert.accountId, alertNotice(alert, instrument.showCode, alert.firedAt ?? market.wall()));
      }
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
