// Orders at a steady rate, whether the answers come or not: half of them open, half close.
import { Agent, request } from 'node:http';
import { quantile } from '../lateness.ts';
import type { OrderReport, OrderTask } from '../load.ts';

const TIMEOUT_MS = 10_000;

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
  let failed = 0;
  let count = 0;
  const under = new Set<Promise<void>>();

  const order = async () => {
    const at = count++ % task.tokens.length;
    const id = held[at];
    held[at] = undefined;
    const path = pathOf(task, count, id);
    const begun = performance.now();
    const data = await ask(agent, task.port, path, task.tokens[at] ?? '').catch(() => undefined);
    times.push(performance.now() - begun);
    if (data === undefined) failed++;
    else if (id === undefined) held[at] = data.Id;
  };

  const begun = performance.now();
  const total = task.perSecond * task.seconds;
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
  // What is open closes unmeasured, so that the next turn begins with nothing.
  for (const [at, id] of held.entries())
    if (id !== undefined) await ask(agent, task.port, pathOf(task, ++count, id), task.tokens[at] ?? '');
  agent.destroy();
  times.sort((a, b) => a - b);
  return {
    done: times.length,
    failed,
    roundTripMs: { p50: quantile(times, 0.5), p99: quantile(times, 0.99), max: quantile(times, 1) },
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

function ask(agent: Agent, port: number, path: string, token: string): Promise<{ readonly Id: number }> {
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
          if (answer.code === 1) resolve(answer.data);
          else reject(new Error(text));
        });
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('error', reject);
    sent.end();
  });
}
