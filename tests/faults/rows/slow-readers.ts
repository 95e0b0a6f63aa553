import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { dataFolder } from '../../helpers/data-folder.ts';
import { ms, n, percentile, type Row } from '../row.ts';
import { startServed } from '../served.ts';

const SECONDS = 20;
const GOAL_MB = 256;
const LATE_MS = 1_000;

/** Sockets that subscribe and never read. */
export const SLOW_READER_ROW: Row = {
  id: 'G44',
  fault: 'clients that subscribe and never read, for 20 s',
  goal: `memory of the server + ${GOAL_MB} MB at most, a good client gets a frame at least every second`,
  trials: { full: 200, quick: 0 },
  async run({ trials }) {
    const served = await startServed({ DATA_DIR: dataFolder(), FEED: 'sim', FEED_HOURS: 'always' });
    const url = `${served.url.replace('http', 'ws')}/v1/ws`;
    const open = async (reads: boolean) => {
      const socket = new WebSocket(url);
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
      socket.send(JSON.stringify({ cmd: 'sub', topic: 'DAY_MARKET' }));
      if (!reads) socket.pause();
      return socket;
    };
    const good = await open(true);
    await pause(2_000);
    const before = memoryMb(served.pid);
    const slow = await Promise.all(Array.from({ length: trials }, () => open(false)));
    const gaps: number[] = [];
    let last = performance.now();
    good.on('message', () => {
      gaps.push(performance.now() - last);
      last = performance.now();
    });
    await pause(SECONDS * 1_000);
    const grown = memoryMb(served.pid) - before;
    for (const socket of [good, ...slow]) socket.terminate();
    await served.kill();
    const worst = Math.max(...gaps);
    return {
      measured: `${n(trials)} readers: + ${Math.round(grown)} MB; the good client's frames every ${ms(percentile(gaps, 0.5))}, at worst ${ms(worst)}`,
      trials,
      met: grown <= GOAL_MB && worst <= LATE_MS,
    };
  },
};

const memoryMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
