import type { HoursName } from './trading-hours.ts';

/** The time of day at which an asset moves most; the simulation turns it into a curve. */
export type Rhythm = 'europe' | 'asia' | 'america' | 'round-the-clock';

/** A simulated value. A pair's price is the value of its base divided by the value of its quote currency. */
export interface Asset {
  /** Value in USD; for an index in its own currency. */
  readonly value: number;
  /** Standard deviation of the yearly log return. */
  readonly volatility: number;
  readonly hours: HoursName;
  readonly rhythm: Rhythm;
}

const asset = (value: number, volatility: number, hours: HoursName, rhythm: Rhythm): Asset => ({
  value,
  volatility,
  hours,
  rhythm,
});

export const ASSETS: Readonly<Record<string, Asset>> = {
  EUR: asset(1.0852, 0.065, 'forex', 'europe'),
  GBP: asset(1.2714, 0.072, 'forex', 'europe'),
  JPY: asset(1 / 151.42, 0.088, 'forex', 'asia'),
  CHF: asset(1 / 0.8846, 0.07, 'forex', 'europe'),
  AUD: asset(0.6543, 0.092, 'forex', 'asia'),
  CAD: asset(1 / 1.3581, 0.058, 'forex', 'america'),
  NZD: asset(0.6021, 0.094, 'forex', 'asia'),
  HKD: asset(1 / 7.7924, 0.008, 'forex', 'asia'),
  SGD: asset(1 / 1.3412, 0.042, 'forex', 'asia'),
  CNH: asset(1 / 7.2135, 0.045, 'forex', 'asia'),
  THB: asset(1 / 34.61, 0.07, 'forex', 'asia'),
  TRY: asset(1 / 34.282, 0.11, 'forex', 'europe'),
  ZAR: asset(1 / 18.142, 0.14, 'forex', 'europe'),
  MXN: asset(1 / 18.906, 0.12, 'forex', 'america'),
  SEK: asset(1 / 10.514, 0.095, 'forex', 'europe'),
  NOK: asset(1 / 10.831, 0.1, 'forex', 'europe'),
  PLN: asset(1 / 3.9524, 0.09, 'forex', 'europe'),
  XAU: asset(2648.4, 0.15, 'metal', 'america'),
  XAG: asset(30.86, 0.29, 'metal', 'america'),
  XPT: asset(968.2, 0.26, 'metal', 'america'),
  XPD: asset(1012.5, 0.38, 'metal', 'america'),
  XCU: asset(4.1265, 0.23, 'metal', 'america'),
  WTI: asset(71.24, 0.34, 'energy', 'america'),
  BRENT: asset(75.12, 0.32, 'energy', 'america'),
  GAS: asset(2.914, 0.55, 'energy', 'america'),
  US500: asset(5870.2, 0.15, 'index', 'america'),
  US30: asset(42920, 0.14, 'index', 'america'),
  NAS100: asset(20510, 0.2, 'index', 'america'),
  US2000: asset(2238, 0.21, 'index', 'america'),
  DE40: asset(19420, 0.16, 'eurozone', 'europe'),
  UK100: asset(8246, 0.12, 'uk', 'europe'),
  FR40: asset(7432, 0.16, 'eurozone', 'europe'),
  EU50: asset(4885, 0.16, 'eurozone', 'europe'),
  JP225: asset(38640, 0.2, 'japan', 'asia'),
  HK50: asset(20310, 0.24, 'hongkong', 'asia'),
  AU200: asset(8214, 0.13, 'australia', 'asia'),
  BTC: asset(67240, 0.52, 'crypto', 'round-the-clock'),
  ETH: asset(2634, 0.64, 'crypto', 'round-the-clock'),
  BNB: asset(592, 0.58, 'crypto', 'round-the-clock'),
  SOL: asset(168.4, 0.8, 'crypto', 'round-the-clock'),
  XRP: asset(0.5412, 0.75, 'crypto', 'round-the-clock'),
  DOGE: asset(0.14215, 0.9, 'crypto', 'round-the-clock'),
  ADA: asset(0.3584, 0.8, 'crypto', 'round-the-clock'),
  LTC: asset(71.46, 0.66, 'crypto', 'round-the-clock'),
  LINK: asset(11.482, 0.82, 'crypto', 'round-the-clock'),
};
