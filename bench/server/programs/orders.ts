// Sends orders at a steady rate, without waiting for responses: half of them open, half close.
import { Agent } from 'node:http';
import { monotonicMs } from '../monotonic.ts';
import { orderPath, sendOrder } from '../order-requests.ts';
import { replyTo } from '../processes.ts';
import type { OrderReport, OrderTask } from '../server-load.ts';
import { quantilesOf } from '../server-load.ts';

/** Warm-up: opens this process's connections and compiles its code. */
const WARM_UP_SECONDS = 0.5;

replyTo(measure);

async function measure(task: OrderTask): Promise<OrderReport> {
  const agent = new Agent({ keepAlive: true });
  const ownOf = (at: number) => ({ authorization: task.tokens[at] ?? '' });
  const held = task.tokens.map((): number | undefined => undefined);
  const times: number[] = [];
  const parts = { there: [] as number[], inside: [] as number[], back: [] as number[] };
  let failed = 0;
  let count = 0;
  const warmUp = task.perSecond * WARM_UP_SECONDS;
  const under = new Set<Promise<void>>();

  const order = async () => {
    const isTimed = count >= warmUp;
    const at = count++ % task.tokens.length;
    const id = held[at];
    held[at] = undefined;
    const path = orderPath(task, count, id);
    const begun = monotonicMs();
    const answer = await sendOrder(agent, task.port, path, ownOf(at)).catch(() => undefined);
    const ended = monotonicMs();
    if (isTimed) times.push(ended - begun);
    if (answer === undefined) {
      failed++;
      return;
    }
    if (id === undefined) held[at] = answer.id;
    if (!isTimed) return;
    parts.there.push(answer.inMs - begun);
    parts.inside.push(answer.outMs - answer.inMs);
    parts.back.push(ended - answer.outMs);
  };

  const [begun, total] = [performance.now(), warmUp + task.perSecond * task.seconds];
  await new Promise<void>((resolve) => {
    const sendDue = () => {
      const due = Math.min(total, ((performance.now() - begun) / 1_000) * task.perSecond);
      while (count < due) {
        const one = order().finally(() => under.delete(one));
        under.add(one);
      }
      if (count < total) setTimeout(sendDue, Math.ceil(((count - due) * 1_000) / task.perSecond));
      else resolve();
    };
    sendDue();
  });
  await Promise.all(under);
  // Closes what is open, unmeasured, so that the next turn starts with no positions.
  for (const [at, id] of held.entries())
    if (id !== undefined) await sendOrder(agent, task.port, orderPath(task, ++count, id), ownOf(at));
  agent.destroy();
  const { there, inside, back } = parts;
  return {
    done: times.length,
    failed,
    roundTripMs: quantilesOf(times),
    partsMs: { there: quantilesOf(there), inside: quantilesOf(inside), back: quantilesOf(back) },
  };
}
