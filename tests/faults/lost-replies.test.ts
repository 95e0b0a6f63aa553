import { describe, expect, it } from 'vitest';
import { auditBooks } from '../../server/audit/audit.ts';
import { openStore } from '../../server/store/store.ts';
import type { OrderRequest } from '../../shared/bridge/worker-api.ts';
import { CODE } from '../../shared/contract/codes.ts';
import { decodeInstruments } from '../../shared/contract/domain.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import type { Order, OrderId } from '../../shared/domain/order.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import { LOCAL_CODE, type Refusal, type Result } from '../../shared/result.ts';
import { createOrderCommands, type OrderCommands } from '../../worker/commands/orders.ts';
import { workerEnv } from '../../worker/env.ts';
import { createHttp } from '../../worker/http.ts';
import { dataFolder } from '../helpers/data-folder.ts';
import { good } from '../helpers/dealing.ts';
import { type HttpFixture, startHttp } from '../server/http-fixture.ts';
import { type Chance, createChance } from '../sim/chance.ts';
import { quietTap } from '../worker/helpers/quiet-tap.ts';
import { FAULTS, openFaultyLink } from './faulty-link.ts';

const TRIALS = Number(process.env['TRIALS'] ?? 60);
const SEED = Number(process.env['SEED'] ?? 13);
/** Parallel trials, each on its own account. */
const LANES = 10;
/** The client's clock runs faster, to shorten its waits. */
const HURRY = 20;
const DEVIATION = 1_000_000;

type Outcome = Result<Order, Refusal>;

describe(`${TRIALS} orders over a link that loses, cuts and repeats, tapped twice, with reloads and a restart`, () => {
  it('open and close once each, and the client learns each outcome', {
    timeout: 60_000 + TRIALS * 1_000,
  }, async () => {
    const chance = createChance(SEED);
    const settings = { DATA_DIR: dataFolder(), FEED: 'sim', FEED_HOURS: 'always', LEADERS: '0' };
    let http = await startHttp(settings);
    const link = await openFaultyLink(chance, () => http.port);
    const instrument = await openInstrument(http);
    const tokens = await Promise.all(Array.from({ length: LANES }, () => http.enter()));
    const shown: Shown[][] = tokens.map(() => []);
    const each = Math.ceil(TRIALS / LANES / 2);
    const half = (from: number) =>
      Promise.all(
        tokens.map(async (token, lane) => {
          const client = () => openClient(link.url, token, instrument);
          for (let i = from; i < from + each; i++)
            shown[lane]?.push(await trial(http, client, chance, instrument, `lane-${lane}-trial-${i}`));
        }),
      );
    const first = half(0);
    await first;
    const again = half(each);
    await http.stop();
    http = await startHttp(settings);
    await again;

    for (const [lane, token] of tokens.entries()) {
      const account = (await http.accounts.session(token))?.accountId;
      if (account === undefined) throw new Error('the session is gone');
      const told = (shown[lane] ?? []).filter((one) => one !== undefined);
      const open = (await http.exchange.working(account)).map(({ id }) => id);
      const { total } = await http.exchange.deals(account, 'closed', 1);
      expect(open.toSorted(byNumber)).toEqual(
        told.flatMap(({ opened, closed }) => (closed ? [] : [opened])).toSorted(byNumber),
      );
      expect(total).toBe(told.filter(({ closed }) => closed).length);
      expect(new Set(told.map(({ opened }) => opened)).size).toBe(told.length);
    }
    for (const fault of FAULTS) expect(link.seen.get(fault), fault).toBeGreaterThan(0);
    expect(http.faults).toEqual([]);
    await http.stop();
    const store = await openStore({ dataDir: settings.DATA_DIR });
    expect(await auditBooks(store.read)).toEqual([]);
    await store.close();
  });
});

/** The client's knowledge after one trial: undefined if nothing was opened. */
type Shown = { readonly opened: OrderId; readonly closed: boolean } | undefined;

