import { type Accounts, createAccounts } from '../../server/accounts/accounts.ts';
import { auditBooks } from '../../server/audit/audit.ts';
import type { DealingSettings, NewOrder } from '../../server/exchange/command.ts';
import type { Dealing as Commands } from '../../server/exchange/dealing.ts';
import {
  type AccountEvent,
  createExchange,
  type Exchange,
  type ExchangeDeps,
} from '../../server/exchange/exchange.ts';
import type { Market } from '../../server/feed/market.ts';
import { createNightRates } from '../../server/listings/night-rates.ts';
import { systemRandom } from '../../server/random.ts';
import { hashSecret } from '../../server/secret.ts';
import type { DatabaseSettings } from '../../server/store/settings.ts';
import { openStore, type Store, type StoreOptions } from '../../server/store/store.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { parseNightTime } from '../../shared/domain/financing.ts';
import {
  type CategoryId,
  type Instrument,
  instrumentId,
  settlementOf,
} from '../../shared/domain/instrument.ts';
import { moneyFromWire } from '../../shared/domain/money.ts';
import { orderId, type Side } from '../../shared/domain/order.ts';
import { priceFromWire } from '../../shared/domain/price.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { volumeFromWire } from '../../shared/domain/volume.ts';
import type { Result } from '../../shared/result.ts';
import { across } from './across.ts';
import { chosenDatabase } from './chosen-database.ts';
import { atEnd } from './cleanup.ts';
import { dataFolder } from './data-folder.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';
import { NO_FACTORS } from './no-factors.ts';
import { createScriptedMarket, type ScriptedMarket } from './scripted-market.ts';

export const START = timestampMs(Date.UTC(2026, 2, 4, 10, 0, 0));

const terms = (
  id: number,
  code: string,
  precision: number,
  contractSize: number,
  quoteCurrency: string,
  settleCode: string,
  marginMode: Instrument['marginMode'] = 'by-price',
): Instrument => ({
  id: instrumentId(id),
  code,
  showCode: code,
  name: code,
  logo: '',
  categoryId: 1 as CategoryId,
  market: { status: 'open' },
  mode: 'open',
  precision,
  lotStep: volumeFromWire(0.01),
  minVolume: volumeFromWire(0.01),
  contractSize,
  feeRateMillionths: 0,
  marginMode,
  multiples: [1, 20, 30, 50, 100, 200],
  quoteCurrency,
  settle: settlementOf(quoteCurrency, settleCode),
});

/** No fees unless a test sets them, so that the sums equal the examples. */
export const INSTRUMENTS: readonly Instrument[] = [
  terms(1, 'EURUSD', 5, 100_000, 'USD', ''),
  terms(2, 'XAUUSD', 2, 100, 'USD', ''),
  terms(3, 'USDJPY', 3, 100_000, 'JPY', 'USDJPY'),
  terms(4, 'USDCHF', 5, 100_000, 'CHF', 'USDCHF', 'fixed'),
  terms(5, 'GBPUSD', 4, 100_000, 'USD', ''),
  terms(6, 'HSBC', 2, 100_000, 'HKD', 'USDHKD'),
  terms(7, 'USDHKD', 5, 100_000, 'HKD', 'USDHKD'),
  { ...terms(8, 'NOLEVER', 5, 100_000, 'USD', ''), multiples: [] },
];

export interface DealingOptions {
  readonly balance?: number;
  readonly instruments?: readonly Instrument[];
  readonly settings?: Partial<DealingSettings>;
  /** An earlier folder, to start again with its stored data. */
  readonly dataDir?: string;
  /** The folder of the data, if it is another one. */
  readonly database?: DatabaseSettings;
  readonly sharing?: StoreOptions['sharing'];
  readonly fence?: StoreOptions['fence'];
  readonly isDealt?: ExchangeDeps['isDealt'];
  readonly past?: ExchangeDeps['past'];
  /** When nights are booked; without it never. */
  readonly financingTime?: string;
  readonly wrapStore?: (store: Store) => Store;
  /** What is in order at the end of a test that leaves the other wrong. Default: books and errors. */
  readonly sound?: 'books' | 'errors';
  /** The market that the exchange follows instead of the scripted one. */
  readonly wrapMarket?: (market: ScriptedMarket, store: Store, clock: ManualClock) => Promise<Market>;
}

/** What a gateway asks of the process that deals. */
const COMMANDS = [
  'submit',
  'close',
  'outcome',
  'cancel',
  'amend',
  'setStops',
  'resetDemo',
] as const satisfies readonly (keyof Commands)[];

/** The real exchange over a real database, with a market and a clock that the test controls. */
export interface Dealing {
  readonly dataDir: string;
  readonly store: Store;
  readonly accounts: Accounts;
  readonly exchange: Exchange;
  readonly market: ScriptedMarket;
  readonly clock: ManualClock;
  readonly events: AccountEvent[];
  /** The test takes those that it expects. */
  readonly errors: unknown[];
  openAccount(): Promise<AccountId>;
  /** Sets what a buy and a sell pay for a night, in percent a year. */
  setNightRates(code: string, long: number, short: number): Promise<void>;
  /** Waits until all effects of the previous ticks on an account are done, stop outs included. */
  settled(account: AccountId): Promise<void>;
  /** Runs this first when the exchange stops. */
  beforeStop(run: () => unknown): void;
  /** At the end of the test at the latest. @throws for errors, and for books that are not in order */
  stop(): Promise<void>;
}

/** With a demo account, and EURUSD at 1.2. */
export type Trading = Dealing & { readonly account: AccountId };

