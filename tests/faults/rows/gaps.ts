import { setTimeout as pause } from 'node:timers/promises';
import { createCounters } from '../../../shared/stream/counters.ts';
import { type Env, workerEnv } from '../../../worker/env.ts';
import { createSubscription } from '../../../worker/socket/subscription.ts';
import { dataFolder } from '../../helpers/data-folder.ts';
import { type Chance, createChance } from '../../sim/chance.ts';
import { openEnginePhone } from '../engine-phone.ts';
import { ms, n, percentile, type Row } from '../row.ts';
import { startServed } from '../served.ts';

const PHONES = 20;
const SECONDS = 20;

/** Lost, repeated and swapped frames: a subscription alone for their number, engines on a real server for the time. */
export const GAPS_ROW: Row = {
  id: 'G8',
  fault: 'lost, repeated and swapped frames',
  goal: '0 undetected gaps in 1,000,000 frames, new snapshot p95 within 1 s',
  trials: { full: 1_000_000, quick: 100_000 },
  async run({ trials, seed }) {
    const chance = createChance(seed);
    const { undetected, gaps } = manyFrames(chance, trials);
    const times = await resyncTimes(chance);
    const p95 = percentile(times, 0.95);
    return {
      measured: `${undetected} of ${n(gaps)} gaps undetected; new snapshot p95 ${ms(p95)}, at most ${ms(Math.max(...times))} after the lost frame (${n(times.length)} on a real server)`,
      trials,
      met: undetected === 0 && gaps > trials / 100 && p95 <= 1_000,
    };
  },
};

/** Each frame stands for one change: what is taken must follow the last taken change, or be a snapshot. */
function manyFrames(chance: Chance, frames: number) {
  const counters = createCounters();
  let [seq, change, taken, undetected] = [0, 0, 0, 0];
  let mustSend: 'rows' | 'snapshot' = 'snapshot';
  let acks = 0;
  const subscription = createSubscription({
    topic: 'DAY_MARKET',
    env: { after: () => () => {} },
    counters,
    send: ({ cmd }) => {
      if (cmd === 'sub') mustSend = 'snapshot';
      if (cmd === 'unsub') acks++;
    },
    isAllowed: () => true,
    onGap: () => undefined,
  });
  subscription.hold();
  const deliver = (frame: { readonly seq: number; readonly change: number }) => {
    const verdict = subscription.accept(frame.seq);
    if (verdict === 'next' && frame.change !== taken + 1) undetected++;
    if (verdict === 'next' || verdict === 'snapshot') taken = frame.change;
  };
  let waiting: { readonly seq: number; readonly change: number } | undefined;
  for (let i = 0; i < frames; i++) {
    for (; acks > 0; acks--) subscription.unsubAnswered();
    if (mustSend === 'snapshot') {
      subscription.subAnswered(1);
      mustSend = 'rows';
    }
    change++;
    const frame = { seq: ++seq, change };
    const fate = chance.next();
    if (fate < 0.01) continue;
    if (fate < 0.02) {
      waiting ??= frame;
      continue;
    }
    deliver(frame);
    if (fate < 0.03) deliver(frame);
    if (waiting !== undefined) deliver(waiting);
    waiting = undefined;
  }
  return { undetected, gaps: counters.gap };
}

/** The time from a lost frame to the next snapshot, in engines whose socket loses frames. */
async function resyncTimes(chance: Chance): Promise<readonly number[]> {
  const served = await startServed({ DATA_DIR: dataFolder(), FEED: 'sim', FEED_HOURS: 'always' });
  const times: number[] = [];
  let isLossy = false;
  const lossy: Env['openSocket'] = (url, handlers) => {
    let lostAt: number | undefined;
    let hasAsked = false;
    const link = workerEnv().openSocket(url, {
      ...handlers,
      message(frame) {
        const isRow = typeof frame !== 'string' || /"topic":"DAY_MARKET","seq"/.test(frame);
        if (isRow && isLossy && lostAt === undefined && chance.happens(0.02)) {
          lostAt = performance.now();
          return;
        }
        handlers.message(frame);
        if (!isRow || lostAt === undefined || !hasAsked) return;
        times.push(performance.now() - lostAt);
        lostAt = undefined;
        hasAsked = false;
      },
    });
    return {
      ...link,
      send(text) {
        if (text.includes('"cmd":"sub"') && text.includes('DAY_MARKET') && lostAt !== undefined)
          hasAsked = true;
        link.send(text);
      },
    };
  };
  for (let at = 0; at < PHONES; at++) await openEnginePhone(served.url, { env: { openSocket: lossy } });
  isLossy = true;
  await pause(SECONDS * 1_000);
  isLossy = false;
  await served.kill();
  return times;
}
