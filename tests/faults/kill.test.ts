import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { auditBooks } from '../../server/audit/audit.ts';
import { damageOf } from '../../server/store/damage.ts';
import { databaseIn } from '../../server/store/embedded.ts';
import { openStore, type Store } from '../../server/store/store.ts';
import { CODE } from '../../shared/contract/codes.ts';
import { onEachDatabase, type StorePlace, type TestStores } from '../helpers/stores.ts';
import { createChance } from '../sim/chance.ts';
import {
  askServed,
  enterServed,
  openInstrument,
  type Said,
  type Served,
  startServed,
  type Tradable,
} from './served.ts';

const KILLS = Number(process.env['KILLS'] ?? 3);
const SEED = Number(process.env['SEED'] ?? 23);
const LANES = 8;
/** The server is killed after at most this many commands and some ms, at a random point of the next command. */
const MOST_SENT = 150;
const MOST_MS = 20;

const SUBMIT = '/v1/api/forex/submit';
const CLOSE = '/v1/api/forex/close';

/** The requests sent under a cid, and their answers byte for byte. Kept outside the server's process. */
interface Asked {
  readonly token: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  answer: string | undefined;
}

type Journal = Asked[];

onEachDatabase((stores) => {
  describe(`the exchange killed ${KILLS} times at any moment under load`, () => {
    it(
      'keeps all that it answered, does nothing by halves, and is ready again soon',
      () => killOften(stores),
      60_000 + KILLS * 20_000,
    );
  });
});

async function killOften(stores: TestStores): Promise<void> {
  const chance = createChance(SEED);
  const place = await stores.place();
  const settings = {
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.address ?? '',
    // A busy machine makes PostgreSQL slow, which is another trial.
    DATABASE_TIMEOUT_MS: '30000',
    FEED: 'sim',
    FEED_HOURS: 'always',
  };
  let served = await startServed(settings);
  const tokens = await Promise.all(Array.from({ length: LANES }, () => enterServed(served.url)));
  const instrument = await openInstrument(served.url);
  const journal: Journal = [];
  const ready: number[] = [];
  let [lost, unsure] = [0, 0];
  for (let round = 0; round < KILLS; round++) {
    const lanes = tokens.map((token, lane) => deal(served, instrument, token, `${round}-${lane}`, journal));
    const enough = journal.length + chance.whole(1, MOST_SENT);
    // A lane ends only with an unexpected refusal.
    await Promise.race([grown(journal, enough), Promise.all(lanes)]);
    await pause(chance.whole(0, MOST_MS));
    await served.kill();
    await Promise.all(lanes);
    served = await startServed(settings);
    ready.push(served.readyMs);
    unsure += journal.filter((asked) => asked.answer === undefined).length;
    lost += await settle(served, journal.slice(-2 * MOST_SENT));
  }
  // Compares every answer once more, byte for byte.
  lost += await settle(served, journal);
  await served.kill();
  expect(lost).toBe(0);
  expect(await halfDone(place, journal)).toEqual([]);
  expect(Math.max(...ready)).toBeLessThan(30_000);
  const answered = journal.length - unsure;
  console.log(
    `${place.address === undefined ? 'SQLite' : 'PostgreSQL'}: ${KILLS} kills, ${journal.length} commands, ` +
      `${answered} answered before the kill, ${lost} lost or changed; ready after at most ${Math.max(...ready)} ms`,
  );
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function grown(journal: Journal, length: number): Promise<void> {
  while (journal.length < length) await pause(1);
}

/** Opens and closes, each under its own cid, until the server is gone. */
async function deal(
  { url }: Served,
  { id, multiple, lots }: Tradable,
  token: string,
  lane: string,
  journal: Journal,
): Promise<void> {
  for (let i = 0; ; i++) {
    const cid = `kill-${lane}-${i}`.padEnd(8, '-');
    const opened = await ask(url, journal, token, SUBMIT, {
      type: i % 3 === 0 ? '2' : '1',
      cont: String(Number(lots) * 2),
      forex_id: id,
      status: '1',
      multiple,
      cid,
    });
    if (opened === undefined) return;
    // Some stay open, some are closed in part, most completely.
    if (i % 4 === 0) continue;
    const part: Readonly<Record<string, string>> = i % 4 === 1 ? { cont: lots } : {};
    const closed = await ask(url, journal, token, CLOSE, { id: String(opened.Id), cid: `c${cid}`, ...part });
    if (closed === undefined) return;
  }
}

async function ask(
  url: string,
  journal: Journal,
  token: string,
  path: string,
  fields: Asked['fields'],
): Promise<{ readonly Id: number } | undefined> {
  const asked: Asked = { token, path, fields, answer: undefined };
  journal.push(asked);
  const said = await askServed(url, path, fields, { token }).catch(() => undefined);
  if (said === undefined) return undefined;
  if (said.code !== CODE.success) throw new Error(`refused: ${said.text}`);
  asked.answer = said.text;
  return said.data;
}

/** Sends the same cids again, as a client does. @returns the number of answers that differ from the first ones */
async function settle({ url }: Served, journal: Journal): Promise<number> {
  let lost = 0;
  for (const asked of journal) {
    const { text, code } = await askAgain(url, asked);
    if (code !== CODE.success || (asked.answer !== undefined && asked.answer !== text)) lost++;
    asked.answer ??= text;
  }
  return lost;
}

/** Wait when the server limits the rate. */
async function askAgain(url: string, { path, fields, token }: Asked): Promise<Said> {
  for (;;) {
    const said = await askServed(url, path, fields, { token });
    if (said.code !== CODE.tooMany) return said;
    await pause(50);
  }
}

/** The database's inconsistencies, as sentences. */
async function halfDone(place: StorePlace, journal: Journal): Promise<readonly string[]> {
  const store = await openStore(place);
  const breaks = (await auditBooks(store.read)).map(({ rule, where }) => `${rule} ${where}`);
  const numbers = await counted(store, journal);
  await store.close();
  const damage = place.address === undefined ? damageOf(databaseIn(place.dataDir), 'full') : undefined;
  const wrong = numbers.filter(([, is, wanted]) => is !== wanted);
  return [
    ...breaks,
    ...(damage === undefined ? [] : [damage]),
    ...wrong.map(([what, is, wanted]) => `${what}: ${is} instead of ${wanted}`),
  ];
}

async function counted({ read }: Store, journal: Journal) {
  const count = async (from: string) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.raw(from)}`.execute(read);
    return Number(rows[0]?.n);
  };
  return [
    // One order for each opening, and one more for each closed part.
    [
      'orders',
      await count('orders'),
      journal.filter(({ path, fields }) => path === SUBMIT || 'cont' in fields).length,
    ],
    [
      'closed orders',
      await count("orders where status = 'closed'"),
      journal.filter(({ path }) => path === CLOSE).length,
    ],
    [
      'fees posted',
      await count("postings where kind = 'fee'"),
      await count('orders where split_from is null and fee > 0'),
    ],
    [
      'profits posted',
      await count("postings where kind = 'profit'"),
      await count("orders where status = 'closed' and realised_pnl <> 0"),
    ],
    ['replies', await count('replies'), journal.length],
  ] as const;
}
