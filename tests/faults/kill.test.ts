import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { auditBooks } from '../../server/audit/audit.ts';
import { openStore } from '../../server/store/store.ts';
import { CODE } from '../../shared/contract/codes.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
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

describe(`the exchange killed ${KILLS} times at any moment under load`, () => {
  it(
    'keeps all that it answered, does nothing by halves, and is ready again soon',
    async () => {
      const chance = createChance(SEED);
      const dataDir = temporaryFolder();
      const settings = { DATA_DIR: dataDir, FEED: 'sim' };
      let served = await startServed(settings);
      const tokens = await Promise.all(Array.from({ length: LANES }, () => enterServed(served.url)));
      const instrument = await openInstrument(served.url);
      const journal: Journal = [];
      const ready: number[] = [];
      let [lost, unsure] = [0, 0];
      for (let round = 0; round < KILLS; round++) {
        const lanes = tokens.map((token, lane) =>
          deal(served, instrument, token, `${round}-${lane}`, journal),
        );
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
      expect(await halfDone(dataDir, journal)).toEqual([]);
      expect(Math.max(...ready)).toBeLessThan(30_000);
      const slowest = ready.toSorted((a, b) => a - b).at(-1);
      console.log(
        `${KILLS} kills, ${journal.length} commands, ${unsure} without an answer; ready after at most ${slowest} ms`,
      );
    },
    60_000 + KILLS * 20_000,
  );
});

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
async function halfDone(dataDir: string, journal: Journal): Promise<readonly string[]> {
  const store = await openStore({ dataDir });
  const breaks = (await auditBooks(store.read)).map(({ rule, where }) => `${rule} ${where}`);
  await store.close();
  const database = new DatabaseSync(join(dataDir, 'pipstream.db'), { readOnly: true });
  const count = (sql: string) => Number(Object.values(database.prepare(sql).get() ?? {})[0]);
  const counted = {
    'integrity check': [database.prepare('PRAGMA integrity_check').get()?.['integrity_check'], 'ok'],
    // One order for each opening, and one more for each closed part.
    orders: [
      count('SELECT count(*) FROM orders'),
      journal.filter(({ path, fields }) => path === SUBMIT || 'cont' in fields).length,
    ],
    'closed orders': [
      count("SELECT count(*) FROM orders WHERE status = 'closed'"),
      journal.filter(({ path }) => path === CLOSE).length,
    ],
    'fees posted': [
      count("SELECT count(*) FROM postings WHERE kind = 'fee'"),
      count('SELECT count(*) FROM orders WHERE split_from IS NULL AND fee > 0'),
    ],
    'profits posted': [
      count("SELECT count(*) FROM postings WHERE kind = 'profit'"),
      count("SELECT count(*) FROM orders WHERE status = 'closed' AND realised_pnl <> 0"),
    ],
    replies: [count('SELECT count(*) FROM replies'), journal.length],
  };
  database.close();
  return [
    ...breaks,
    ...Object.entries(counted).flatMap(([what, [is, wanted]]) =>
      is === wanted ? [] : [`${what}: ${is} instead of ${wanted}`],
    ),
  ];
}
