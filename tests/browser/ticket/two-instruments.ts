import { expect, vi } from 'vitest';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { baseData, instrumentOf } from '../../../src/state/market.ts';
import { isSignedIn } from '../../../src/state/session.ts';
import { eurusd } from '../../helpers/instruments.ts';
import * as script from '../scripted/script.ts';

export const gbpusd = { ...eurusd, id: instrumentId(2), code: 'GBPUSD', showCode: 'GBP/USD' };
/** The price of both. */
export const NOW = 108_500;
/** The account of both: all of its money is free. */
export const RICH = { balance: 1e10, floatingPnl: 0, equity: 1e10, margin: 0, freeMargin: 1e10 };
const quotes = [eurusd, gbpusd].map(({ id }) => ({
  id,
  close: NOW,
  marketOpen: true,
  timeMs: 1_700_000_000_000,
  freshness: 'live' as const,
}));

/** A demo account with money, and two instruments whose markets are open. Once per file. */
export async function startTwoInstruments(): Promise<void> {
  localStorage.clear();
  await script.startScripted();
  script.put('connection', { status: 'live' });
  script.putMarket(eurusd, gbpusd);
  script.putBaseData();
  script.putFrame({ quotes, account: RICH, positions: [] });
  script.putSignedIn();
  await vi.waitFor(() => expect([isSignedIn.value, baseData.value?.feeType]).toEqual([true, 2]));
  expect(instrumentOf(eurusd.id)).toBeDefined();
}
