import { setTimeout as pause } from 'node:timers/promises';
import { price } from '../../../shared/domain/price.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { dataFolder } from '../../helpers/data-folder.ts';
import { createChance } from '../../sim/chance.ts';
import { type EnginePhone, openEnginePhone, until } from '../engine-phone.ts';
import { ms, NotHere, n, percentile, type Row } from '../row.ts';
import { askServed, enterServed, quickFeed, settableClock, startServed } from '../served.ts';
import { GAPS_ROW } from './gaps.ts';
import { RESTART_ROW } from './restart.ts';

const SILENCE = { connecting: 'hold', up: 'hold', down: 'hold' } as const;
const AT_ONCE = 100;
/** How late timers may be on a busy machine. */
const LATE_MS = 100;

const exchange = () => startServed({ DATA_DIR: dataFolder(), FEED: quickFeed(60) });

async function openPhones(url: string, count: number, token?: string): Promise<readonly EnginePhone[]> {
  const phones: EnginePhone[] = [];
  for (let seed = 1; seed <= count; seed++)
    phones.push(await openEnginePhone(url, { seed, ...(token === undefined ? {} : { token }) }));
  return phones;
}

const worst = (values: readonly number[]) => Math.max(...values);

/** The link between engine and exchange. Each phone is the real engine on a TCP proxy of its own. */
export const CONNECTION_ROWS: readonly Row[] = [
  {
    id: 'G1',
    fault: 'silent half-open link: no byte passes, nothing is closed',
    goal: 'found within 20 s; price marked stale within 3 s and opening blocked within 10 s of the last price',
    trials: { full: 100, quick: 10 },
    async run({ trials, seed, report }) {
      const served = await exchange();
      const chance = createChance(seed);
      const [found, stale, blocked]: [number[], number[], number[]] = [[], [], []];
      for (let done = 0; done < trials; done += AT_ONCE) {
        const phones = await openPhones(served.url, Math.min(AT_ONCE, trials - done));
        await Promise.all(
          phones.map(async (phone) => {
            await pause(chance.whole(0, 5_000));
            phone.proxy.cut(() => SILENCE);
            await Promise.all([
              until(() => phone.freshness() !== 'live', 10_000).then((one) => stale.push(one)),
              until(() => phone.freshness() === 'old', 20_000).then((one) => blocked.push(one)),
              until(() => phone.connection() !== 'live' && phone.connection() !== 'stale', 30_000).then(
                (one) => found.push(one),
              ),
            ]);
            phone.engine.pageEvent('pagehide');
            phone.proxy.close();
          }),
        );
        report(`${found.length} links`);
      }
      await served.kill();
      const soon = (values: readonly number[], limit: number) => values.filter((one) => one <= limit).length;
      return {
        measured: `found after ${ms(percentile(found, 0.5))}, at most ${ms(worst(found))}; stale mark at most ${ms(worst(stale))}, blocked at most ${ms(worst(blocked))} after the cut; ${soon(found, 20_000 + LATE_MS)} of ${n(found.length)} found within 20 s`,
        trials: found.length,
        met:
          worst(found) <= 20_000 + LATE_MS &&
          worst(stale) <= 3_000 + LATE_MS &&
          worst(blocked) <= 10_000 + LATE_MS,
        note: `To ${LATE_MS} ms: timers of a busy machine are late`,
      };
    },
  },
  {
    id: 'G2',
    fault: 'the network is back, with and without an event of the phone, tab visible',
    goal: 'fresh quote p95 within 1.5 s of the event',
    trials: { full: 40, quick: 10 },
    async run({ trials, seed, report }) {
      const served = await exchange();
      const chance = createChance(seed);
      const [told, untold]: [number[], number[]] = [[], []];
      for (let done = 0; done < trials; done += AT_ONCE) {
        const phones = await openPhones(served.url, Math.min(AT_ONCE, trials - done));
        await Promise.all(
          phones.map(async (phone, at) => {
            const hasEvent = at % 2 === 0;
            if (hasEvent) phone.engine.pageEvent('offline');
            phone.proxy.cut(() => ({ connecting: 'refuse', up: 'reset', down: 'reset' }));
            await pause(chance.whole(5_000, 30_000));
            const before = phone.quoteTime();
            phone.proxy.heal();
            if (hasEvent) phone.engine.pageEvent('online');
            const back = await until(() => phone.quoteTime() > before, 30_000);
            (hasEvent ? told : untold).push(back);
            phone.engine.pageEvent('pagehide');
            phone.proxy.close();
          }),
        );
        report(`${told.length + untold.length} returns`);
      }
      await served.kill();
      const p95 = percentile(told, 0.95);
      return {
        measured: `p95 ${ms(p95)}, at most ${ms(worst(told))}; without an event p95 ${ms(percentile(untold, 0.95))} (the back-off, at most 10 s)`,
        trials: told.length + untold.length,
        met: p95 <= 1_500,
      };
    },
  },
  {
    id: 'G5',
    fault: 'the page is hidden',
    goal: 'socket kept 60 s, then closed; no connection while hidden; fresh quote p95 within 1.5 s when shown again',
    trials: { full: 20, quick: 0 },
    async run({ trials }) {
      const served = await exchange();
      const phones = await openPhones(served.url, trials);
      const [closed, back, opened]: [number[], number[], number[]] = [[], [], []];
      await Promise.all(
        phones.map(async (phone) => {
          phone.engine.pageEvent('hidden');
          closed.push(await until(() => phone.connection() === 'idle', 70_000));
          const taken = phone.proxy.taken;
          await pause(15_000);
          opened.push(phone.proxy.taken - taken);
          const before = phone.quoteTime();
          phone.engine.pageEvent('visible');
          back.push(await until(() => phone.quoteTime() > before, 30_000));
        }),
      );
      await served.kill();
      const [first, last, p95] = [Math.min(...closed), worst(closed), percentile(back, 0.95)];
      return {
        measured: `closed after ${ms(first)} to ${ms(last)}; ${opened.reduce((a, b) => a + b, 0)} connections in the next 15 s; fresh quote p95 ${ms(p95)}`,
        trials,
        met: first >= 59_900 && last <= 61_000 && worst(opened) === 0 && p95 <= 1_500,
      };
    },
  },
  RESTART_ROW,
  GAPS_ROW,
  {
    id: 'G9',
    fault: 'the session ends elsewhere: logout on another device that shares it',
    goal: 'socket and REST of the session end within 1 s, the token is dropped, no loop',
    trials: { full: 10, quick: 5 },
    async run({ trials }) {
      const served = await exchange();
      const took: number[] = [];
      let wrong = 0;
      for (let done = 0; done < trials; done++) {
        const token = await enterServed(served.url);
        const [one, two] = [
          await openEnginePhone(served.url, { token }),
          await openEnginePhone(served.url, { token }),
        ];
        const isIn = (phone: EnginePhone) => phone.session()?.status === 'signed-in';
        await until(() => isIn(one) && isIn(two), 10_000);
        await pause(200);
        void one.engine.signOut();
        took.push(await until(() => !isIn(two), 10_000));
        const account = await two.engine.ask('getLedger', { page: 1 });
        if (account.ok || account.error.code !== 999) wrong++;
        for (const phone of [one, two]) phone.engine.pageEvent('pagehide');
      }
      await served.kill();
      return {
        measured: `p95 ${ms(percentile(took, 0.95))}, at most ${ms(worst(took))}; ${wrong} calls still answered`,
        trials,
        met: worst(took) <= 1_000 && wrong === 0,
      };
    },
  },
  {
    id: 'G17',
    fault: "the phone's clock is off by up to a day, and jumps by up to an hour while orders are sent",
    goal: '0 orders refused as late, 0 links lost, 0 fresh prices marked stale',
    trials: { full: 100, quick: 20 },
    async run({ trials, seed }) {
      const served = await exchange();
      const chance = createChance(seed);
      const each = 10;
      let [refused, lost, marked, sent] = [0, 0, 0, 0];
      const codes = new Set<number>();
      await Promise.all(
        Array.from({ length: Math.ceil(trials / each) }, async (_, phoneAt) => {
          let skewMs = chance.whole(-86_400_000, 86_400_000);
          const env = { now: () => (Date.now() + skewMs) as ReturnType<typeof timestampMs> };
          const token = await enterServed(served.url);
          const phone = await openEnginePhone(served.url, { env, token });
          await until(() => phone.session()?.status === 'signed-in', 10_000);
          await pause(1_000);
          const taken = phone.proxy.taken;
          for (let i = 0; i < each; i++, sent++) {
            const jump = chance.happens(0.7);
            if (jump) skewMs += chance.whole(-3_600_000, 3_600_000);
            await pause(chance.whole(500, 2_000));
            if (phone.freshness() !== 'live') marked++;
            const { id, minVolume, multiples } = phone.instrument;
            const kind = { type: 'market', seenPrice: price(110_000), deviationPoints: 1_000_000 } as const;
            const cid = `clock-${seed}-${phoneAt}-${i}`;
            const order = {
              cid,
              instrumentId: id,
              side: 'buy',
              volume: minVolume,
              multiple: multiples[0] ?? 1,
              kind,
            } as const;
            const answer = await phone.engine.submitOrder(order, timestampMs(Date.now() + skewMs));
            if (!answer.ok) {
              refused++;
              codes.add(answer.error.code);
            }
          }
          // REST calls have connections of their own, but few.
          if (phone.connection() !== 'live' || phone.proxy.taken - taken > 3) lost++;
        }),
      );
      await served.kill();
      return {
        measured: `${refused} of ${n(sent)} refused${codes.size > 0 ? ` (${[...codes].join(', ')})` : ''}, ${lost} links lost, ${marked} prices marked stale`,
        trials: sent,
        met: refused + lost + marked === 0,
      };
    },
  },
  {
    id: 'G17s',
    fault: "the exchange's clock jumps by up to an hour, forward and back, while orders are sent",
    goal: 'each order is carried out once or refused for good; prices are fresh and orders accepted again within 15 s',
    trials: { full: 20, quick: 0 },
    async run({ trials, seed, report }) {
      const clock = settableClock();
      if (clock === undefined) throw new NotHere('libfaketime is not installed');
      const served = await startServed({ DATA_DIR: dataFolder(), ...clock.settings });
      const chance = createChance(seed);
      const token = await enterServed(served.url);
      const phone = await openEnginePhone(served.url, { token });
      await until(() => phone.session()?.status === 'signed-in', 10_000);
      const [accepted, refused] = [new Set<number>(), new Set<number>()];
      const recovered: number[] = [];
      let unknown = 0;
      const sendOne = async (cid: string): Promise<boolean> => {
        const { id, minVolume, multiples } = phone.instrument;
        const kind = { type: 'market', seenPrice: price(110_000), deviationPoints: 1_000_000 } as const;
        const multiple = multiples[0] ?? 1;
        const order = { cid, instrumentId: id, side: 'buy', volume: minVolume, multiple, kind } as const;
        const answer = await phone.engine.submitOrder(order, timestampMs(Date.now()));
        if (answer.ok) accepted.add(answer.value.id);
        else if (answer.error.code > 0) refused.add(answer.error.code);
        else unknown++;
        return answer.ok;
      };
      for (let jump = 0; jump < trials; jump++) {
        clock.set(chance.whole(-3_600, 3_600));
        const from = performance.now();
        let orderedAt = from;
        // Orders on both sides of the jump, which the exchange notices within a second.
        for (let i = 0; i < 8 || (orderedAt === from && performance.now() - from < 60_000); i++) {
          await pause(300);
          const isIn = await sendOne(`jump-${seed}-${jump}-${i}`);
          if (!isIn || phone.freshness() !== 'live') orderedAt = from;
          else if (orderedAt === from) orderedAt = performance.now();
        }
        recovered.push(orderedAt === from ? 60_000 : orderedAt - from);
        report(`${jump + 1} jumps`);
      }
      const { data } = await askServed(
        served.url,
        '/v1/api/forex/my_deal',
        { status: '1', page: '1' },
        { token },
      );
      await served.kill();
      return {
        measured: `${n(accepted.size)} orders accepted, ${data.total} held; refused with ${[...refused].join(', ') || 'nothing'}, ${unknown} unknown; in order again after at most ${ms(worst(recovered))}`,
        trials,
        met: unknown === 0 && data.total === accepted.size && worst(recovered) <= 15_000,
      };
    },
  },
];
