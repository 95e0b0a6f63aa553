import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright';
import { openProbedPage, openScene, type ProbedPage, type Scene } from '../page-probe.ts';
import { ms, n, type Row, tested } from '../row.ts';
import { enterServed } from '../served.ts';
import { SLOW_PHONE_ROW } from './slow-phone.ts';

/** Older than this is not live. */
const STALE_MS = 3_000;
const NAVIGATIONS = 100;

/** The built app in Chromium. */
export const PHONE_ROWS: readonly Row[] = [
  {
    id: 'G3',
    fault: 'the page is frozen for 10 to 60 s: event freeze, SIGSTOP, event resume',
    goal: '0 old prices painted as live, at most 1 paint of the backlog',
    trials: { full: 2, quick: 0 },
    async run({ trials }) {
      const scene = await openScene();
      const probed = await openProbedPage(scene, scene.product.url);
      const pids = await renderers(scene.browser);
      return waking(probed, trials, async (trial) => {
        await tell(probed, 'freeze');
        await pause(300);
        await standStill(pids, trial === 0 ? 60_000 : 10_000);
        const wokenAt = Date.now();
        await tell(probed, 'resume');
        return wokenAt;
      });
    },
  },
  {
    id: 'G4',
    fault: 'the phone sleeps for 20 s with a live socket: SIGSTOP of the page and its worker',
    goal: '0 old prices painted as live, at most 1 paint of the backlog',
    trials: { full: 2, quick: 0 },
    async run({ trials }) {
      const scene = await openScene();
      const probed = await openProbedPage(scene, scene.product.url);
      const pids = await renderers(scene.browser);
      return waking(probed, trials, async () => {
        await standStill(pids, 20_000);
        return Date.now();
      });
    },
  },
  tested({
    id: 'G7',
    fault: 'any order of opened, received, closed, hidden, frozen, online, offline, late and old events',
    goal: 'at most 1 socket, always a next attempt while visible; 10,000 random sequences',
    trials: { full: 10_000, quick: 10_000 },
    files: ['tests/worker/socket/machine-sequences.test.ts', 'tests/worker/socket/machine.test.ts'],
    says: (trials) => `0 of ${n(trials)} sequences with two sockets or none to come`,
  }),
  {
    id: 'G7n',
    fault: `${NAVIGATIONS} navigations and reloads, with the network switched off and on in between`,
    goal: 'exactly 1 open socket at the server',
    trials: { full: 1, quick: 0 },
    async run({ trials }) {
      const scene = await openScene();
      const counts: number[] = [];
      for (let trial = 0; trial < trials; trial++) {
        const { page } = await openProbedPage(scene, scene.product.url);
        for (let at = 0; at < NAVIGATIONS; at++) {
          if (at % 20 === 19) await page.reload();
          else if (at % 10 === 5) await page.context().setOffline(true);
          else if (at % 10 === 7) await page.context().setOffline(false);
          else
            await page.evaluate((turn) => {
              const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a')];
              links[turn % links.length]?.click();
            }, at);
          await pause(50);
        }
        await pause(8_000);
        counts.push(await openSockets(scene));
        await page.context().close();
        await pause(500);
      }
      return {
        measured: `${counts.join(', ')} open sockets after ${NAVIGATIONS} navigations each`,
        trials,
        met: counts.every((count) => count === 1),
      };
    },
  },
  {
    id: 'G10',
    fault: 'the worker dies or hangs',
    goal: 'replaced within 3 s, prices move again; no call pending without end',
    trials: { full: 4, quick: 0 },
    async run({ trials, report }) {
      const scene = await openScene();
      const [replaced, moved]: [number[], number[]] = [[], []];
      for (let trial = 0; trial < trials; trial++) {
        const { page, paints } = await openProbedPage(scene, scene.product.url);
        const [worker] = page.workers();
        if (worker === undefined) throw new Error('the page has no worker');
        const next = page.waitForEvent('worker', { timeout: 20_000 });
        const from = performance.now();
        if (trial % 2 === 0)
          void worker.evaluate(() => (globalThis as unknown as { close(): void }).close()).catch(() => {});
        else
          void worker
            .evaluate(() => {
              for (;;);
            })
            .catch(() => {});
        await next;
        replaced.push(performance.now() - from);
        await pause(100);
        await paints();
        for (let changes = 0; changes < 2; changes += (await paints()).length) await pause(20);
        moved.push(performance.now() - from);
        report(
          `${trial % 2 === 0 ? 'killed' : 'hung'}: ${ms(replaced.at(-1) ?? 0)}, ${ms(moved.at(-1) ?? 0)}`,
        );
        await page.context().close();
      }
      return {
        measured: `new worker after at most ${ms(Math.max(...replaced))}, prices after at most ${ms(Math.max(...moved))}; killed and hung in turn`,
        trials,
        met: Math.max(...replaced) <= 3_000 && Math.max(...moved) <= 5_000,
        note: 'The watch asks every 2 s and waits 2 s; tests settle every pending call',
      };
    },
  },
  {
    id: 'G11',
    fault: 'the account signs out, then the page is hidden, frozen and shown again',
    goal: 'nothing of the account is logged in, asked, stored or shown',
    trials: { full: 2, quick: 0 },
    async run({ trials }) {
      const scene = await openScene();
      const wrong: string[] = [];
      for (let trial = 0; trial < trials; trial++) wrong.push(...(await signOutAndReturn(scene)));
      return {
        measured: wrong.length === 0 ? `0 traces in ${trials} returns` : wrong.join('; '),
        trials,
        met: wrong.length === 0,
      };
    },
  },
  SLOW_PHONE_ROW,
];