/** Opens, and usually closes what it opened; repeats each request until there is an answer. */
async function trial(
  { market }: HttpFixture,
  client: () => OrderCommands,
  chance: Chance,
  instrument: Instrument,
  name: string,
): Promise<Shown> {
  const quote = market.quote(instrument.id);
  if (quote === undefined) throw new Error('there is no price');
  const request: OrderRequest = {
    cid: `open-${name}`,
    instrumentId: instrument.id,
    side: chance.happens(0.5) ? 'buy' : 'sell',
    volume: instrument.minVolume,
    multiple: instrument.multiples[0] ?? 1,
    kind: { type: 'market', seenPrice: quote.close, deviationPoints: DEVIATION },
  };
  const order = await insist(client, chance, (commands, at) => commands.submitOrder(request, at));
  // After a long absence of the server, the order is no longer valid or was never received.
  if (wasNotExecuted(order)) return undefined;
  const { id } = good(order);
  if (chance.happens(0.2)) return { opened: id, closed: false };
  const closing = await insist(client, chance, (commands, at) =>
    commands.closeOrder(id, `close-${name}`, at),
  );
  if (wasNotExecuted(closing)) return { opened: id, closed: false };
  expect([good(closing).id, good(closing).status]).toEqual([id, 'closed']);
  return { opened: id, closed: true };
}

/** Taps once or twice, reloads at random, and repeats until the outcome is known: the same each time. */
async function insist(
  client: () => OrderCommands,
  chance: Chance,
  tap: (commands: OrderCommands, at: TimestampMs) => Promise<Outcome>,
): Promise<Outcome> {
  let commands = client();
  // One decision: every request carries the time of its tap.
  const at = timestampMs(Date.now());
  for (;;) {
    if (chance.happens(0.3)) {
      // A page that is closed gets no answer; the next one knows only the cid.
      void tap(commands, at);
      await new Promise((resolve) => setTimeout(resolve, chance.whole(0, 5)));
      commands = client();
    }
    const taps = chance.happens(0.3) ? [tap(commands, at), tap(commands, at)] : [tap(commands, at)];
    const known = (await Promise.all(taps)).filter((one) => one.ok || !isUnknown(one.error));
    const [outcome] = known;
    if (outcome === undefined) continue;
    for (const one of known) expect(meaningOf(one)).toEqual(meaningOf(outcome));
    return outcome;
  }
}

/** "Never" is learnt from a look-up or from the order's own refusal, whose message differs. */
const meaningOf = (outcome: Outcome) => (outcome.ok ? outcome : outcome.error.code);

const wasNotExecuted = (outcome: Outcome) =>
  !outcome.ok && (outcome.error.code === CODE.priceMoved || outcome.error.code === CODE.cidSealed);
const byNumber = (a: number, b: number) => a - b;
const isUnknown = ({ code }: Refusal) => code === LOCAL_CODE.unknown;

/** The app's own commands, as after a reload: without memory. */
function openClient(url: string, token: string, instrument: Instrument): OrderCommands {
  const real = workerEnv();
  const start = real.now();
  const env = {
    ...real,
    now: () => timestampMs(start + (real.now() - start) * HURRY),
    after: (delayMs: number, run: () => void) => real.after(delayMs / HURRY, run),
  };
  const http = createHttp(env, url, 'en', quietTap);
  http.setToken(token);
  return createOrderCommands({
    env,
    http,
    isOffline: () => false,
    instrument: () => instrument,
    working: () => ({ status: 'unknown' }),
    serverTime: timestampMs,
    hasTwoPrices: () => false,
    clocksAgree: () => true,
  });
}

async function openInstrument({ ask }: HttpFixture): Promise<Instrument> {
  const { data } = await ask('/v1/api/forex/trade_list');
  const listed = decodeInstruments(data);
  const open =
    listed.ok &&
    listed.value.find(({ market, settle }) => market.status === 'open' && settle.status === 'none');
  if (!open) throw new Error('every market is closed');
  return open;
}
