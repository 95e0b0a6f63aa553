// Sends orders at a steady rate, without waiting for responses: half of them open, half close.
import { Agent, request } from 'node:http';
import type { OrderReport, OrderTask } from '../load.ts';
import { quantilesOf } from '../load.ts';
import { monotonicMs, STAMPS } from '../monotonic.ts';

const TIMEOUT_MS = 10_000;
/** Warm-up: opens this process's connections and compiles its code. */
const WARM_UP_SECONDS = 0.5;

interface Answer {
  readonly id: number;
  /** When the server received the request, and when its response left. */
  readonly inMs: number;
  readonly outMs: number;
}

process.on('message', (task: OrderTask) => {
  measure(task).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function measure(task: OrderTask): Promise<OrderReport> {
  const agent = new Agent({ keepAlive: true });
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
    const path = pathOf(task, count, id);
    const begun = monotonicMs();
    const answer = await ask(agent, task.port, path, task.tokens[at] ?? '').catch(() => undefined);
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

  const begun = performance.now();
  const total = warmUp + task.perSecond * task.seconds;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(total, ((performance.now() - begun) / 1_000) * task.perSecond);
      while (count < due) {
        const one = order().finally(() => under.delete(one));
        under.add(one);
      }
      if (count < total) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
  await Promise.all(under);
  // Closes what is open, unmeasured, so that the next turn starts with no positions.
  for (const [at, id] of held.entries())
    if (id !== undefined) await ask(agent, task.port, pathOf(task, ++count, id), task.tokens[at] ?? '');
  agent.destroy();
  const { there, inside, back } = parts;
  return {
    done: times.length,
    failed,
    roundTripMs: quantilesOf(times),
    partsMs: { there: quantilesOf(there), inside: quantilesOf(inside), back: quantilesOf(back) },
  };
}

const run = process.pid.toString(36);

function pathOf({ target, instruments }: OrderTask, count: number, id: number | undefined): string {
  const cid = `bench-${run}-${count}`;
  const [instrument, multiple] = instruments[count % instruments.length] ?? [];
  const query =
    id === undefined
      ? `submit?type=1&cont=0.01&forex_id=${instrument}&status=1&multiple=${multiple}&cid=${cid}`
      : `close?id=${id}&cid=${cid}`;
  return target === 'product' ? `/v1/api/forex/${query}` : `/${query}`;
}

function ask(agent: Agent, port: number, path: string, token: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: token, lang: 'en' };
    const sent = request(
      { agent, port, host: '127.0.0.1', path, headers, timeout: TIMEOUT_MS },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => {
          const answer = JSON.parse(text);
          const [inMs = Number.NaN, outMs = Number.NaN] = String(response.headers[STAMPS])
            .split(' ')
            .map(Number);
          if (answer.code === 1) resolve({ id: answer.data.Id, inMs, outMs });
          else reject(new Error(text));
        });
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('error', reject);
    sent.end();
  });
}