/** What the browser tells a page that it freezes in the background. */
const tell = ({ page }: Pick<ProbedPage, 'page'>, event: 'freeze' | 'resume'): Promise<boolean> =>
  page.evaluate((name) => document.dispatchEvent(new Event(name)), event);

async function standStill(pids: readonly number[], forMs: number): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    await pause(forMs);
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
}

/** Sleeps and wakes, and looks at what is painted in the 5 s after it. */
async function waking(
  { paints, ageMs }: ProbedPage,
  trials: number,
  sleep: (trial: number) => Promise<number>,
) {
  let [live, backlog, slowest] = [0, 0, 0];
  const fresh: number[] = [];
  for (let trial = 0; trial < trials; trial++) {
    await pause(2_000);
    await paints();
    const wokenAt = await sleep(trial);
    await pause(5_000);
    const after = (await paints()).filter(({ at }) => at >= wokenAt);
    const old = after.filter((paint) => ageMs(paint) > STALE_MS);
    live += old.filter(({ marked }) => !marked).length;
    const shown = new Set(old.map(({ points }) => points)).size;
    backlog = Math.max(backlog, shown);
    const first = after.find((paint) => ageMs(paint) <= 1_000);
    fresh.push((first?.at ?? Number.POSITIVE_INFINITY) - wokenAt);
    slowest = Math.max(slowest, ...fresh);
  }
  return {
    measured: `${live} old prices painted as live; at most ${backlog} old price painted after waking; fresh price after at most ${ms(slowest)}`,
    trials,
    met: live === 0 && backlog <= 1 && Number.isFinite(slowest),
  };
}

async function renderers(browser: Browser): Promise<readonly number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

async function openSockets({ product }: Scene): Promise<number> {
  const metrics = await (await fetch(`${product.url}/metrics`)).text();
  return Number(/^pipstream_sockets (\d+)$/m.exec(metrics)?.[1]);
}

async function signOutAndReturn(scene: Scene): Promise<readonly string[]> {
  const token = await enterServed(scene.product.url);
  const { page } = await openProbedPage(scene, scene.product.url, token);
  await page.goto('/mine/system');
  await page.getByRole('button', { name: 'Log out' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).tap();
  await page.waitForURL((to) => to.pathname === '/');
  const sent: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
  await tell({ page }, 'freeze');
  await pause(3_000);
  await tell({ page }, 'resume');
  await pause(3_000);
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  const wrong = [
    ...(sent.some((frame) => frame.includes('"login"')) ? ['logged in again'] : []),
    ...(sent.some((frame) => /FOREX_TRADE|FOREX_CLOSED|CHAT/.test(frame)) ? ['private topic asked'] : []),
    ...(sent.length === 0 ? ['no new socket was seen'] : []),
    ...(stored.includes(token) ? ['token stored'] : []),
    ...((await page.getByText('UID').count()) > 0 ? ['account shown'] : []),
  ];
  await page.context().close();
  return wrong;
}
