import { type Alerts, createAlerts } from '../../../server/alerts/alerts.ts';
import type { Market } from '../../../server/feed/market.ts';
import type { PastTicks } from '../../../server/feed/past-ticks.ts';
import type { Store } from '../../../server/store/store.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { price } from '../../../shared/domain/price.ts';
import { type Dealing, good, startDealing } from '../../helpers/dealing.ts';

/** The room of the alerts over a real database, with a market and a clock that the test controls. */
export interface AlertsScene extends Dealing {
  readonly alerts: Alerts;
  /** An alert of EURUSD at a price in points. */
  at(account: AccountId, points: number, repeats?: boolean): Promise<void>;
  /** An alert of EURUSD at a move of the day in hundredths of a percent. */
  move(account: AccountId, hundredths: number, repeats?: boolean): Promise<void>;
  /** Ticks of EURUSD, and what they changed is stored. */
  ticks(...prices: readonly number[]): Promise<void>;
  /** Which of an account's alerts are on, and when they fired, the first added first. */
  states(account: AccountId): Promise<readonly (readonly [isOn: boolean, firedAt: number | undefined])[]>;
  /** The accounts that were told. */
  readonly told: AccountId[];
  /** As when the process is killed, and started again. */
  restart(): Promise<AlertsScene>;
}

export interface AlertsSceneOptions {
  readonly dataDir?: string;
  readonly wrapStore?: (store: Store) => Pick<Store, 'read' | 'write'>;
  readonly wrapMarket?: (market: Market) => Market;
  readonly past?: PastTicks;
}

export async function startAlerts(options: AlertsSceneOptions = {}): Promise<AlertsScene> {
  const { dataDir, wrapStore = (store) => store, wrapMarket = (market) => market, past } = options;
  const dealing = await startDealing(dataDir === undefined ? {} : { dataDir });
  const { store, market, clock, errors } = dealing;
  const alerts = createAlerts({
    store: wrapStore(store),
    market: wrapMarket(market),
    clock,
    past,
    report: (error) => errors.push(error),
  });
  await alerts.start();
  dealing.beforeStop(() => alerts.stop());
  const told: AccountId[] = [];
  alerts.onChange((account) => told.push(account));
  const eurusd = instrumentId(1);
  return {
    ...dealing,
    alerts,
    told,
    at: async (account, points, repeats = false) =>
      good(
        await alerts.add(account, {
          instrumentId: eurusd,
          target: { kind: 'price', price: price(points) },
          repeats,
        }),
      ),
    move: async (account, hundredths, repeats = false) =>
      good(
        await alerts.add(account, { instrumentId: eurusd, target: { kind: 'percent', hundredths }, repeats }),
      ),
    async ticks(...prices) {
      for (const one of prices) market.tick('EURUSD', one);
      // Writes are served in turn: this one is after those of the ticks.
      await store.write(async () => undefined);
      await store.write(async () => undefined);
    },
    states: async (account) =>
      [...(await alerts.list(account))].reverse().map(({ isOn, firedAt }) => [isOn, firedAt] as const),
    async restart() {
      await store.close();
      return startAlerts({ ...options, dataDir: dealing.dataDir });
    },
  };
}
