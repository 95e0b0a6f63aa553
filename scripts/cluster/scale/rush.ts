import { enterAccounts } from '../../../bench/server/exchange-calls.ts';
import type { RushReport, RushTask } from '../../../bench/server/load.ts';
import { endProgram, messageOf, startProgram, UNCOLLECTED } from '../../../bench/server/processes.ts';

/** They wait for the answers to their orders. */
const TRADERS = 32;
/** Traded around the clock, with a leverage that it allows. */
const BITCOIN = [401, 10] as const;

/** Opens accounts. @returns sends orders as fast as they are answered, and resolves with the time for each, ms */
export async function sendOrders(url: string, seconds: number): Promise<() => Promise<number>> {
  const tokens = await enterAccounts(url, TRADERS);
  return async () => {
    const traders = startProgram('rush', [], UNCOLLECTED);
    try {
      const task: RushTask = { port: Number(new URL(url).port), tokens, instruments: [BITCOIN], seconds };
      traders.send(task);
      const { perOrderMs, failed, why } = await messageOf<RushReport>(traders);
      if (failed > 0) throw new Error(`${failed} orders failed: ${why}`);
      return perOrderMs;
    } finally {
      await endProgram(traders);
    }
  };
}
