// Sends orders as fast as they are answered: each of some traders opens a position, closes it, and so on.
import { Agent } from 'node:http';
import { monotonicMs } from '../monotonic.ts';
import { orderPath, sendOrder } from '../order-requests.ts';
import { replyTo } from '../processes.ts';
import { quantilesOf, type RushReport, type RushTask } from '../server-load.ts';

replyTo(rush);

async function rush({ port, tokens, instruments, seconds }: RushTask): Promise<RushReport> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  let [failed, why] = [0, ''];
  let count = 0;
  const begun = monotonicMs();
  const endsMs = begun + seconds * 1_000;
  const trade = async (token: string, at: number) => {
    // From eight addresses in turn: the exchange takes 500 orders a second of one, and a trader alone sends more.
    const own = () => ({ authorization: token, 'x-forwarded-for': `10.0.${count % 8}.${at + 1}` });
    let id: number | undefined;
    while (monotonicMs() < endsMs || id !== undefined) {
      const fromMs = monotonicMs();
      const path = orderPath({ target: 'product', instruments }, ++count, id);
      const answer = await sendOrder(agent, port, path, own()).catch((error: unknown) => {
        failed++;
        why ||= String(error);
        return undefined;
      });
      id = id === undefined ? answer?.id : undefined;
      if (answer !== undefined) times.push(monotonicMs() - fromMs);
    }
  };
  await Promise.all(tokens.map(trade));
  const tookMs = monotonicMs() - begun;
  agent.destroy();
  return {
    done: times.length,
    failed,
    why,
    perOrderMs: tookMs / times.length,
    roundTripMs: quantilesOf(times),
  };
}