export async function startTrading(options: DealingOptions = {}): Promise<Trading> {
  const dealing = await startDealing(options);
  dealing.market.tick('EURUSD', 1.2);
  return { ...dealing, account: await dealing.openAccount() };
}

export async function startDealing(options: DealingOptions = {}): Promise<Dealing> {
  const dataDir = options.dataDir ?? dataFolder();
  const database = options.database ?? (await chosenDatabase(dataDir));
  const errors: unknown[] = [];
  let isOpen = true;
  const opened = await openStore({
    dataDir,
    ...(database === undefined ? {} : { database }),
    ...(options.sharing === undefined ? {} : { sharing: options.sharing }),
    fence: options.fence,
    report: (sentence) => errors.push(sentence),
  });
  const store: Store = {
    ...opened,
    close() {
      isOpen = false;
      return opened.close();
    },
  };
  const clock = createManualClock(START);
  const market = createScriptedMarket(options.instruments ?? INSTRUMENTS, START);
  const demoBalance = moneyFromWire(options.balance ?? 100_000);
  const accounts = createAccounts({
    store,
    clock,
    random: systemRandom,
    key: { hash: hashSecret },
    settings: { demoBalance },
    factors: NO_FACTORS,
  });
  const rates = createNightRates(store);
  await rates.read();
  const time = parseNightTime(options.financingTime ?? '');
  const exchange = createExchange({
    financing: time && { time, rates, onTick: market.onTick },
    store: options.wrapStore?.(store) ?? store,
    market: (await options.wrapMarket?.(market, store, clock)) ?? market,
    clock,
    ...(options.isDealt === undefined ? {} : { isDealt: options.isDealt }),
    past: options.past,
    settings: { stopOutPercent: 50, feeType: 'of-margin', demoBalance, ...options.settings },
    report: (error) => errors.push(error),
  });
  const events: AccountEvent[] = [];
  exchange.onAccountEvent((event) => events.push(event));
  await exchange.start();
  const parts: (() => unknown)[] = [];
  async function stop(): Promise<void> {
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) await part();
    accounts.stop();
    if (!isOpen) return;
    await exchange.stop();
    const breaks = options.sound === 'errors' ? [] : await auditBooks(store.read);
    await store.close();
    if (breaks.length > 0) throw new Error(`the books are not in order: ${JSON.stringify(breaks)}`);
    if (errors.length > 0 && options.sound !== 'books')
      throw new Error(`errors were reported: ${errors.join('; ')}`, { cause: errors[0] });
  }
  atEnd(stop);
  return {
    dataDir,
    store,
    accounts,
    exchange: across(exchange, COMMANDS),
    market,
    clock,
    events,
    errors,
    async openAccount() {
      const { demoId } = await accounts.createDemo();
      const login = await accounts.loginDemo(demoId);
      const session = login.ok ? await accounts.session(login.value.token) : undefined;
      if (session === undefined) throw new Error('a new demo account could not log in');
      return session.accountId;
    },
    async setNightRates(code, long, short) {
      const set = { longRate: Math.round(long * 10_000), shortRate: Math.round(short * 10_000) };
      await rates.set(code, set, market.now());
      await rates.read();
    },
    async settled(account) {
      for (let round = 0; round < 3; round++) {
        clock.advance(50);
        await exchange.cancel(account, orderId(0));
      }
    },
    beforeStop: (part) => void parts.push(part),
    stop,
  };
}

interface Ticket {
  readonly lots?: number;
  readonly multiple?: number;
  readonly stopLoss?: number;
  readonly takeProfit?: number;
  readonly target?: number;
  readonly cid?: string;
  readonly seenPrice?: number;
  readonly seenSide?: 'bid' | 'ask';
  readonly trailPoints?: number;
  readonly seenAt?: number;
  readonly validMs?: number;
  readonly deviationPoints?: number;
}

/** An order in decimals; a market order unless it has a target. */
export function ticket(code: string, side: Side, options: Ticket = {}, listed = INSTRUMENTS): NewOrder {
  const instrument = listed.find((one) => one.code === code);
  const precision = instrument?.precision ?? 5;
  const points = (name: string, value: number | undefined) =>
    value === undefined ? {} : { [name]: priceFromWire(value, precision) };
  const validity = {
    ...(options.seenAt === undefined ? {} : { seenAt: timestampMs(options.seenAt) }),
    ...(options.validMs === undefined ? {} : { validMs: options.validMs }),
  };
  return {
    instrumentId: instrument?.id ?? instrumentId(999),
    side,
    volume: volumeFromWire(options.lots ?? 1),
    multiple: options.multiple ?? 100,
    ...points('stopLoss', options.stopLoss),
    ...points('takeProfit', options.takeProfit),
    ...(options.trailPoints === undefined ? {} : { trailPoints: options.trailPoints }),
    ...(options.cid === undefined ? {} : { cid: options.cid }),
    kind:
      options.target === undefined
        ? {
            type: 'market',
            ...points('seenPrice', options.seenPrice),
            ...(options.seenSide === undefined ? {} : { seenSide: options.seenSide }),
            ...validity,
            ...(options.deviationPoints === undefined ? {} : { deviationPoints: options.deviationPoints }),
          }
        : { type: 'pending', targetPrice: priceFromWire(options.target, precision), ...validity },
  };
}

/** The value of a result; fails the test for a refusal. */
export function good<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`refused with ${JSON.stringify(result.error)}`);
  return result.value;
}

export const codeOf = (result: Result<unknown>): number => (result.ok ? 1 : result.error.code);
